import { describe, expect, it } from "vitest";
import { LinearMemory } from "../memory/linear-memory.js";
import { call, f64, f64x2, get, type I32, i32, instantiate, type Local, loop, Module } from "../wasm/index.js";
import { hostMath, type MathName, mathArity, numberMath, pairFunction, scalarFunction } from "./index.js";
import { samples } from "./samples.fixture.js";

const names = Object.keys(mathArity) as MathName[];
const capacity = 8192;
const memory = new LinearMemory(8 * 4 * capacity);
const [first, second, byOne, byTwo] = [0, 0, 0, 0].map(() => memory.f64(capacity)) as [
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
];

/** A module with loops out[i] = f(a[i], b[i]), one at a time and two at a time. */
const code = (() => {
  const module = new Module();
  const params = { a: "i32", b: "i32", out: "i32", n: "i32" } as const;
  for (const name of names) {
    const one = scalarFunction(module, name);
    const two = pairFunction(module, name);
    const at = (base: Local<"i32">, i: Local<"i32">): I32 => i32.add(get(base), i32.shl(get(i), i32.const(3)));
    module.func(`${name}_one`, params, "void", (f, { a, b, out, n }) => {
      const i = f.local("i32");
      const args = [f64.load(at(a, i)), f64.load(at(b, i))].slice(0, mathArity[name]);
      return [loop(i, i32.const(0), get(n), 1, [f64.store(at(out, i), call(one, ...args))])];
    });
    module.func(`${name}_two`, params, "void", (f, { a, b, out, n }) => {
      const i = f.local("i32");
      const args = [f64x2.load(at(a, i)), f64x2.load(at(b, i))].slice(0, mathArity[name]);
      return [loop(i, i32.const(0), get(n), 2, [f64x2.store(at(out, i), call(two, ...args))])];
    });
  }
  return instantiate(module, memory.memory);
})();

const edges = [
  0,
  1,
  0.5,
  2,
  3,
  0.75,
  2.5,
  1e-9,
  1e22,
  1e300,
  5e-324,
  2.2250738585072014e-308,
  2.225073858507201e-308,
  709.782712893384,
  709.7827128933841,
  710.4758600739439,
  710.475860073944,
  745.1332191019411,
  745.1332191019412,
  22,
  Math.PI,
  Math.PI / 2,
  Math.PI / 4,
  Math.SQRT2,
  Math.SQRT1_2,
  1 - 2 ** -53,
  1 + 2 ** -52,
  0.41421356237309503,
  2.414213562373095,
  1.6e6,
  2 ** 52,
  2 ** 53,
  2 ** 53 - 1,
  Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NaN,
].flatMap((x) => [x, -x]);

const edgeLists = (arity: 1 | 2): number[][] =>
  arity === 1 ? edges.map((x) => [x]) : edges.flatMap((a) => edges.map((b) => [a, b]));

describe("functions have the same bits on numbers, in scalar and in f64x2 WebAssembly", () => {
  it.each(names)("%s", (name) => {
    // shuffle, so that both lanes of a pair come from different ranges and take different paths; 7919 is prime
    const ordered = [...edgeLists(mathArity[name]), ...samples(name, 300, 2)];
    const lists = ordered.map((_, k) => ordered[(k * 7919) % ordered.length] as number[]);
    const n = lists.length;
    expect(n).toBeLessThanOrEqual(capacity);
    lists.forEach((args, k) => {
      first[k] = args[0] as number;
      second[k] = args[1] ?? 0;
    });
    const addresses = [first, second].map((v) => v.byteOffset);
    code[`${name}_one`]?.(...addresses, byOne.byteOffset, n);
    code[`${name}_two`]?.(...addresses, byTwo.byteOffset, n + (n % 2));
    const [number, host] = [numberMath, hostMath].map((m) => m[name] as (...args: readonly number[]) => number);
    lists.forEach((args, k) => {
      const expected = number?.(...args);
      const found = [host?.(...args), byOne[k], byTwo[k]];
      if (!found.every((value) => Object.is(value, expected)))
        expect.fail(`${name}(${args}): ${expected} on numbers; host, scalar, pair: ${found}`);
    });
  });

  it("emits each function once per module", () => {
    const module = new Module();
    expect(scalarFunction(module, "sin")).toBe(scalarFunction(module, "sin"));
    expect(pairFunction(module, "sin")).toBe(pairFunction(module, "sin"));
    expect(pairFunction(module, "sin")).not.toBe(scalarFunction(module, "sin"));
  });
});
