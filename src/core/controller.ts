import type { F64 } from "./arena.js";
import type { Checkpoint } from "./checkpoint.js";

/**
 * Paces a run: decides which step to try first, whether to accept it, and which step to try next. `fixed` and
 * `errorControlled` make the built-in ones.
 */
export interface Controller {
  readonly name: string;
  /** True when the controller needs the stepper's error estimate. */
  readonly needsError: boolean;
  bind(dimension: number): Pacer;
}

/** A controller bound to one run: `Controller.bind` makes it, and the driver calls it after every attempt. */
export interface Pacer {
  /** Scaled norm of an error estimate over a step from `before` to `after`; accept when it is at most 1. */
  norm(error: F64, before: F64, after: F64): number;
  /** The tolerances behind `norm`, from which generated code computes the same bits; undefined when `norm` must be
   * called. */
  readonly tolerances?: Tolerances;
  /** The next step after an attempt with this norm; above 1 it is the step to retry with. `order` is the power in error
   * ~ h^order. */
  next(h: number, norm: number, order: number, accepted: boolean): number;
  /** First step, given y, F(t, y) and a trial derivative at an Euler step; or a fixed one. */
  readonly initialStep: number | undefined;
  readonly maxStep: number;
  /** Writes the tolerance of each component, `atol + rtol |y|`. */
  scale(out: F64, y: F64): void;
  /** Called when a run begins: forgets earlier steps. Absent when there is nothing to forget. */
  clear?(): void;
  /** Absent when the pacer remembers nothing of earlier steps. */
  readonly checkpoint?: Checkpoint;
}

/**
 * The tolerances of a `Pacer`. Its norm is the root mean square, or the largest, of error_i / (atol_i + rtol
 * max(|before_i|, |after_i|)); 0 where the error is 0.
 */
export interface Tolerances {
  readonly atol: Float64Array;
  readonly rtol: number;
  readonly norm: "rms" | "max";
}
