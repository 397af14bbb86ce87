/** The constraints of mechanics; `mechanics.ts` has the equations and their signs. */

import type { F64 } from "./arena.js";
import type { Rate } from "./rate.js";
import type { CompiledRoutines } from "./routine.js";
import type { SingularPositions } from "./singular-positions.js";
import type { Status } from "./status.js";

/**
 * Constraint functions of `Mechanics`, their Jacobian in a fixed sparse pattern, and the equations G M^-1 G^T x = r.
 */
export interface Constraints {
  readonly m: number;
  /** Row pointer (m + 1) and column of each stored entry of G. */
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
  /** An array for the values of one Jacobian. */
  newJacobian(): F64;
  g(g: F64, t: number, q: F64): void;
  /** Hidden constraint G v + g_t. */
  gdot(gdot: F64, t: number, q: F64, v: F64): void;
  /** c = g_qq[v, v] + 2 g_qt v + g_tt, of the acceleration level G q'' + c = 0. */
  curvature(c: F64, t: number, q: F64, v: F64): void;
  /** L = d(G v + g_t)/dq, entry by entry in the places of G. */
  jacobianRate(L: F64, t: number, q: F64, v: F64): void;
  /** Values of G(q, t). Counts one Jacobian. */
  jacobian(G: F64, t: number, q: F64): void;
  /** out = G v. */
  multiply(out: F64, G: F64, v: F64): void;
  /** f += scale * G^T y. */
  addTransposed(f: F64, G: F64, y: F64, scale: number): void;
  /** q += scale * M(at)^-1 G^T y, with the mass as last evaluated by `newSolver().factor`. */
  addWeighted(q: F64, G: F64, y: F64, scale: number): void;
  /** A factorisation with its own storage. `general` reserves room for `factorGeneral`; weight "none" uses G G^T
   * instead of G M^-1 G^T. */
  newSolver(general?: boolean, weight?: "mass" | "none"): ConstraintSolver;
  /** The code behind these functions, where it is generated. */
  readonly compiled?: CompiledRoutines<"g" | "gdot" | "jacobian" | "addWeighted">;
  /** Corrections in straight-line code, for small systems; valid while no constraint is dropped. */
  readonly corrections?: Corrections;
  /** Constraints found redundant at the start; which of dependent ones they are may change during a run. Their multipliers
   * are determined by convention only. */
  readonly dropped: readonly number[];
  /** Decides at a state on the manifold which constraints are redundant, and fixes `dropped`. See
   * `linalg/redundancy.ts`. */
  freezeRedundant(t: number, q: F64, tolerance?: number): Status;
  /** Drops exactly these rows without any test; an empty list, before a new run, restores all rows. */
  drop(rows: readonly number[]): void;
  /** Drops other rows, as many as before, if those that are kept nearly depend on each other at (t, q) while dropped ones
   * do not follow from them: if one is a combination of kept rows with a factor above `limit`, rows taken with length 1.
   * Returns whether it did. See `linalg/kept-rows.ts`. */
  rechoose?(t: number, q: F64, limit: number): boolean;

  /** dy = (v, q'') of the underlying ODE, lambda eliminated by the KKT solve. Counts a force, a Jacobian, a
   * factorisation and a solve. "singular" when G M^-1 G^T cannot be factorised; see `singularRow`. */
  readonly underlying: Rate;
  /** KKT multipliers of (t, q, v) in the rigid view; minimum norm when constraints are redundant. */
  multipliers(lambda: F64, t: number, q: F64, v: F64): Status;
  /** The constraint at which the last factorisation failed, or -1. */
  readonly singularRow: number;
  /** How runs notice and pass singular positions; without it they do not look for them. */
  readonly singular?: SingularPositions;
}

/** The equations `G1 M^-1 G0^T x = r`; `Constraints.newSolver` makes it. */
export interface ConstraintSolver {
  /** Factorise G M(q)^-1 G^T, plus a diagonal when one is given. */
  factor(G: F64, q: F64, diagonal?: F64): Status;
  /** Factorise the unsymmetric G1 M^-1 G0^T (constant mass), as true Newton steps of SHAKE and RATTLE need it. */
  factorGeneral(G1: F64, G0: F64): Status;
  /** x in place of r, with the last factorisation. */
  solve(x: F64): void;
  /** The code behind these functions, where it is generated; `factorSolve` factorises and then solves, and
   * `factorSolveGeneral` is the same for `factorGeneral`. */
  readonly compiled?: CompiledRoutines<"factor" | "solve" | "factorSolve" | "factorSolveGeneral">;
}

/**
 * The linear corrections q - alpha M^-1 G^T S^-1 g and v - alpha M^-1 G^T S^-1 (G v + g_t), S = G M^-1 G^T, as one call
 * each, which counts nothing. The output holds, one after the other, the largest residual, the largest |g|, a margin
 * that is positive unless S is singular to rounding, and the corrected vector. `alpha` has one entry.
 */
export interface Corrections {
  positions(out: F64, t: number, q: F64, v: F64, alpha: F64): void;
  velocities(out: F64, t: number, q: F64, v: F64, alpha: F64): void;
  readonly compiled: CompiledRoutines<"positions" | "velocities">;
}
