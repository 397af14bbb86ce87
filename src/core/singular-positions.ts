/** Singular positions, at which constraints depend on each other for an instant, and the part of a run that passes them. */

import type { F64, I32 } from "./arena.js";
import type { Checkpoint } from "./checkpoint.js";
import type { Pacer } from "./controller.js";
import type { Owners } from "./part.js";
import type { Problem } from "./problem.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { DenseOutput } from "./stepper.js";

/** How a run notices and passes singular positions: `singular` of `Constraints`. */
export interface SingularPositions {
  /** One entry, which evaluations set to 1 when they meet a pivot of G M^-1 G^T far below its own diagonal: a singular
   * position may be near. The reader sets it back to 0. */
  readonly alarm: I32;
  /** Those that the present run has passed, in the order in which it met them. */
  readonly passed: PassedInstant[];
  /** The part that passes them in a run: with `pacer` when steps are chosen by tolerance, with `step` when they are
   * fixed. Undefined when the constraints of the problem cannot become dependent, or are not solved for by the equations
   * that a crossing uses. */
  passing(problem: Problem, pacer: Pacer | undefined, direction: number, step?: number): Passing | undefined;
}

/** Passes singular positions in one run. */
export interface Passing extends Checkpoint {
  /** States inside the crossed interval, as a dense output of the step that crosses it. */
  readonly dense: DenseOutput;
  /** Whether there is an interval to be crossed; a crossing that ended inside its interval leaves the rest of it. */
  readonly isPlanned: boolean;
  /** Whether `room` may limit steps. */
  readonly limits: boolean;
  /** What to do where a run ends at a singular position that it could not pass. */
  readonly advice: string;
  /** Forgets everything, for a new run. */
  clear(): void;
  /** Whether the next step is to cross an interval. */
  isDue(t: number): boolean;
  /** How long a step from time t may be. */
  room(t: number): number;
  /** Whether an alarm was given since the last question, after an attempt that led to `tried`. */
  hears(tried: State): boolean;
  /** Looks for a singular position ahead of `s`, after an alarm in a step of length h > 0 from there, which led to
   * `tried`; its error was `norm` tolerances. True if steps must end before it. */
  plans(s: State, h: number, tried: State, norm: number): boolean;
  /** The middle of the interval that is planned. */
  readonly instant: number;
  /** Gives up the interval that was planned, because the constraints that are left out have changed. */
  retract(): void;
  /** Crosses the interval from `s` and writes the end to `next`, at `target` if that lies inside. */
  cross(next: State, s: State, target: number): "crossed" | "approach" | "declined";
  /** The instants that have been passed up to time t. */
  passedUntil(t: number): readonly PassedInstant[];
  /** Begins at a state in a singular position, on the branch to which its velocities belong; false if there is none. */
  begins(s: State): boolean;
  /** The length of a step that suits the interval. */
  readonly pace: number;
  /** The sentence about an instant that a run which began at time `from` has passed. */
  note(instant: PassedInstant, from: number): string;
}

/**
 * An instant at which the constraints of a run were dependent, and which the run has passed by continuation: its time,
 * the constraints, and what became of the multipliers.
 */
export interface Passage {
  readonly t: number;
  /** Names of the constraints that depend on each other there. */
  readonly constraints: readonly string[];
  /** Names of the joints that these belong to; empty in models without joints. */
  readonly joints: readonly string[];
  /** "limits": all multipliers have limits at t, and results show them. "unbounded": they grow like 1 / (t - time). */
  readonly multipliers: "limits" | "unbounded";
}

/** A passed instant with the multipliers of the interval around it, where the equations do not give them reliably. */
export interface PassedInstant extends Passage {
  /** What the constraints belong to. */
  readonly owners: Owners;
  /** Half the length of the interval. */
  readonly reach: number;
  /** Whether `t` is in the interval. */
  holds(t: number): boolean;
  /** The multipliers at a time in the interval; "singular" at the instant itself if they are unbounded. */
  multipliersAt(lambda: F64, t: number): Status;
}
