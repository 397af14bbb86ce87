/**
 * A method is a reusable description; a stepper carries out one run of it. Methods and projections never import each
 * other.
 */

import type { F64 } from "./arena.js";
import type { Pacer } from "./controller.js";
import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";

/**
 * A way to step problems: a reusable description, from which `bind` makes the stepper of one run. The functions of
 * `taut/methods` make the built-in ones; a method of your own is an object with these members.
 */
export interface Method {
  readonly name: string;
  /** Order of the global error. */
  readonly order: number;
  /** Its steppers estimate the error, so that steps can be chosen by tolerance. */
  readonly estimatesError: boolean;
  /** What the method needs of a problem: a complete right-hand side, forces, or forces with constraints that the method
   * itself keeps. */
  readonly wants: "rates" | "forces" | "constraints";
  /** Which of the constraints that are left to the method hold to rounding after a step; undefined when none do. */
  readonly keeps?: "positions" | "positions and velocities";
  /** Its step is a kick, a drift and a kick, so that other flows can be inserted between them (BAOAB). */
  readonly kicksAndDrifts?: boolean;
  /** The method can solve for algebraic variables that the formulation leaves to it. */
  readonly solvesVariables?: boolean;
  /** The method cannot take fixed steps, because it chooses its order by the tolerance (Adams). */
  readonly needsTolerance?: boolean;
  /** The stability limits for y' = lambda y; undefined when they are unknown or not fixed numbers. */
  readonly stability?: Stability;
  /** Its steps draw random numbers, so a run cannot be taken up again in the middle without a checkpoint. */
  readonly random?: boolean;
  /** What the reader of a report should know about the options, in one sentence (for a heat bath: temperature,
   * friction, seed). */
  readonly note?: string;
  /** Why the method cannot step this problem; undefined when it can. */
  refuses(problem: Problem): Refusal | undefined;
  bind(problem: Problem, evaluator?: Evaluator): Stepper;
}

/**
 * The stability limits of a `Method`: the largest h |lambda| without growth, for real negative and for imaginary
 * lambda.
 */
export interface Stability {
  readonly real: number;
  readonly imaginary: number;
}

/** Records that one method handed over to another at an accepted step; a `Solution` lists them. */
export interface Handover {
  readonly t: number;
  readonly from: string;
  readonly to: string;
  /** One sentence that gives the numbers behind the decision. */
  readonly reason: string;
}

/**
 * Evaluates the right-hand side at a stage. It may first move the stage, which is scratch, onto the manifold (Ariel eq.
 * 38, Gear sec. 4). The driver passes it to `Method.bind` when a projection acts at every evaluation.
 */
export interface Evaluator {
  eval(dy: F64, stage: State): Status;
}

/** One run of a method, bound to a problem: `Method.bind` makes it, and the driver calls its members. */
export interface Stepper {
  /** Called once with the consistent start of a new run, but not of a resumed one. The stepper may move the start
   * within the constraints (heat baths draw velocities). */
  drawStart?(s: State): Status;
  /** Begins a run at `s`. */
  start(s: State): Status;
  /** After `start` the stepper behaves as if it had just been bound: no trace of an earlier run can change a bit of the
   * results. */
  readonly forgets?: boolean;
  /** Tries a step of length h from `s` and writes the result to `next`; never writes to `s`. */
  attempt(next: State, s: State, h: number): Status;
  /** The driver has accepted the last attempt: commit the history and any rate kept for the next step (first same as
   * last). */
  accept(): void;
  /** A projection or an event has changed the accepted state, so values that were computed from it are stale. When
   * `only` is "velocities", values that depend on positions alone may be kept. */
  moved(s: State, only?: "velocities"): void;
  /** The local error estimate of the last attempt, as long as y; absent for methods without an estimate. */
  readonly error?: F64;
  /** The size of the error in units of the tolerance, for methods where it is more than `pacer.norm(error, before,
   * after)` (DOP853). */
  errorNorm?(pacer: Pacer, before: F64, after: F64): number;
  /** Order of the error estimate plus one, for the controller: error ~ h^errorOrder. */
  readonly errorOrder?: number;
  /** For methods that choose order and step together (Adams, extrapolation): receives their tolerances before `start`.
   * Not called when steps are fixed. */
  pace?(pacer: Pacer): void;
  /** For the same methods: the next step, positive, which the driver prefers to `pacer.next`. The driver calls it once
   * after every attempt of length h, with the norm of the error (Infinity when the attempt broke off). `s` is the end
   * of an accepted attempt, after any projection, and the start of a rejected one. */
  nextStep?(s: State, h: number, norm: number, accepted: boolean): number;
  /** Writes the state at `s.t + theta h` inside the last attempted step, 0 <= theta <= 1; valid until the next attempt.
   * It can fail, because some dense outputs evaluate more stages. */
  interpolate?(out: F64, theta: number): Status;
  /** The method's own multipliers at the end of the last attempt, where they are not the KKT multipliers of (q, v). */
  readonly multipliers?: F64;
  /** The largest constraint residual after the last attempt, for methods that solve for constraints; it explains the
   * status "diverged". */
  readonly residual?: number;
  /** For methods that solve equations: the component of y that stopped the last attempt. It is the component of the
   * largest correction, of the vanished pivot or of the rate that is not finite; -1 when unknown. */
  readonly culprit?: number;
  /** Computes the physical state, for methods that step other variables (Z&S: q = x + beta h^2 a). */
  physical?(out: State, s: State): void;
  /** For methods made of two: when one handed over to the other, and why. */
  readonly handovers?: readonly Handover[];
  /** One sentence that warns the user although the run goes on; undefined while there is nothing to warn about. */
  readonly warning?: string | undefined;
  /** Everything that a checkpoint needs besides the state: after `start(s)` and `restore` the run continues with the
   * same bits and the same counts. A rate kept from the last step (first same as last) is therefore included. */
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
}
