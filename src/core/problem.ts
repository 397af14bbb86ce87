/**
 * A problem is what a formulation makes from a system and what a method steps: y' = F(t, y) - B(t, y) z, 0 = h(t, y).
 * Either the multipliers are eliminated or penalised and `rate` is complete, or they are left to the method
 * (`constraints`).
 */

import type { Arena, F64 } from "./arena.js";
import type { Observer } from "./observer.js";
import type { Rate } from "./rate.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { Work } from "./work.js";
import type { Algebraic, Constraints, Manifold, Mechanics, SparseJacobian, Workspace } from "./workspace.js";

export interface Problem {
  /** Name of the formulation. */
  readonly name: string;
  readonly workspace: Workspace;
  readonly arena: Arena;
  readonly work: Work;
  readonly dimension: number;
  /** Coordinates of mechanics (0 for first-order systems): q is y[0, n), v is y[n, 2n). */
  readonly n: number;
  /** The complete right-hand side; undefined when constraints are left to the method. */
  readonly rate?: Rate;
  /** dF/dy of that right-hand side from the symbolic layer, made when first asked for. It is undefined when the
   * multipliers are eliminated, the mass varies or a force is a function; implicit methods then take differences. */
  jacobian?(): SparseJacobian | undefined;
  /** The second-order structure M q'' = force, with the forces of this formulation. */
  readonly secondOrder?: SecondOrder;
  /** Constraints that the method itself must keep (rigid view). */
  readonly constraints?: Constraints;
  /** Algebraic variables that the method itself must solve for. */
  readonly algebraic?: Algebraic;
  /** Computes the algebraic variables at (t, y), if the system has any. */
  variables?(z: F64, t: number, y: F64): Status;
  /** Values that one evaluation passes to the next, such as the start of an iteration; part of a checkpoint. */
  readonly carried?: F64;
  /** The manifold on which exact solutions stay although the right-hand side does not enforce it; projections return to
   * it. */
  readonly manifold?: Manifold;
  /** The rate (1/time) at which deviations from the formulation's slow motion decay or oscillate; inner steps damp
   * them. */
  readonly decay?: number;
  readonly rotation?: number;
  /** Computes the formulation's multipliers at (t, q, v), if they are not the KKT multipliers of the rigid view. */
  multipliers?(lambda: F64, t: number, q: F64, v: F64): Status;
  /** The power of 1/omega in the error of a formulation that follows slow motions; projections onto slow motions use
   * the same power. */
  readonly slowOrder?: number;
  /** Called with the start as given, before it is made consistent, so that the formulation can remember what it needs.
   * It may move the start. */
  begin?(s: State): void;
  /** Observes the run on behalf of the formulation. */
  readonly observer?: Observer;
  /** What the reader of a report should know, in sentences. */
  notes?(): readonly string[];
  /** Why the last evaluation was not "ok", with the measured numbers, when the status alone does not explain it. */
  readonly reason?: string | undefined;
  /** The energy that this formulation conserves in the absence of dissipation. */
  energy?(t: number, y: F64): number;
}

export interface SecondOrder {
  readonly mechanics: Mechanics;
  /** Which forces `force` contains, in the terms of `Derivatives`: "all" includes the penalties, "soft" does not. */
  readonly part: "soft" | "all";
  force(f: F64, t: number, q: F64, v: F64): void;
}
