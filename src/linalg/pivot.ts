/** The parameters and the test of a pivot that the looping and the unrolled factorisation share. */

import type { F64, I32, Statement } from "../wasm/index.js";
import { f64, i32, when } from "../wasm/index.js";

/** The number of arrays of values: one for a symmetric matrix, two for a general one. */
export type Sides = 1 | 2;

const policy = { dropped: "i32", tolerance: "f64", mark: "i32" } as const;
/** Parameters of `factor` for a symmetric and for a general matrix, and of `solve`. */
export const factorParams = { store: "i32", lower: "i32", ...policy } as const;
export const generalParams = { store: "i32", lower: "i32", upper: "i32", ...policy } as const;
export const solveParams = { store: "i32", x: "i32" } as const;

/**
 * Whether a pivot is acceptable. A symmetric matrix must be positive definite: d > tolerance a_kk. A general one only has
 * to be invertible: |d| > tolerance |a_kk|. The test is false for NaN and infinity.
 */
function isAcceptable(sides: Sides, d: F64, diagonal: F64, tolerance: F64): I32 {
  const size = (x: F64): F64 => (sides === 1 ? x : f64.abs(x));
  return i32.and(
    f64.gt(size(d), f64.mul(tolerance, size(diagonal))),
    f64.lt(size(d), f64.const(Number.POSITIVE_INFINITY)),
  );
}

/** A 32-bit flag that a factorisation sets to 1 when it meets a pivot below `ratio` times its diagonal. */
export interface Alarm {
  readonly address: number;
  readonly ratio: number;
}

/** `refuse` where a pivot is not acceptable; an alarm, whose ratio is above the tolerance, is given before. */
export function whenSmall(
  sides: Sides,
  d: F64,
  diagonal: F64,
  tolerance: F64,
  refuse: readonly Statement[],
  alarm: Alarm | undefined,
): Statement {
  const below = (bound: F64, then: readonly Statement[]): Statement =>
    when(i32.eqz(isAcceptable(sides, d, diagonal, bound)), [...then]);
  if (alarm === undefined) return below(tolerance, refuse);
  return below(f64.const(alarm.ratio), [i32.store(i32.const(alarm.address), i32.const(1)), below(tolerance, refuse)]);
}

export const isNotFinite = (d: F64): I32 => f64.ne(f64.sub(d, d), f64.const(0));
