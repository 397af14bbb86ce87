/**
 * Elementary functions with the same bits everywhere: in Node, in any browser, in scalar and in f64x2 WebAssembly.
 */

import type { Func, Module } from "../../wasm/index.js";
import { addFunction, binaryNames, type MathName, unaryNames } from "./functions.js";
import { pair, scalar } from "./machines.js";

export type { MathFunctions, MathName } from "./functions.js";
export { hostMath, numberMath } from "./host.js";

/** The number of arguments. */
export const mathArity = Object.fromEntries([
  ...unaryNames.map((name) => [name, 1]),
  ...binaryNames.map((name) => [name, 2]),
]) as Readonly<Record<MathName, 1 | 2>>;

/** The function on one double, added to the module on first request; not exported by it. */
export function scalarFunction(module: Module, name: MathName): Func<"f64"> {
  const label = `math_${name}`;
  return module.once(label, () => addFunction(module, `_${label}`, name, scalar));
}

/** The function on two doubles, each lane with the bits of the scalar one. */
export function pairFunction(module: Module, name: MathName): Func<"v128"> {
  const label = `math_${name}_pair`;
  return module.once(label, () => addFunction(module, `_${label}`, name, pair));
}
