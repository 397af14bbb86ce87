import type { F64 } from "./arena.js";
import type { Checkpoint } from "./checkpoint.js";
import type { Diagnosis } from "./diagnosis.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";

/** A projection bound to one problem: `Projection.bind` makes it, and the driver calls it. */
export interface Projector {
  /** Moves `s` in place; `from` is the start of the step that ended at `s`, if there was one. */
  apply(s: State, from?: State): Status;
  /** Iterations of the last call. */
  readonly iterations: number;
  /** Residual (max norm, positions and velocities) found at the start of the last call. */
  readonly residual: number;
  /** Distance of `s` from the manifold (max norm), without moving it; what `when: "drift"` watches. */
  drift?(s: State): number;
  /** The rate that the projection computes as a by-product, if any (IPA: the filtered force). */
  readonly rate?: F64;
  /** Called when a run begins: forgets earlier calls. */
  clear?(): void;
  /** Absent when one call passes nothing to the next. */
  readonly checkpoint?: Checkpoint | undefined;
  /** Why the last call was not "ok", and notes about the calls since `clear`. */
  readonly diagnosis?: Diagnosis;
  /** Allocates arrays and returns a function that computes, for pictures, the micro-solution that the filter averages
   * at a state. Absent when nothing is filtered; the function returns undefined where there is no window. */
  newMicroSolution?(): (s: State) => MicroSolution | undefined;
}

/**
 * The fast motion around a point, to both sides in time, and the filter that averages it; a filtering `Projector`
 * computes it.
 */
export interface MicroSolution {
  /** Times relative to the point, which is in the middle. */
  readonly t: Float64Array;
  /** Weights of the filter; they add up to 1. */
  readonly weights: Float64Array;
  /** Positions and velocities, one state after the other. */
  readonly y: Float64Array;
}
