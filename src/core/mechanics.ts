/**
 * The mechanics of a compiled model on one memory, as methods, formulations, projections and observers see it. Every
 * array argument must come from the workspace's arena. Outputs come first. Signs:
 *
 *     M(q) q'' = f(t, q, v) - grad V(q) - G^T lambda,   g(q, t) = 0,   G = dg/dq          rigid view
 *     M(q) q'' = f(t, q, v) - grad V(q) - G^T omega^2 g(q, t)                             stiff view
 */

import type { F64 } from "./arena.js";
import type { Constraints } from "./constraints.js";
import type { Derivatives } from "./derivatives.js";
import type { Powers } from "./powers.js";
import type { CompiledRate } from "./rate.js";
import type { CompiledRoutines } from "./routine.js";
import type { SlowMotions } from "./slow-motion.js";
import type { Rotations, Structure } from "./structure.js";

/** Coordinates and constraints by number and by name. */
interface MechanicsNames {
  /** Coordinates. */
  readonly n: number;
  /** Constraints. */
  readonly m: number;
  readonly names: readonly string[];
  readonly constraintNames: readonly string[];
}

/** What is known of the laws, on which refusals and choices depend. */
interface LawTraits {
  /** Every force is the gradient of a potential, written or not, or does no work. */
  readonly conservative?: boolean;
  /** Some force reads states or algebraic variables beside the coordinates, or multipliers. */
  readonly driven?: boolean;
  /** Some force reads `v`. */
  readonly readsVelocity: boolean;
  /** Some force reads `v`, the mass varies, or the kinetic energy has terms linear in `v`. Then Verlet and SHAKE
   * refuse, and RATTLE is implicit. */
  readonly velocityDependent: boolean;
  /** Forces act between all pairs of some points, so that their derivatives are full matrices. */
  readonly pairwise?: boolean;
  /** Forces between pairs are in single precision, and their sums in double. */
  readonly mixed?: boolean;
  /** Every constraint is linear in q with constant coefficients, and free of t. */
  readonly linearConstraints?: boolean;
}

/** The mass matrix, and momenta and kinetic energy by it. */
export interface Masses {
  readonly mass: "diagonal" | "block" | "varying";
  /** The diagonal of M^-1 when `mass` is "diagonal"; undefined otherwise. */
  readonly inverseMass: F64 | undefined;
  /** Coordinates that a mass couples, block by block, when `mass` is not "diagonal". */
  readonly massBlocks?: readonly Int32Array[];
  /** a = M(q)^-1 f; `a` and `f` may be the same array. */
  accelerate(a: F64, f: F64, q: F64): void;
  /** p = M(q) v. */
  momentum(p: F64, q: F64, v: F64): void;
  /** b = T_v(t, q, 0), so that the momentum T_v is M(q) v + b; absent where the kinetic energy has no terms linear in
   * v. */
  restMomentum?(b: F64, t: number, q: F64): void;
  kinetic(q: F64, v: F64): number;
}

/** The forces and the potential without those of the constraints. */
interface Forces {
  /** f = f(t, q, v) - grad V(q), with the velocity terms of a varying mass. Counts one force. */
  force(f: F64, t: number, q: F64, v: F64): void;
  /** f = dL/dq = f(t, q, v) - grad V + T_q: without the terms d/dt(T_v) of a varying mass. Counts one force. */
  lagrangianForce(f: F64, t: number, q: F64, v: F64, part: "soft" | "all"): void;
  /** dy = (v, M(q)^-1 f) with the forces of either view, in one call. Counts one force. */
  rate(dy: F64, t: number, y: F64, stiff: boolean): void;
  /** V(q); absent where the forces are functions whose potential is not known. */
  potential?(t: number, q: F64): number;
  /** c(q) . w with the sum c of all forces that have a potential which is not written; undefined when there are none, or
   * some force has no potential. The integral of c . dq does not depend on the path. */
  readonly power?: ((q: F64, w: F64) => number) | undefined;
  /** The rate of the energy along the motion, source by source; undefined when it is not known. */
  readonly powers?: Powers | undefined;
}

/** The constraints as stiff springs. */
interface StiffView {
  /** omega^2 per constraint, read by the stiff view; writable. */
  readonly omega2: F64;
  /** The model itself states how stiff its constraints are; a start that makes them vibrate is then intended. */
  readonly omegaGiven?: boolean;
  /** `force`, minus G^T omega^2 g. Counts one force. */
  stiffForce(f: F64, t: number, q: F64, v: F64): void;
  /** 1/2 sum omega^2 g^2. */
  stiffPotential(t: number, q: F64): number;
}

/** Which coordinates are points and bodies. */
export interface Geometry {
  /** The coordinates that are components of points in space; momenta are computed from them. */
  readonly points?: Points;
  /** The structure of the constraints, found when first asked for; absent in workspaces that were not compiled from a
   * model. */
  readonly structure?: Structure;
  /** How the bodies of `structure` turn, in models that have directions; undefined in all others, where nothing has to
   * be searched. */
  readonly rotations?: Rotations | undefined;
}

/** Rates and accelerations with the forces of either view, for generated code. */
interface CompiledMechanics {
  /** dy = (v, M(q)^-1 f). */
  rate(stiff: boolean): CompiledRate;
  /** a = M(q)^-1 f. */
  accelerations(stiff: boolean): CompiledRoutines<"accelerations">;
}

/**
 * Forces, masses, energies and constraints of a `Workspace` of mechanics. Arrays that are passed to its functions must
 * come from the workspace's arena. What only some systems have is one member, which is absent in the others.
 */
export interface Mechanics extends MechanicsNames, LawTraits, Masses, Forces, StiffView, Geometry {
  readonly constraints: Constraints;
  readonly derivatives: Derivatives;
  /** The forces that read multipliers, f(t, q, v, lambda); absent when there are none. `force` and the derivatives of
   * the rigid view then hold for the multipliers that were set last. */
  readonly reactive?: ReactiveForces;
  /** Absent when a force is a function, which cannot be differentiated. */
  readonly slow?: SlowMotions;
  /** Absent where nothing is generated. */
  readonly compiled?: CompiledMechanics;
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
