/**
 * The mechanics of a compiled model on one memory, as methods, formulations, projections and observers see it. Every
 * array argument must come from the workspace's arena. Outputs come first. Signs:
 *
 *     M(q) q'' = f(t, q, v) - grad V(q) - G^T lambda,   g(q, t) = 0,   G = dg/dq          rigid view
 *     M(q) q'' = f(t, q, v) - grad V(q) - G^T omega^2 g(q, t)                             stiff view
 */

import type { F64 } from "./arena.js";
import type { CompiledRate, Rate, SparseJacobian } from "./rate.js";
import type { CompiledRoutines } from "./routine.js";
import type { SingularPositions } from "./singular-positions.js";
import type { SlowMotion } from "./slow-motion.js";
import type { Status } from "./status.js";
import type { Rotations, Structure } from "./structure.js";

/**
 * Forces, masses, energies and constraints of a `Workspace` of mechanics. Arrays that are passed to its functions must
 * come from the workspace's arena.
 */
export interface Mechanics {
  /** Coordinates. */
  readonly n: number;
  /** Constraints. */
  readonly m: number;
  readonly names: readonly string[];
  readonly constraintNames: readonly string[];
  /** Every force is the gradient of a potential, written or not, or does no work. */
  readonly conservative?: boolean;
  /** c(q) . w with the sum c of all forces that have a potential which is not written; undefined when there are none, or
   * some force has no potential. The integral of c . dq does not depend on the path. */
  readonly power?: ((q: F64, w: F64) => number) | undefined;
  /** Some force reads states or algebraic variables beside the coordinates, or multipliers. */
  readonly driven?: boolean;
  /** Some force reads `v`. */
  readonly readsVelocity: boolean;
  /** Some force reads `v`, the mass varies, or the kinetic energy has terms linear in `v`. Then Verlet and SHAKE
   * refuse, and RATTLE is implicit. */
  readonly velocityDependent: boolean;
  /** Forces act between all pairs of some points, so that their derivatives are full matrices. */
  readonly pairwise?: boolean;
  readonly mass: "diagonal" | "block" | "varying";
  /** The diagonal of M^-1 when `mass` is "diagonal"; undefined otherwise. */
  readonly inverseMass: F64 | undefined;
  /** Coordinates that a mass couples, block by block, when `mass` is not "diagonal". */
  readonly massBlocks?: readonly Int32Array[];
  /** omega^2 per constraint, read by the stiff view; writable. */
  readonly omega2: F64;
  /** The model itself states how stiff its constraints are; a start that makes them vibrate is then intended. */
  readonly omegaGiven?: boolean;
  /** Every constraint is linear in q with constant coefficients, and free of t. */
  readonly linearConstraints?: boolean;

  /** The coordinates that are components of points in space; momenta are computed from them. */
  readonly points?: Points;
  /** The structure of the constraints, found when first asked for; absent in workspaces that were not compiled from a
   * model. */
  readonly structure?: Structure;
  /** How the bodies of `structure` turn, in models that have directions; undefined in all others, where nothing has to
   * be searched. */
  readonly rotations?: Rotations | undefined;

  /** f = f(t, q, v) - grad V(q), with the velocity terms of a varying mass. Counts one force. */
  force(f: F64, t: number, q: F64, v: F64): void;
  /** The same, minus G^T omega^2 g. Counts one force. */
  stiffForce(f: F64, t: number, q: F64, v: F64): void;
  /** f = dL/dq = f(t, q, v) - grad V + T_q: without the terms d/dt(T_v) of a varying mass. Counts one force. */
  lagrangianForce(f: F64, t: number, q: F64, v: F64, part: "soft" | "all"): void;
  /** dy = (v, M(q)^-1 f) with the forces of either view, in one call. Counts one force. */
  rate(dy: F64, t: number, y: F64, stiff: boolean): void;
  /** The same for generated code, where it is generated. */
  compiledRate?(stiff: boolean): CompiledRate;
  /** a = M(q)^-1 f with the forces of either view, for generated code. */
  compiledAccelerations?(stiff: boolean): CompiledRoutines<"accelerations">;
  /** a = M(q)^-1 f; `a` and `f` may be the same array. */
  accelerate(a: F64, f: F64, q: F64): void;
  /** p = M(q) v. */
  momentum(p: F64, q: F64, v: F64): void;
  /** b = T_v(t, q, 0), so that the momentum T_v is M(q) v + b; absent where the kinetic energy has no terms linear in
   * v. */
  restMomentum?(b: F64, t: number, q: F64): void;
  kinetic(q: F64, v: F64): number;
  /** V(q); absent where the forces are functions whose potential is not known. */
  potential?(t: number, q: F64): number;
  /** 1/2 sum omega^2 g^2. */
  stiffPotential(t: number, q: F64): number;

