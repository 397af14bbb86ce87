import type { F64 } from "./arena.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";

/** A projection that is bound to a problem. */
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
  /** Why the last call was not "ok", with the measured numbers, when the status alone does not explain it. */
  readonly reason?: string | undefined;
  /** What the reader of a report should know about the calls since `clear`, in sentences. */
  notes?(): readonly string[];
  /** Called when a run begins: forgets earlier calls. */
  clear?(): void;
  /** After `clear` the projector behaves as if it had just been bound: no trace of an earlier run can change a bit of
   * the results. */
  readonly forgets?: boolean;
  /** Allocates arrays and returns a function that computes, for pictures, the micro-solution that the filter averages
   * at a state. Absent when nothing is filtered; the function returns undefined where there is no window. */
  newMicroSolution?(): (s: State) => MicroSolution | undefined;
  /** What one call passes to the next, for checkpoints; absent when that is nothing. */
  save?(): Uint8Array;
  restore?(bytes: Uint8Array): void;
}

/** The fast motion around a point, to both sides in time, and the filter that averages it. */
export interface MicroSolution {
  /** Times relative to the point, which is in the middle. */
  readonly t: Float64Array;
  /** Weights of the filter; they add up to 1. */
  readonly weights: Float64Array;
  /** Positions and velocities, one state after the other. */
  readonly y: Float64Array;
}
