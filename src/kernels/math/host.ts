/**
 * The functions for code outside WebAssembly, in two readings with the same bits: `hostMath` calls the scalar code,
 * compiled when first used; `numberMath` works through the definitions on JavaScript numbers, some twenty times slower,
 * and is the oracle of the tests.
 */

import { instantiate, Module, type WasmExports } from "../../wasm/index.js";
import type { Binary, Unary } from "./algebra.js";
import { addFunction, binary, binaryNames, type MathFunctions, type MathName, unary, unaryNames } from "./functions.js";
import { scalar } from "./machines.js";
import { numbers } from "./numbers.js";

let compiled: WasmExports | undefined;

function compile(): WasmExports {
  const module = new Module();
  for (const name of [...unaryNames, ...binaryNames]) addFunction(module, name, name, scalar);
  return instantiate(module, new WebAssembly.Memory({ initial: 1 }));
}

function compiledFunction(name: MathName): (...args: number[]) => number {
  compiled ??= compile();
  return compiled[name] as (...args: number[]) => number;
}

function byName(
  one: (name: MathName, f: Unary) => unknown,
  two: (name: MathName, f: Binary) => unknown,
): MathFunctions {
  return Object.fromEntries([
    ...unaryNames.map((name) => [name, one(name, unary[name])]),
    ...binaryNames.map((name) => [name, two(name, binary[name])]),
  ]) as MathFunctions;
}

export const hostMath: MathFunctions = byName(
  (name) => {
    let f: ((x: number) => number) | undefined;
    return (x: number) => {
      f ??= compiledFunction(name);
      return f(x);
    };
  },
  (name) => {
    let f: ((a: number, b: number) => number) | undefined;
    return (a: number, b: number) => {
      f ??= compiledFunction(name);
      return f(a, b);
    };
  },
);

export const numberMath: MathFunctions = byName(
  (_, f) => (x: number) => f(numbers, x),
  (_, f) => (a: number, b: number) => f(numbers, a, b),
);
