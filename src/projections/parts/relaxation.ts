import type { Checkpoint, F64, State, Status } from "../../core/index.js";

/** out -= alpha F(at) h(at), where h is the residual and F has one of the forms of Ascher. */
export interface Relaxation {
  /** |h| in the max norm at `s`. */
  residual(s: State): number;
  /** `at` may be `out`. */
  relax(out: State, at: State, alpha: number): Status;
  /** (3.7): finds the `s` with s = start - alpha F(s) h(s), beginning at s = start; undefined for forms without this
   * variant. */
  relaxImplicitly?(s: State, alpha: number): Status;
  /** Iterations of the last call. */
  readonly iterations: number;
  /** Saves where the factorisation was made, because a factorisation that is reused is part of the run's state. */
  readonly checkpoint?: Checkpoint;
}

/** Whether an iteration has moved `x` from `before` by no more than rounding. */
export function isSettled(x: F64, before: F64): boolean {
  let change = 0;
  let size = 0;
  for (let k = 0; k < x.length; k++) {
    change = Math.max(change, Math.abs(x[k] - before[k]));
    size = Math.max(size, Math.abs(x[k]));
  }
  return change <= 4 * 2 ** -52 * size;
}
