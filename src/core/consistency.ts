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
  readonly level: "position" | "velocity";
  readonly given: number;
  readonly became: number;
  /** The constraint that was violated most. */
  readonly constraint?: string;
}

/** How far a joint or a constraint is from holding: a length or an angle (radians), or its value where it is neither. */
export interface Gap {
  readonly name: string;
  readonly kind: "joint" | "constraint";
  readonly length?: number;
  readonly angle?: number;
  readonly value?: number;
}

/** How far a body, a point or a coordinate was moved, and by which angle (radians) a body was turned. */
export interface Displacement {
  readonly name: string;
  readonly kind: "body" | "point" | "coordinate";
  readonly moved: number;
  readonly turned?: number;
}

/** How a start that was off the constraints was put together, in the names of the model; the largest come first. */
export interface Assembly {
  /** Joints and constraints that did not hold in the start as given. */
  readonly open: readonly Gap[];
  /** What was moved. */
  readonly moved: readonly Displacement[];
  /** How many more there are than the lists have. */
  readonly more: { readonly open: number; readonly moved: number };
  /** What the model marks `hold`. */
  readonly held?: readonly string[];
}

/** Constraints that contradict each other, where no start satisfies all of them. */
export interface OpenLoop {
  /** Joints and constraints of the loop, and what they connect; in the order of the loop if it is a single one. */
  readonly joints: readonly string[];
  readonly parts: readonly string[];
  /** The way around the loop in words: ground, joint, body, joint, …, ground. */
  readonly around: string;
  /** What is left open in one of them when all others are closed. */
  readonly missing: Gap;
  /** True if the search for the best position ended at its limit, as it does for ropes of a hundred links: `missing` is then
   * an estimate, because parts of it are still in other joints. */
  readonly isEstimate?: boolean;
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
  /** What was open and what was moved, by name; only where positions were off the constraints. */
  readonly assembly?: Assembly;
  /** What cannot be closed, if that is why there is no consistent start. */
  readonly loop?: OpenLoop;
  readonly iterations: number;
}

/** Makes starts consistent. It is bound once, for a run and its restarts. */
export interface Starter {
  /** Called first, with the start `s` as it is given; `rough` if it may be replaced by one that is off the constraints. */
  ready(s: State, rough?: boolean): void;
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

/** What joints can do at a state, apart from what drives them. */
export interface Mobility {
  /** Degrees of freedom without the constraints that read the time. */
  readonly freedom: number;
  /** Joints between bodies that can only move as one. */
  readonly locked: readonly string[];
  /** Joints of a machine without freedom that would move if their axes were not fixed. */
  readonly lockedBy: readonly string[];
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
  /** Leaves out other redundant constraints where those that are kept nearly depend on each other; true if it did, and the
   * method must begin again. `reason` says what it is asked after. */
  rechoose(s: State, reason: "step" | "alarm" | "failure"): boolean;
  /** The trouble at an accepted state where a constraint that was left out no longer follows from the others. */
  dropped(s: State): Trouble | undefined;
  /** The same trouble with the name of a constraint, if the last good state is close to a singular position. */
  blame(trouble: Trouble, cause: string, good: State): Trouble;
  /** The redundancy at a state, with a sentence about it; undefined where nothing is redundant. */
  redundancy(s: State): { readonly found: Redundancy; readonly note: string } | undefined;
  /** Warnings about the start, one sentence each. */
  warnings(report: StartReport): readonly string[];
  /** How the start was assembled, in sentences. */
  notes(report: StartReport): readonly string[];
}
