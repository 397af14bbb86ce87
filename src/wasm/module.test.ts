import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LinearMemory } from "../memory/linear-memory.js";
import { signed32, signed64, unsigned } from "./encoding.js";
import {
  type Code,
  call,
  choose,
  copyMemory,
  f32x4,
  f64,
  f64x2,
  get,
  i32,
  i32x4,
  i64,
  instantiate,
  loop,
  loopDown,
  Module,
  ret,
  set,
  tee,
  when,
  zeroMemory,
} from "./index.js";

const memory = () => new LinearMemory(4096);

/** Decode LEB128 the way the specification defines it. */
function decode(bytes: readonly number[], isSigned: boolean): bigint {
  let value = 0n;
  let shift = 0n;
  for (const byte of bytes) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
  }
  return isSigned && (bytes.at(-1)! & 0x40) !== 0 ? value - (1n << shift) : value;
}

describe("encoding", () => {
  test("LEB128 integers decode to themselves and take as few bytes as possible", () => {
    fc.assert(fc.property(fc.nat(2 ** 31 - 1), (n) => decode(unsigned(n), false) === BigInt(n)));
    fc.assert(fc.property(fc.integer(), (n) => decode(signed32(n), true) === BigInt(n)));
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (n) => decode(signed64(n), true) === n),
    );
    expect(signed32(-64)).toHaveLength(1);
    expect(signed32(64)).toHaveLength(2);
  });
});

