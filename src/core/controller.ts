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
  /** `kinds` says which components are measured together; without it, each is measured by itself. */
  bind(dimension: number, kinds?: Kinds): Pacer;
}

/**
 * What the components of y are, as far as their sizes go. Components of one group, such as the places of all points,
 * are compared with the largest of the group. Groups of one block, such as all positions, are coupled closely enough
 * that rounding of the largest is felt by all.
 */
export interface Kinds {
  /** The group of each component of y, from 0. */
  readonly groups: Int32Array;
  /** The block of each group. */
  readonly blocks: readonly Block[];
}

/** "q" and "v" are positions and velocities of mechanics, "y" all other components. */
export type Block = "q" | "v" | "y";

/** A controller bound to one run: `Controller.bind` makes it, and the driver calls it after every attempt. */
export interface Pacer {
  /** Scaled norm of an error estimate over a step from `before` to `after`; accept when it is at most 1. */
  norm(error: F64, before: F64, after: F64): number;
  /** The tolerances behind `norm`, from which generated code computes the same bits; undefined when `norm` must be
   * called. */
  readonly tolerances?: Tolerances;
  /** The relative tolerance; undefined when there is none. */
  readonly rtol?: number;
  /** The next step after an attempt with this norm; above 1 it is the step to retry with. `order` is the power in error
   * ~ h^order. */
  next(h: number, norm: number, order: number, accepted: boolean): number;
  /** First step, given y, F(t, y) and a trial derivative at an Euler step; or a fixed one. */
  readonly initialStep: number | undefined;
  readonly maxStep: number;
  /** Writes the tolerance of each component, `atol + rtol |y|`. */
  scale(out: F64, y: F64): void;
  /** Called with the start: first alone, then with the rates there, if they are known, and at last with the first step
   * to try. Absent, as is `learn`, when the tolerances do not depend on the states. */
  begin?(y: F64, rate?: F64, h?: number): void;
  /** Called with every accepted state, at the end of a step of length h: sizes of components are learnt from it. `whole`
   * is the length that the step would have had, if it was cut to end at a given time or before a switch. Default: h. */
  learn?(y: F64, h: number, whole?: number): void;
  /** Whether all of a block is zero and has been since the start, and `expect` has not been called yet, unless it is to be called
   * `again`. Absent, as is `expect`, when the tolerances do not depend on the states. */
  lacksSizes?(again?: boolean): boolean;
  /** The sizes that components are expected to have at first, and `later`; they count for blocks without one. False if they
   * change no tolerance. */
  expect?(sizes: F64, later?: F64): boolean;
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
  /** Increases whenever an entry of `atol` changes. */
  readonly revision: number;
  readonly rtol: number;
  readonly norm: "rms" | "max";
}
