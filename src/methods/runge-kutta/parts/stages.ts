import { type Arena, addressed, type F64 } from "../../../core/index.js";
import type { Tableau } from "../tableaus/tableau.js";
import { type Row, row } from "./combine.js";

/** The rates of one Runge–Kutta run and the weights they are combined with, ready for `combine`. */
export interface Stages {
  readonly tableau: Tableau;
  /** Stages of the step, then the rate at its end, then those of dense output, one after the other. */
  readonly K: F64;
  /** The same as views. */
  readonly k: readonly F64[];
  /** Position of the rate at the end of the step, which is the number of stages before it. */
  readonly end: number;
  /** How to reach each stage from the start; `rows[end]` reaches the end of the step. */
  readonly rows: readonly Row[];
  readonly c: readonly number[];
  /** No, one or two error estimates, one after the other, and their weights. */
  readonly errors: readonly F64[];
  readonly errorRows: readonly Row[];
  /** What error estimates are added to. */
  readonly zero: F64;
  /** All stages; `denseWeights` fills in the weights. */
  readonly dense: Row;
}

export function stages(arena: Arena, dimension: number, tableau: Tableau): Stages {
  const { a, b, c, error, dense } = tableau;
  const count = b.length + 1 + (dense?.c.length ?? 0);
  const K = arena.f64(count * dimension);
  const estimates = error === undefined ? [] : [error.weights, ...(error.second === undefined ? [] : [error.second])];
  const errors = arena.f64(estimates.length * dimension);
  return {
    tableau,
    K,
    k: Array.from({ length: count }, (_, i) => addressed(K.subarray(i * dimension, (i + 1) * dimension))),
    end: b.length,
    rows: [...a, b, ...(dense?.a ?? [])].map((weights) => row(weights, dimension)),
    c: [...c, 1, ...(dense?.c ?? [])],
    errors: estimates.map((_, e) => addressed(errors.subarray(e * dimension, (e + 1) * dimension))),
    errorRows: estimates.map((weights) => row(weights, dimension)),
    zero: arena.f64(error === undefined ? 0 : dimension),
    dense: row(Array<number>(count).fill(1), dimension),
  };
}

/** The size of an error from the norm of its one estimate; of two, e_1^2 / sqrt(e_1^2 + 0.01 e_2^2) (dop853.f). */
export function combinedNorm(first: number, second: number | undefined): number {
  if (second === undefined || first === 0) return first;
  const ratio = (0.1 * second) / first;
  return first / Math.sqrt(1 + ratio * ratio);
}
