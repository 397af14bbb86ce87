/**
 * The rate of `rotation-coordinates.ts` as generated code around generated code, operation for operation, so that steps call
 * it directly. It contains no addresses: a table has those of y, y', the axes, the other coordinates and the directors.
 */

import type { CompiledRoutine } from "../core/index.js";
import {
  call,
  choose,
  type F64,
  type FunctionBuilder,
  f64,
  get,
  type I32,
  i32,
  instantiate,
  type Local,
  loop,
  Module,
  ret,
  type Statement,
  set,
  type WasmExports,
  when,
} from "../wasm/index.js";

/** Numbers of coordinates, of those that are not components of directors, of bodies, and of components of a director. */
export interface RotationShape {
  readonly n: number;
  readonly others: number;
  readonly count: number;
  readonly dimension: number;
}

/** Modules by shape, and instances by the code that they call. */
const modules = new Map<string, WebAssembly.Module>();
const instances = new WeakMap<CompiledRoutine["code"], Map<string, WasmExports>>();

/** (t, address of z, address of dz, address of the table) -> what `rate` returns. */
export function rotationCode({ code, memory }: CompiledRoutine, shape: RotationShape): CompiledRoutine["code"] {
  const key = [shape.n, shape.others, shape.count, shape.dimension].join();
  const known = instances.get(code) ?? new Map<string, WasmExports>();
  instances.set(code, known);
  if (!modules.has(key)) modules.set(key, new WebAssembly.Module(rotationModule(shape).toBytes()));
  if (!known.has(key)) known.set(key, instantiate(modules.get(key)!, memory, { rate: code }));
  return known.get(key)!.rotations;
}

const { add, sub, mul, div, neg, load, store } = f64;
const plus = (a: Local<"i32">, b: I32): I32 => i32.add(get(a), b);
const times = (a: Local<"f64">, b: Local<"f64">): F64 => mul(get(a), get(b));
const half = (value: F64): F64 => mul(f64.const(0.5), value);

/** The locals of one body: addresses of its entries in z, z', the axes and the table of directors, and its values. */
class BodyLocals {
  readonly p: readonly Local<"f64">[];
  readonly w: readonly Local<"f64">[];
  /** The axes. */
  readonly x: readonly (readonly Local<"f64">[])[];
  readonly two: Local<"f64">;
  readonly at: Local<"i32">;

  constructor(f: FunctionBuilder) {
    const numbers = (size: number): Local<"f64">[] => Array.from({ length: size }, () => f.local("f64"));
    this.p = numbers(4);
    this.w = numbers(3);
    this.x = [numbers(3), numbers(3), numbers(3)];
    this.two = f.local("f64");
    this.at = f.local("i32");
  }

  /** The axes of the quaternion. */
  turn(): Statement[] {
    const { x, two } = this;
    const [a, b, c, d] = this.p;
    const rest = (one: Local<"f64">, other: Local<"f64">): F64 =>
      sub(f64.const(1), mul(get(two), add(times(one, one), times(other, other))));
    const sum = (first: F64, second: F64): F64 => mul(get(two), add(first, second));
    const difference = (first: F64, second: F64): F64 => mul(get(two), sub(first, second));
    const square = add(add(add(times(a, a), times(b, b)), times(c, c)), times(d, d));
    return [
      set(two, div(f64.const(2), square)),
      set(x[0][0], rest(c, d)),
      set(x[0][1], sum(times(b, c), times(a, d))),
      set(x[0][2], difference(times(b, d), times(a, c))),
      set(x[1][0], difference(times(b, c), times(a, d))),
      set(x[1][1], rest(b, d)),
      set(x[1][2], sum(times(c, d), times(a, b))),
      set(x[2][0], sum(times(b, d), times(a, c))),
      set(x[2][1], difference(times(c, d), times(a, b))),
      set(x[2][2], rest(b, c)),
    ];
  }

  /** Calls `act` with the place of each director that there is. */
  directors(table: I32, act: (k: number) => readonly Statement[]): Statement[] {
    return [0, 1, 2].flatMap((k) => [
      set(this.at, i32.load(table, 4 * k)),
      when(i32.ge(get(this.at), i32.const(0)), act(k)),
    ]);
  }

  /** p' = p omega / 2. */
  quaternionRate(): F64[] {
    const [a, b, c, d] = this.p;
    const [w1, w2, w3] = this.w.map((w) => half(get(w)));
    const term = (x: Local<"f64">, w: F64): F64 => mul(get(x), w);
    return [
      sub(sub(mul(neg(get(b)), w1), term(c, w2)), term(d, w3)),
      sub(add(term(a, w1), term(c, w3)), term(d, w2)),
      sub(add(term(a, w2), term(d, w1)), term(b, w3)),
      sub(add(term(a, w3), term(b, w2)), term(c, w1)),
    ];
  }
}

