/**
 * Elementary functions with the same bits everywhere: in Node, in any browser, in scalar and in f64x2 WebAssembly.
 */

import type { Func, Module } from "../../wasm/index.js";
import type { Binary, Unary } from "./algebra.js";
import { emit } from "./emit.js";
import { cosh, exp, sinh, tanh } from "./exponential.js";
import { acos, asin, atan, atan2 } from "./inverse.js";
import { log } from "./logarithm.js";
import { type Machine, pair, scalar } from "./machines.js";
import { numbers } from "./numbers.js";
import { pow } from "./power.js";
import { cos, sin, tan } from "./trigonometric.js";

const unary = { exp, log, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh } satisfies Record<string, Unary>;
const binary = { atan2, pow } satisfies Record<string, Binary>;

type UnaryName = keyof typeof unary;
type BinaryName = keyof typeof binary;
export type MathName = UnaryName | BinaryName;

const host = (f: Unary) => (x: number) => f(numbers, x);
const host2 = (f: Binary) => (a: number, b: number) => f(numbers, a, b);

/** The functions on numbers. */
export const hostMath: Readonly<
  Record<UnaryName, (x: number) => number> & Record<BinaryName, (a: number, b: number) => number>
> = {
  exp: host(exp),
  log: host(log),
  sin: host(sin),
  cos: host(cos),
  tan: host(tan),
  asin: host(asin),
  acos: host(acos),
  atan: host(atan),
  sinh: host(sinh),
  cosh: host(cosh),
  tanh: host(tanh),
  atan2: host2(atan2),
  pow: host2(pow),
};

export const mathArity: Readonly<Record<MathName, 1 | 2>> = {
  exp: 1,
  log: 1,
  sin: 1,
  cos: 1,
  tan: 1,
  asin: 1,
  acos: 1,
  atan: 1,
  sinh: 1,
  cosh: 1,
  tanh: 1,
  atan2: 2,
  pow: 2,
};

function onMachine<V extends "f64" | "v128", M extends "i32" | "v128">(
  module: Module,
  name: MathName,
  machine: Machine<V, M>,
): Func<V> {
  const label = `math_${machine.value}_${name}`;
  const { value } = machine;
  return module.once(label, () => {
    if (name === "atan2" || name === "pow")
      return module.func(`_${label}`, { a: value, b: value }, value, (f, { a, b }) =>
        emit(module, f, machine, (op) => binary[name](op, a, b)),
      );
    return module.func(`_${label}`, { x: value }, value, (f, { x }) =>
      emit(module, f, machine, (op) => unary[name](op, x)),
    );
  });
}

/** The function on one double, added to the module on first request and not exported. */
export const scalarFunction = (module: Module, name: MathName): Func<"f64"> => onMachine(module, name, scalar);
/** The function on two doubles, lane by lane the same bits. */
export const pairFunction = (module: Module, name: MathName): Func<"v128"> => onMachine(module, name, pair);
