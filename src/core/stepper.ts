/**
 * A stepper carries out one run of a method. It must start, attempt and accept steps; everything else is a capability
 * that it has or does not have. The driver asks for each capability once, when the run is bound.
 */

import type { F64 } from "./arena.js";
import type { Checkpoint } from "./checkpoint.js";
import type { Pacer } from "./controller.js";
import type { Diagnosis } from "./diagnosis.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";

/**
 * One run of a method, bound to a problem: `Method.bind` makes it, and the driver calls its members. Those up to `moved`
 * are needed; the others are capabilities.
 */
export interface Stepper {
  /** Begins a run at `s`. */
  start(s: State): Status;
  /** Tries a step of length h from `s` and writes the result to `next`; never writes to `s`. */
  attempt(next: State, s: State, h: number): Status;
  /** The driver has accepted the last attempt: commit the history and any rate kept for the next step (first same as
   * last). */
  accept(): void;
  /** A projection or an event has changed the accepted state, so values that were computed from it are stale. When
   * `only` is "velocities", values that depend on positions alone may be kept. */
  moved(s: State, only?: "velocities"): void;

  /** The error estimate; a run with error control needs it. */
  readonly error?: ErrorEstimate | undefined;
  /** For methods that choose order and step together (Adams, extrapolation): receives their tolerances before `start`
   * and returns the rule for the next step, which the driver prefers to `pacer.next`. Not called when steps are
   * fixed. */
  pace?(pacer: Pacer): NextStep;
  /** States inside a step. Without it, saved times are hit by steps, and events are refused. */
  readonly dense?: DenseOutput | undefined;
  /** Without it, the run cannot be saved. */
  readonly checkpoint?: Checkpoint | undefined;
  /** What the method can say about a failure or about the run. */
  readonly diagnosis?: Diagnosis | undefined;
  /** The method's own multipliers at the end of the last attempt, where they are not the KKT multipliers of (q, v). */
  readonly multipliers?: F64 | undefined;
  /** Computes the physical state, for methods that step other variables (Z&S: q = x + beta h^2 a). */
  physical?(out: State, s: State): void;
  /** Called once with the consistent start of a new run, but not of a resumed one. The stepper may move the start
   * within the constraints (heat baths draw velocities). */
  drawStart?(s: State): Status;
}

/**
 * The estimate of the local error of the last attempt: `error` of a `Stepper`. `estimateFrom` makes one from an array.
 */
export interface ErrorEstimate {
  /** The power of h in the estimate: error ~ h^order. */
  readonly order: number;
  /** The size of the error in units of the pacer's tolerance; `before` and `after` are y at both ends of the step. */
  norm(pacer: Pacer, before: F64, after: F64): number;
  /** The estimate itself, as long as y, where the method has it as one array. */
  readonly values?: F64 | undefined;
}

/**
 * The next step, positive, as `pace` of a `Stepper` returns the rule for it. The driver calls it once after every attempt of length h, with the norm of the error
 * (Infinity when the attempt broke off). `s` is the end of an accepted attempt, after any projection, and the start of a
 * rejected one.
 */
export type NextStep = (s: State, h: number, norm: number, accepted: boolean) => number;

/** States inside the last attempted step, valid until the next attempt: `dense` of a `Stepper`. */
export interface DenseOutput {
  /** Writes the state at `s.t + theta h`, 0 <= theta <= 1. It can fail, because some dense outputs evaluate more
   * stages. */
  at(out: F64, theta: number): Status;
  /** The evaluations that the last attempt did not have to make, because dense output of the step before it had made them. Default: 0. */
  readonly spared?: number;
}

/**
 * An error estimate from an array that every attempt fills, in the norm of the pacer.
 *
 * @example
 * const { arena, dimension } = prepareRun(pendulum).problem;
 * const difference = arena.f64(dimension); // `attempt` writes the difference of two results here
 * const error = estimateFrom(difference, 2); // the `error` of a stepper
 * const pacer = errorControlled({ rtol: 1e-6, atol: 1e-6 }).bind(dimension);
 * error.norm(pacer, arena.f64(dimension), arena.f64(dimension)); // 0
 */
export const estimateFrom = (values: F64, order: number): ErrorEstimate => ({
  order,
  values,
  norm: (pacer, before, after) => pacer.norm(values, before, after),
});
