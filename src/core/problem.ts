/**
 * What a formulation makes of a system, and what a method steps: y' = F(t, y) - B(t, y) z, 0 = h(t, y). Either the
 * multipliers are eliminated or penalised and `rate` is complete, or they are left to the method (`constraints`).
 */

import type { Arena, F64 } from "./arena.js";
import type { Observer } from "./observer.js";
import type { Rate } from "./rate.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { Work } from "./work.js";
import type { Algebraic, Constraints, Mechanics, SparseJacobian, Workspace } from "./workspace.js";

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
  /**
   * dF/dy of that right-hand side from the symbolic layer, made when first asked for; undefined when it cannot be had
   * (multipliers eliminated, a varying mass, a force that is a function): then implicit methods take differences.
   */
  jacobian?(): SparseJacobian | undefined;
  /** The second-order structure M q'' = force, with the forces of this formulation. */
  readonly secondOrder?: SecondOrder;
  /** Constraints the method itself must keep (rigid view). */
  readonly constraints?: Constraints;
  /** Algebraic variables that the method itself must solve for. */
  readonly algebraic?: Algebraic;
  /** The algebraic variables of (t, y), where the system has some. */
  variables?(z: F64, t: number, y: F64): Status;
  /** What one evaluation hands to the next (where an iteration begins): part of a checkpoint. */
  readonly carried?: F64;
  /** What exact solutions satisfy although the right-hand side does not enforce it; projections act on it. */
  readonly manifold?: Manifold;
  /** Rate at which the formulation makes deviations from its slow motion decay, or turn, 1/time; inner steps damp them. */
  readonly decay?: number;
  readonly rotation?: number;
  /** The multipliers of this formulation at (t, q, v), where they are not the KKT multipliers of the rigid view. */
  multipliers?(lambda: F64, t: number, q: F64, v: F64): Status;
  /** Power of 1/omega in the error of a formulation that follows slow motions; projections onto them take it over. */
  readonly slowOrder?: number;
  /** Called with the start as it is given, before it is made consistent: what a formulation must remember of it. It may move it. */
  begin?(s: State): void;
  /** Watches the run for the formulation. */
  readonly observer?: Observer;
  /** What a reader of the run should know, in sentences. */
  notes?(): readonly string[];
  /** Why the last right-hand side was not "ok", with what was measured, when the status alone does not say it. */
  readonly reason?: string | undefined;
  /** Energy that this formulation conserves when nothing dissipates. */
  energy?(t: number, y: F64): number;
}

export interface SecondOrder {
  readonly mechanics: Mechanics;
  /** What `force` contains, as the derivatives of `mechanics` name it: penalties too, or not. */
  readonly part: "soft" | "all";
  force(f: F64, t: number, q: F64, v: F64): void;
}

/** Positions and velocities of constrained mechanics, or invariants of any kind. */
export interface Manifold {
  /** g(q, t) = 0 and G v + g_t = 0, when there are constraints. */
  readonly constraints?: Constraints;
  readonly mechanics?: Mechanics;
  /** h(t, y) - h(t0, y0) = 0. */
  readonly invariants?: KeptInvariants;
}

export interface KeptInvariants {
  readonly count: number;
  readonly names: readonly string[];
  /** h(t, y) - h0. */
  residual(h: F64, t: number, y: F64): void;
  jacobian(H: F64, t: number, y: F64): void;
  /** Columns of B in y' = f - B z, one for each, where they hold because of algebraic variables z (index 2). */
  input?(B: readonly F64[], t: number, y: F64): void;
  /** Take the present values as those to keep. */
  keep(s: State): void;
}
