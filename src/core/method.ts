/**
 * A method is a reusable description; a stepper carries out one run of it. Methods and projections never import each
 * other.
 */

import type { F64 } from "./arena.js";
import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { Stepper } from "./stepper.js";

/** Properties of a method from which it is chosen, paced and described. */
interface MethodTraits {
  readonly name: string;
  /** Order of the global error. */
  readonly order: number;
  /** Its steppers estimate the error, so that steps can be chosen by tolerance. */
  readonly estimatesError?: boolean;
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
  /** The method damps oscillations that its steps do not resolve, and their energy with them. */
  readonly damps?: boolean;
  /** Its steps draw random numbers, so a run cannot be taken up again in the middle without a checkpoint. */
  readonly random?: boolean;
  /** What the reader of a report should know about the options, in one sentence (for a heat bath: temperature,
   * friction, seed). */
  readonly note?: string;
}

/**
 * A way to step problems: a reusable description, from which `bind` makes the stepper of one run. The functions of
 * `taut/methods` make the built-in ones; a method of your own is an object with these members.
 */
export interface Method extends MethodTraits {
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

/**
 * Evaluates the right-hand side at a stage. It may first move the stage, which is scratch, onto the manifold (Ariel eq.
 * 38, Gear sec. 4). The driver passes it to `Method.bind` when a projection acts at every evaluation.
 */
export interface Evaluator {
  /** Runge–Kutta methods build stages from the start of the step as it is, not from where the evaluator moved it. */
  readonly fromStart?: boolean;
  eval(dy: F64, stage: State): Status;
}
