import type { F64 } from "./arena.js";
import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";

/** A way back to the manifold. */
export interface Projection {
  readonly name: string;
  /** When it acts unless somebody says otherwise. Default "step". */
  readonly usually?: "step" | "evaluation";
  /** Why this projection cannot act on this problem; undefined when it can. */
  refuses(problem: Problem): Refusal | undefined;
  bind(problem: Problem): Projector;
}

export interface Projector {
  /** Move `s` in place; `from` is the start of the step that ended there, where one did. */
  apply(s: State, from?: State): Status;
  /** Iterations of the last call. */
  readonly iterations: number;
  /** Residual (max norm, positions and velocities) found at the start of the last call. */
  readonly residual: number;
  /** Distance of `s` from the manifold (max norm), without moving it; what `when: "drift"` watches. */
  drift?(s: State): number;
  /** The rate found on the way, when there is one (IPA: the filtered force). */
  readonly rate?: F64;
  /** Why the last call was not "ok", with what was measured, when the status alone does not say it. */
  readonly reason?: string | undefined;
  /** What a reader of the run should know of the calls since `clear`, in sentences. */
  notes?(): readonly string[];
  /** A run begins: forget earlier calls. */
  clear?(): void;
  /** After `clear` it is as if it had just been bound: nothing of an earlier run is left that could move a bit. */
  readonly forgets?: boolean;
  /**
   * The micro-solutions that filterings average, for pictures of them; arrays are born here. Absent when nothing is filtered;
   * undefined at a point where there is no window.
   */
  newMicroSolution?(): (s: State) => MicroSolution | undefined;
  /** What calls hand to the next, for checkpoints; absent when there is nothing. */
  save?(): Uint8Array;
  restore?(bytes: Uint8Array): void;
}

/** The fast motion around a point, to both sides in time, and the filter that averages it. */
export interface MicroSolution {
  /** Times from that of the point, which is in the middle. */
  readonly t: Float64Array;
  /** Weights of the filter; they add up to 1. */
  readonly weights: Float64Array;
  /** Positions and velocities, one state after the other. */
  readonly y: Float64Array;
}

/** When a projection acts. */
export type ProjectWhen =
  | { readonly when: "never" | "start" | "step" | "evaluation" }
  | { readonly when: "interval"; readonly every: number }
  | { readonly when: "drift"; readonly above: number };
