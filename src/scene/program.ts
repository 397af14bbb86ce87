/**
 * Evaluates the expressions of a picture. They are data, so that a page can evaluate them without the model; pictures need
 * no more accuracy than a pixel, so the functions are those of the host.
 */

import { evaluatePiecewise } from "../symbolic/piecewise.js";
import type { SceneProgram } from "./scene.js";

type Operation = (a: number, b: number, c: number) => number;

const operations: Readonly<Record<string, Operation>> = {
  neg: (a) => -a,
  sqrt: Math.sqrt,
  abs: Math.abs,
  floor: Math.floor,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: Math.min,
  max: Math.max,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  exp: Math.exp,
  log: Math.log,
  atan2: Math.atan2,
  pow: (a, b) => a ** b,
  select: (a, b, c) => (a > 0 ? b : c),
};

/** Computes the value of every step at (t, y). */
export function evaluateSteps(
  values: Float64Array,
  { steps, tables }: SceneProgram,
  t: number,
  y: ArrayLike<number>,
): void {
  for (let k = 0; k < steps.length; k++) {
    const [kind, a, b, c, d] = steps[k];
    if (kind === "number") values[k] = a;
    else if (kind === "t") values[k] = t;
    else if (kind === "y") values[k] = y[a];
    else if (kind === "table") values[k] = evaluatePiecewise(tables[a], b, values[c], d === undefined ? 0 : values[d]);
    else values[k] = operations[kind](values[a], values[b], values[c]);
  }
}
