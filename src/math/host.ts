/**
 * The functions for code outside WebAssembly, in two readings with the same bits: `hostMath` calls the scalar code, which
 * is compiled on first use; `numberMath` evaluates the definitions on JavaScript numbers, which is about twenty times
 * slower, and is the oracle of the tests.
 */

import { instantiate, Module } from "../wasm/index.js";
import type { Binary, Unary } from "./algebra.js";
import { addFunction, binary, binaryNames, type MathFunctions, type MathName, unary, unaryNames } from "./functions.js";
import { scalar } from "./machines.js";
import { numbers } from "./numbers.js";

/** Every module imports a memory, even though these functions do not use it. */
let memory: WebAssembly.Memory | undefined;

/** Each function has its own module: compiling all takes a tenth of a second, and most programs need two or three. */
function compiledFunction(name: MathName): (...args: number[]) => number {
  const module = new Module();
  addFunction(module, name, name, scalar);
  memory ??= new WebAssembly.Memory({ initial: 1 });
  return instantiate(module, memory)[name] as (...args: number[]) => number;
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