describe("a module", () => {
  test("computes every binary operation on doubles exactly as the host does", () => {
    const module = new Module();
    const ops = ["add", "sub", "mul", "div", "min", "max"] as const;
    for (const op of ops) module.func(op, { a: "f64", b: "f64" }, "f64", (_, p) => [f64[op](get(p.a), get(p.b))]);
    const code = instantiate(module, memory().memory);
    const host = {
      add: (a: number, b: number) => a + b,
      sub: (a: number, b: number) => a - b,
      mul: (a: number, b: number) => a * b,
      div: (a: number, b: number) => a / b,
      min: Math.min,
      max: Math.max,
    };
    fc.assert(
      fc.property(fc.double(), fc.double(), (a, b) => ops.every((op) => Object.is(code[op](a, b), host[op](a, b)))),
    );
  });

  test("loops up and down, branches, calls earlier functions and returns early", () => {
    const module = new Module();
    const square = module.func("_square", { x: "i32" }, "i32", (_, p) => [i32.mul(get(p.x), get(p.x))]);
    module.func("sum", { n: "i32" }, "i32", (f, p) => {
      const [i, total] = [f.local("i32"), f.local("i32")];
      return [
        when(i32.lt(get(p.n), i32.const(0)), [ret(i32.const(-1))]),
        loop(i, i32.const(0), get(p.n), 1, [set(total, i32.add(get(total), call(square, get(i))))]),
        loopDown(i, get(p.n), i32.const(0), 1, [set(total, i32.add(get(total), i32.const(1)))]),
        choose(i32.gt(get(p.n), i32.const(100)), i32.const(0), get(total)),
      ];
    });
    const { sum } = instantiate(module, memory().memory);
    expect([sum(4), sum(-3), sum(101), sum(0)]).toEqual([0 + 1 + 4 + 9 + 4, -1, 0, 0]);
  });

  test("moves pairs of doubles between memory and lanes", () => {
    const arena = memory();
    const [x, y] = [arena.f64(2), arena.f64(4)];
    x.set([3, 5]);
    const module = new Module();
    module.func("pairs", {}, "void", (f) => {
      const a = f.local("v128");
      return [
        set(a, f64x2.load(i32.const(x.byteOffset))),
        f64x2.store(i32.const(y.byteOffset), f64x2.lows(get(a), tee(a, f64x2.mul(get(a), get(a))))),
        f64.store(i32.const(y.byteOffset), f64x2.lane(get(a), 1), 16),
        f64.store(i32.const(y.byteOffset), f64x2.lane(f64x2.loadHigh(i32.const(x.byteOffset), get(a)), 1), 24),
      ];
    });
    instantiate(module, arena.memory).pairs();
    expect(Array.from(y)).toEqual([3, 9, 25, 3]);
  });

  test("four numbers in single precision are rounded as the host rounds them", () => {
    const arena = memory();
    const [x, y] = [arena.f64(8), arena.f64(4)];
    const module = new Module();
    const ops = ["add", "sub", "mul", "div", "min", "max"] as const;
    const roots = ["sqrt", "abs", "neg", "floor"] as const;
    const load = (at: number) => f64x2.load(i32.const(x.byteOffset + 16 * at));
    const define = (name: string, result: (a: Code<"v128">, b: Code<"v128">) => Code<"v128">): unknown =>
      module.func(name, {}, "void", (f) => {
        const four = f.local("v128");
        return [
          set(four, result(f32x4.demote(load(0), load(1)), f32x4.demote(load(2), load(3)))),
          f64x2.store(i32.const(y.byteOffset), f32x4.promoteLow(get(four))),
          f64x2.store(i32.const(y.byteOffset), f32x4.promoteHigh(get(four)), 16),
        ];
      });
    for (const op of ops) define(op, f32x4[op]);
    for (const op of roots) define(op, (a) => f32x4[op](a));
    define("third", (a) => f32x4.mul(a, f32x4.const(1 / 3)));
    const code = instantiate(module, arena.memory);
    const { fround } = Math;
    const host: Readonly<Record<string, (a: number, b: number) => number>> = {
      add: (a, b) => a + b,
      sub: (a, b) => a - b,
      mul: (a, b) => a * b,
      div: (a, b) => a / b,
      min: (a, b) => Math.min(a, b),
      max: (a, b) => Math.max(a, b),
      sqrt: Math.sqrt,
      abs: Math.abs,
      neg: (a) => -a,
      floor: Math.floor,
      third: (a) => a * fround(1 / 3),
    };
    const numbers = fc.array(fc.double(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(numbers, (given) => {
        x.set(given);
        const [a, b] = [given.slice(0, 4).map(fround), given.slice(4).map(fround)];
        return Object.entries(host).every(([op, exact]) => {
          code[op]();
          return y.every((value, k) => Object.is(value, fround(exact(a[k], b[k]))));
        });
      }),
    );
  });

  test("compares four integers", () => {
    const arena = memory();
    const x = arena.i32(4);
    const module = new Module();
    module.func("above", { least: "i32" }, "void", (_, p) => {
      const lanes = i32x4.add(i32x4.splat(get(p.least)), i32x4.const([-1, 0, 1, 2]));
      return [f32x4.store(i32.const(x.byteOffset), i32x4.gt(lanes, i32x4.splat(get(p.least))))];
    });
    instantiate(module, arena.memory).above(-7);
    expect(Array.from(x)).toEqual([0, 0, -1, -1]);
  });

  test("clears and copies memory, and reads the bits of doubles", () => {
    const arena = memory();
    const x = arena.f64(4);
    x.set([1, 2, 3, 4]);
    const module = new Module();
    module.func("work", { at: "i32" }, "f64", (_, p) => [
      copyMemory(i32.add(get(p.at), i32.const(16)), get(p.at), i32.const(16)),
      zeroMemory(get(p.at), i32.const(8)),
      f64.fromBits(i64.add(i64.bits(f64.const(1)), i64.const(1n))),
    ]);
    expect(instantiate(module, arena.memory).work(x.byteOffset)).toBe(1 + 2 ** -52);
    expect(Array.from(x)).toEqual([0, 2, 1, 2]);
  });

  test("refuses a body that does not match its declaration", () => {
    expect(() => new Module().func("f", {}, "f64", () => [i32.const(1)])).toThrow(
      "must end with f64; it ends with i32",
    );
    expect(() => new Module().func("f", {}, "void", () => [i32.const(1), ret()])).toThrow(
      "only the last statement may leave a value",
    );
    const module = new Module();
    const g = module.func("g", { x: "f64" }, "void", () => [ret()]);
    expect(() => call(g, i32.const(1))).toThrow("the arguments must be (f64); got (i32)");
  });
});

describe("linear memory", () => {
  test("hands out disjoint, aligned, zeroed arrays and never moves them", () => {
    const arena = memory();
    const arrays = [arena.f64(3), arena.i32(5), arena.f64(1)];
    for (const array of arrays) expect(array.byteOffset % 16).toBe(0);
    arrays[0].fill(7);
    expect(Array.from(arrays[1])).toEqual([0, 0, 0, 0, 0]);
    expect(arrays.every((a) => a.buffer === arena.buffer)).toBe(true);
  });

  test("throws ArenaFull with the bytes it would have needed", () => {
    const arena = memory();
    expect(() => arena.f64(1e6)).toThrow(/8000\d\d\d bytes are needed/);
  });
});
