import type { Arena, F64 } from "../core/index.js";
import { type Row, row } from "./combine.js";
import type { Tableau } from "./tableaus/tableau.js";

/** The rates of one Runge–Kutta run and the weights they are combined with, ready for `combine`. */
export interface Stages {
  /** Stages of the step, then the rate at its end, then those of dense output, one after the other. */
  readonly K: F64;
  /** The same as views. */
  readonly k: readonly F64[];
  /** Position of the rate at the end of the step, which is the number of stages before it. */
  readonly end: number;
  /** How to reach each stage from the start; `rows[end]` reaches the end of the step. */
  readonly rows: readonly Row[];
  readonly c: readonly number[];
  /** No, one or two error estimates. */
  readonly errors: readonly Row[];
  /** All stages; `denseWeights` fills in the weights. */
  readonly dense: Row;
}

export function stages(arena: Arena, dimension: number, tableau: Tableau): Stages {
  const { a, b, c, error, dense } = tableau;
  const count = b.length + 1 + (dense?.c.length ?? 0);
  const K = arena.f64(count * dimension);
  const errors = error === undefined ? [] : [error.weights, ...(error.second === undefined ? [] : [error.second])];
  return {
    K,
    k: Array.from({ length: count }, (_, i) => K.subarray(i * dimension, (i + 1) * dimension)),
    end: b.length,
    rows: [...a, b, ...(dense?.a ?? [])].map((weights) => row(weights, dimension)),
    c: [...c, 1, ...(dense?.c ?? [])],
    errors: errors.map((weights) => row(weights, dimension)),
    dense: row(Array<number>(count).fill(1), dimension),
  };
}