function rotationModule({ n, others, count, dimension }: RotationShape): Module {
  const module = new Module();
  const rate = module.hostFunction("rate", ["f64", "i32", "i32"], "i32");
  /** Where velocities begin in y and in z, and where quaternions and angular velocities do. */
  const [speeds, zSpeeds] = [8 * n, 8 * (others + 4 * count)];
  const [turns, spins] = [8 * others, zSpeeds + 8 * others];
  const parameters = { t: "f64", z: "i32", dz: "i32", table: "i32" } as const;
  module.func("rotations", parameters, "i32", (f, { t, z, dz, table }) => {
    const [y, dy, axes, other, directors, i, result] = Array.from({ length: 7 }, () => f.local("i32"));
    const body = new BodyLocals(f);
    const { p, w, x, at } = body;
    const entry = (base: Local<"i32">, bytes: number): I32 => plus(base, i32.mul(get(i), i32.const(bytes)));
    const readBody = [
      ...p.map((local, k) => set(local, load(entry(z, 32), turns + 8 * k))),
      ...w.map((local, k) => set(local, load(entry(z, 24), spins + 8 * k))),
    ];
    const eachOther = (body: readonly Statement[]): Statement =>
      loop(i, i32.const(0), i32.const(others), 1, [set(at, i32.load(entry(other, 4))), ...body]);
    const eachBody = (body: readonly Statement[]): Statement => loop(i, i32.const(0), i32.const(count), 1, body);

    // 1. y of z
    const writeDirector = (k: number): Statement[] => {
      const [next, last] = [(k + 1) % 3, (k + 2) % 3];
      return Array.from({ length: dimension }, (_, c) => [
        store(plus(y, get(at)), get(x[k][c]), 8 * c),
        store(plus(y, get(at)), sub(times(w[last], x[next][c]), times(w[next], x[last][c])), speeds + 8 * c),
      ]).flat();
    };
    const first = [
      eachOther([
        store(plus(y, get(at)), load(entry(z, 8))),
        store(plus(y, get(at)), load(entry(z, 8), zSpeeds), speeds),
      ]),
      eachBody([
        ...readBody,
        ...body.turn(),
        ...x.flat().map((local, k) => store(entry(axes, 72), get(local), 8 * k)),
        ...body.directors(entry(directors, 12), writeDirector),
      ]),
    ];

    // 2. z' of y'
    const second = [
      eachOther([
        store(entry(dz, 8), load(plus(dy, get(at)))),
        store(entry(dz, 8), load(plus(dy, get(at)), speeds), zSpeeds),
      ]),
      eachBody([
        ...readBody,
        ...x.flat().map((local, k) => set(local, load(entry(axes, 72), 8 * k))),
        ...body.quaternionRate().map((value, k) => store(entry(dz, 32), value, turns + 8 * k)),
        ...turning().map((value, k) => store(entry(dz, 24), value, spins + 8 * k)),
      ]),
    ];

    /** omega' from the accelerations of the directors. */
    function turning(): F64[] {
      const from = (k: number): I32 => plus(dy, i32.load(entry(directors, 12), 4 * k));
      const a = (k: number, c: number): F64 => load(from(k), speeds + 8 * c);
      if (dimension === 2)
        return [f64.const(0), f64.const(0), add(mul(get(x[1][0]), a(0, 0)), mul(get(x[1][1]), a(0, 1)))];
      const dot = (k: number, l: number): F64 =>
        add(add(mul(a(k, 0), get(x[l][0])), mul(a(k, 1), get(x[l][1]))), mul(a(k, 2), get(x[l][2])));
      const isFlat = i32.lt(i32.load(entry(directors, 12), 8), i32.const(0));
      return [
        choose(isFlat, sub(dot(1, 2), times(w[1], w[2])), half(sub(dot(1, 2), dot(2, 1)))),
        choose(isFlat, add(neg(dot(0, 2)), times(w[2], w[0])), half(sub(dot(2, 0), dot(0, 2)))),
        half(sub(dot(0, 1), dot(1, 0))),
      ];
    }

    return [
      ...[y, dy, axes, other, directors].map((local, k) => set(local, i32.load(get(table), 4 * k))),
      ...first,
      set(result, call(rate, get(t), get(y), get(dy))),
      when(i32.ne(get(result), i32.const(-1)), [ret(get(result))]),
      ...second,
      i32.const(-1),
    ];
  });
  return module;
}
