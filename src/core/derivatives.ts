/** Derivatives of the forces and constraints of mechanics; `mechanics.ts` has the equations and their signs. */

import type { F64 } from "./arena.js";
import type { SparseJacobian } from "./rate.js";
import type { Status } from "./status.js";

/** Second and third derivatives of the potential of `Mechanics`, for methods that need them. */
export interface Derivatives {
  /** The pattern of the Hessian's lower triangle, slot by slot. */
  readonly pattern: { readonly rows: Int32Array; readonly cols: Int32Array };
  /** Values of the Hessian of V, of V + 1/2 omega^2 g^2 ("all") or of the penalty alone ("stiff"). Counts one Hessian. */
  hessian(values: F64, part: "soft" | "stiff" | "all", t: number, q: F64): void;
  /** out = H w with the same choice, without forming H. */
  hessianTimes(out: F64, part: "soft" | "stiff" | "all", t: number, q: F64, w: F64): void;
  /**
   * dF/dq and dF/dv of the forces, "soft" or with the penalties ("all"): entry (r, c) of q_c for c < n, of v_(c-n) above.
   * F has the velocity terms of a varying mass. Undefined when a force is a function.
   */
  force(part: "soft" | "all"): SparseJacobian | undefined;
  /** df/dv of the applied forces alone, in the columns of v; undefined when a force is a function. */
  damping?(): SparseJacobian | undefined;
  /** The entries of M(q); only q of the state is read. */
  mass?(): SparseJacobian;
  /** d/dq of the momentum T_v(t, q, v), and of M(q) v; without entries where the mass is constant. */
  momentum?(): SparseJacobian;
  inertia?(): SparseJacobian;
  /** The derivatives of the accelerations M^-1 F; undefined when a force is a function, or the mass varies. */
  acceleration(part: "soft" | "all"): SparseJacobian | undefined;
  /** dF/du of the forces by the states and variables u = (s, w) beside the coordinates, and of M^-1 F, as above. */
  driven?(part: "soft" | "all"): SparseJacobian | undefined;
  drivenAcceleration?(part: "soft" | "all"): SparseJacobian | undefined;
  /** dc/dq of the curvature c of the constraints. */
  curvature?(): SparseJacobian;
  /** Lower triangle of the Hessian of y . g, in a pattern of its own. */
  readonly constraintHessian: ConstraintHessian;
  /** out = V'''[a, a], the gradient of a^T H a with respect to q. */
  third(out: F64, part: "soft" | "stiff" | "all", t: number, q: F64, a: F64): void;
  /** A factorisation of M + scale H with its own storage, for a constant mass. With "stiff" it has the pattern of the
   * penalties alone, in which molecules coupled only by soft forces are separate blocks. */
  newSolver(part?: "soft" | "stiff" | "all"): HessianSolver;
}

/**
 * The equations (M + scale H) x = r, with H the Hessian of one part of the potential; `Derivatives.newSolver` makes it.
 */
export interface HessianSolver {
  /** Evaluate H at (t, q) and factorise. "singular" when M + scale H is not positive definite. */
  factor(part: "soft" | "stiff" | "all", t: number, q: F64, scale: number): Status;
  /** x in place of r, with the last factorisation. */
  solve(x: F64): void;
}

export interface ConstraintHessian {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  evaluate(values: F64, t: number, q: F64, y: F64): void;
}
