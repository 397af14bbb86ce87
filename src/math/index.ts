/**
 * Elementary functions with the same bits everywhere: in Node, in any browser, in scalar and in f64x2 WebAssembly.
 *
 * Each function is written once, over an algebra of exactly specified operations (`algebra.ts`), and read on numbers, as
 * scalar code and as code for two doubles at a time. The functions cover the whole range of doubles, including huge
 * arguments of sin and subnormal results of exp, and have the special values of C99 annex F. The payload of NaN is
 * unspecified.
 *
 * These are the largest errors found, in units of the last place (0.5 is the best possible), against 113-bit arithmetic
 * over ten million random arguments each, including arguments near multiples of π/2, near 1, huge, tiny and subnormal:
 *
 *     exp   0.63 (0.77 where the result is subnormal)     sinh  0.65     asin  0.64     sin  0.64
 *     log   0.66                                          cosh  0.61     acos  0.63     cos  0.64
 *     pow   0.63 (0.76 where the result is subnormal)     tanh  0.68     atan  0.68     tan  0.74
 *                                                                        atan2 0.69
 */

import type { Func, Module } from "../wasm/index.js";
import { addFunction, binaryNames, type MathName, unaryNames } from "./functions.js";
import { pair, scalar } from "./machines.js";

export type { MathFunctions, MathName } from "./functions.js";
export { hostMath, numberMath } from "./host.js";

/** The number of arguments of each function. */
export const mathArity = Object.fromEntries([
  ...unaryNames.map((name) => [name, 1]),
  ...binaryNames.map((name) => [name, 2]),
]) as Readonly<Record<MathName, 1 | 2>>;

/** The function on one double. It is added to the module on first request, and the module does not export it. */
export function scalarFunction(module: Module, name: MathName): Func<"f64"> {
  const label = `math_${name}`;
  return module.once(label, () => addFunction(module, `_${label}`, name, scalar));
}

/** The function on two doubles; each lane has the bits of the scalar function. */
export function pairFunction(module: Module, name: MathName): Func<"v128"> {
  const label = `math_${name}_pair`;
  return module.once(label, () => addFunction(module, `_${label}`, name, pair));
}
