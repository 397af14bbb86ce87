/** What runs on constraints need beyond steps: consistent starts, and constraints that depend on each other. */

import type { Projector } from "./projector.js";
import type { State } from "./state.js";
import type { Trouble } from "./trouble.js";

/** Residuals of the constraints at one state, and the name of the worst. */
export interface Residuals {
  readonly position: number;
  readonly velocity: number;
  readonly worst?: string;
  /** The constraint that is worst at either level, where one is violated at all. */
  readonly worstOf?: { readonly position: string; readonly velocity: string };
}

/** A value that the consistent start replaced. */
export interface Change {
  readonly name: string;
  readonly given: number;
  readonly became: number;
  /** The constraint that was violated most. */
  readonly constraint?: string;
}

/** What was done to the start of a run, and what it was like. */
export interface StartReport {
  readonly mode: "project" | "check" | "assume";
  /** Largest displacement of a coordinate and of a velocity. */
  readonly moved: { readonly q: number; readonly v: number };
  /** Largest |g| before and after. */
  readonly position: { readonly before: number; readonly after: number };
  /** Largest |G v + g_t| before and after. */
  readonly velocity: { readonly before: number; readonly after: number };
  /** The constraint that was worst before. */
  readonly worst?: string;
  /** Values that changed considerably: the largest such change of a coordinate, and of a velocity. */
  readonly changes?: readonly Change[];
  readonly iterations: number;
}

/** Makes starts consistent. It is bound once, for a run and its restarts. */
export interface Starter {
  /** Called first, with the start `s` as it is given. */
  ready(s: State): void;
  /** Makes `s` consistent, in place. */
  begin(s: State, mode: StartReport["mode"], tolerance: number): { report: StartReport; trouble?: Trouble };
  /** Decides which constraints are redundant, at a start that `begin` has made consistent. */
  freeze(s: State): Trouble | undefined;
}

/** Redundant constraints of a run, and the multipliers that they leave undetermined at its end. */
export interface Redundancy {
  /** Constraints that follow from the others and were left out, and the joints that they belong to. */
  readonly constraints: readonly string[];
  readonly joints: readonly string[];
  /** What is not determined: multipliers by the names of their constraints, and the joints whose reactions have a part
   * in that. Every other multiplier is determined. */
  readonly undetermined: { readonly constraints: readonly string[]; readonly joints: readonly string[] };
}

/** The projections that a start may use: the run's own, and the exact one onto the manifold. */
export interface StartProjectors {
  readonly own: Projector | undefined;
  readonly exact: Projector | undefined;
}

/**
 * How a run treats and reports constraints that may be violated at the start, redundant, or dependent: `consistency` of
 * a `Workspace` binds it. Work arrays are allocated then, not when a run fails.
 */
export interface Consistency {
  readonly starter: Starter;
  /** The trouble of a start in a singular position whose velocities do not determine how the motion goes on. */
  undetermined(s: State): Pick<Trouble, "cause" | "advice">;
  residuals(s: State): Residuals;
  /** Whether constraints were left out at the start, so that `dropped` must be asked at every accepted state. */
  readonly hasDropped: boolean;
  /** The trouble at an accepted state where a constraint that was left out no longer follows from the others. */
  dropped(s: State): Trouble | undefined;
  /** The same trouble with the name of a constraint, if the last good state is close to a singular position. */
  blame(trouble: Trouble, cause: string, good: State): Trouble;
  /** The redundancy at a state, with a sentence about it; undefined where nothing is redundant. */
  redundancy(s: State): { readonly found: Redundancy; readonly note: string } | undefined;
  /** Warnings about the start, one sentence each. */
  warnings(report: StartReport): readonly string[];
}
