/** The functions by name, and how each is added to a module. */

import type { Func, Module } from "../wasm/index.js";
import type { Binary, Unary } from "./algebra.js";
import { emit } from "./emit.js";
import { cosh, exp, sinh, tanh } from "./exponential.js";
import { acos, asin, atan, atan2 } from "./inverse.js";
import { log } from "./logarithm.js";
import type { Machine } from "./machines.js";
import { pow } from "./power.js";
import { cos, sin, tan } from "./trigonometric.js";

export const unary = { exp, log, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh } satisfies Record<string, Unary>;
export const binary = { atan2, pow } satisfies Record<string, Binary>;

export type UnaryName = keyof typeof unary;
export type BinaryName = keyof typeof binary;
export type MathName = UnaryName | BinaryName;

/** Every function on numbers. */
export type MathFunctions = Readonly<
  Record<UnaryName, (x: number) => number> & Record<BinaryName, (a: number, b: number) => number>
>;

export const isBinary = (name: MathName): name is BinaryName => name in binary;
export const unaryNames = Object.keys(unary) as readonly UnaryName[];
export const binaryNames = Object.keys(binary) as readonly BinaryName[];

/** Add a function to a module under `label`, for one of the machines. */
export function addFunction<V extends "f64" | "v128", M extends "i32" | "v128">(
  module: Module,
  label: string,
  name: MathName,
  machine: Machine<V, M>,
): Func<V> {
  const { value } = machine;
  return isBinary(name)
    ? module.func(label, { a: value, b: value }, value, (f, { a, b }) =>
        emit(module, f, machine, (op) => binary[name](op, a, b)),
      )
    : module.func(label, { x: value }, value, (f, { x }) => emit(module, f, machine, (op) => unary[name](op, x)));
}