  readonly constraints: Constraints;
  /** The forces that read multipliers, f(t, q, v, lambda); absent when there are none. `force` and the derivatives of
   * the rigid view then hold for the multipliers that were set last. */
  readonly reactive?: ReactiveForces;
  readonly derivatives: Derivatives;
  /** The slow motions of the stiff view by `terms` terms of their expansion, with the rate of Lambda if `withRate` is
   * set. Allocates its work arrays. Undefined when a force is a function, which cannot be differentiated. */
  slowMotion(terms: number, withRate: boolean): SlowMotion | undefined;
  /** Formulation "adiabatic" in generated code, for small systems with at most two constraints. The frequencies of two
   * vibrating modes must differ by more than `met` times the larger one, and the cosine of the angle by which their
   * directions have turned must stay above `kept`. */
  compiledAdiabatic?(met: number, kept: number): CompiledAdiabatic | undefined;
}

export interface CompiledAdiabatic extends Pick<CompiledRate, "code" | "memory" | "link"> {
  /** Filled by the caller: the actions, then the directions of the modes at the point where they were last followed,
   * row by row, slowest first. */
  readonly given: F64;
  /** t and y of the last point where the code stopped with a result other than -1; the formulation finds out what is
   * wrong there. */
  readonly at: F64;
}

/**
 * Forces that read the multipliers of constraints, as friction does. The multipliers then solve, with forces that may be
 * nonlinear in them,
 *
 *     G M^-1 (f(t, q, v, lambda) - G^T lambda) + c = 0,   with the matrix K = G M^-1 (G^T - f_lambda).
 */
export interface ReactiveForces {
  /** The names of the multipliers that forces read. */
  readonly names: readonly string[];
  /** The pattern of f_lambda: coordinates and constraints. */
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  /** Sets the multipliers that the forces of the rigid view read. */
  set(lambda: F64): void;
  /** f_lambda at the multipliers that were set; zero where it has no value, as that of a norm at zero. */
  slopes(values: F64, t: number, q: F64, v: F64): void;
  /** Names what is wrong with the last multipliers that could not be found. */
  readonly reason: string | undefined;
  /** The multipliers that forces read although redundant constraints at (t, q) leave them undetermined. */
  undetermined(t: number, q: F64): readonly string[];
}

/** Coordinates that are components of points: point `i`, component `c` is `q[coordinates[i * dimension + c]]`. */
export interface Points {
  readonly dimension: 1 | 2 | 3;
  readonly coordinates: Int32Array;
  /** The same for points that are directions: they turn but do not travel. */
  readonly directions?: Int32Array;
}

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
  /** Constraints found redundant at the start, fixed for the run. Their multipliers are determined by convention
   * only. */
  readonly dropped: readonly number[];
  /** Decides at a state on the manifold which constraints are redundant, and fixes `dropped`. See
   * `linalg/redundancy.ts`. */
  freezeRedundant(t: number, q: F64, tolerance?: number): Status;
  /** Drops exactly these rows without any test; an empty list, before a new run, restores all rows. */
  drop(rows: readonly number[]): void;

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
  /** The code behind these functions, where it is generated; `solveGeneral` solves after `factorGeneral`. */
  readonly compiled?: CompiledRoutines<"factor" | "factorGeneral" | "solve" | "solveGeneral">;
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
