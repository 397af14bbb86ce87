/** Methods are descriptions, reusable; a stepper is one run of one. Methods and projections never import each other. */

import type { F64 } from "./arena.js";
import type { Pacer } from "./controller.js";
import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";

export interface Method {
  readonly name: string;
  /** Order of the global error. */
  readonly order: number;
  /** Its steppers have an error estimate, so steps can be chosen by tolerance. */
  readonly estimatesError: boolean;
  /** What it takes of a problem: a complete right-hand side, forces, or forces with constraints that it keeps itself. */
  readonly wants: "rates" | "forces" | "constraints";
  /** Which constraints that are left to it hold after a step; undefined: none to rounding. */
  readonly keeps?: "positions" | "positions and velocities";
  /** Its step is a kick, a drift and a kick, so that other flows can be put between them (BAOAB). */
  readonly kicksAndDrifts?: boolean;
  /** It can solve for algebraic variables that are left to it. */
  readonly solvesVariables?: boolean;
  /** It cannot take fixed steps: its order rises and falls with what the tolerance allows (Adams). */
  readonly needsTolerance?: boolean;
  /** How far y' = lambda y may be stepped; undefined: not known, or not one number. */
  readonly stability?: Stability;
  /** Its steps draw random numbers, so a run cannot be taken up again in the middle without a checkpoint. */
  readonly random?: boolean;
  /** What a reader of a run should know of its options, in one sentence (a heat bath: temperature, friction, seed). */
  readonly note?: string;
  /** Why the method cannot step this problem; undefined when it can. */
  refuses(problem: Problem): Refusal | undefined;
  bind(problem: Problem, evaluator?: Evaluator): Stepper;
}

/** Largest h |lambda| without growth, for lambda real negative and for lambda imaginary. */
export interface Stability {
  readonly real: number;
  readonly imaginary: number;
}

/** At an accepted step of a run, one method went on where another stopped. */
export interface Handover {
  readonly t: number;
  readonly from: string;
  readonly to: string;
  /** One sentence with the numbers. */
  readonly reason: string;
}

/** Right-hand side at a stage; it may move the scratch stage onto the manifold first (Ariel eq. 38, Gear sec. 4). */
export interface Evaluator {
  eval(dy: F64, stage: State): Status;
}

export interface Stepper {
  /** Once, with the consistent start of a new run, not of a resumed one: it may move it within the constraints (heat baths
   * draw velocities). */
  drawStart?(s: State): Status;
  /** Begin at `s`. */
  start(s: State): Status;
  /** After `start` it is as if it had just been bound: nothing of an earlier run is left that could move a bit. */
  readonly forgets?: boolean;
  /** Try a step of length h from `s` into `next`; never writes `s`. */
  attempt(next: State, s: State, h: number): Status;
  /** The last attempt is accepted: commit history and first-same-as-last. */
  accept(): void;
  /** Somebody edited the accepted state (projection, event): what was reused from it is stale. `only`: nothing but its
   * velocities, so that what depends on positions alone may stay. */
  moved(s: State, only?: "velocities"): void;
  /** Local error estimate of the last attempt, same length as y; absent for methods without one. */
  readonly error?: F64;
  /** Its size in units of the tolerance, where that is more than `pacer.norm(error, before, after)` (DOP853). */
  errorNorm?(pacer: Pacer, before: F64, after: F64): number;
  /** Order of the error estimate plus one, for the controller: error ~ h^errorOrder. */
  readonly errorOrder?: number;
  /** Of methods that choose order and step together (Adams, extrapolation): the tolerances they work to, before `start`.
   * Not called when steps are fixed. */
  pace?(pacer: Pacer): void;
  /** The step they want next, positive; the driver prefers it to `pacer.next`. Once after every attempt of length h that
   * was judged by `norm` (Infinity: it broke off): when accepted, `s` is its end, moved or not, otherwise its start. */
  nextStep?(s: State, h: number, norm: number, accepted: boolean): number;
  /** State at `s.t + theta h` inside the last attempted step, 0 <= theta <= 1, before the next attempt. Not
   * always "ok": some dense output evaluates more stages. */
  interpolate?(out: F64, theta: number): Status;
  /** The method's own multipliers at the end of the last attempt, where they are not the KKT multipliers of (q, v). */
  readonly multipliers?: F64;
  /** Largest constraint residual after the last attempt, of methods that solve for constraints: why it "diverged". */
  readonly residual?: number;
  /** Component of y that stopped the last attempt, of methods that solve equations: that of the largest correction, of the
   * pivot that vanished, of the rate that is not finite; -1 where none is known. */
  readonly culprit?: number;
  /** The physical point of a state, when the method's own variables are not it (Z&S: q = x + beta h^2 a). */
  physical?(out: State, s: State): void;
  /** Of methods made of two: when one handed over to the other, and why. */
  readonly handovers?: readonly Handover[];
  /** Why the run should be looked at although it goes on, in one sentence; undefined while there is no reason. */
  readonly warning?: string | undefined;
  /** What the state alone does not hold, for checkpoints: after `start(s)` and `restore` the run goes on to the same bits
   * and the same counts. So a rate kept from the last step (first same as last) belongs to it. */
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
}
