import type { F64 } from "./arena.js";
import type { Status } from "./status.js";

/**
 * The slow motions of the stiff view (Ariel section 2). On them Lambda = omega^2 g varies slowly, and since
 * g'' = G q'' + c with M q'' = F - G^T Lambda,
 *
 *     S Lambda = G M^-1 F + c - omega^-2 Lambda'',        S = G M^-1 G^T,
 *
 * so that Lambda is a function of (t, q, v), an expansion in omega^-2 whose first term is the KKT multiplier of the rigid
 * view. Each further term puts the total time derivatives of the ones before it on the right, exactly: Taylor coefficients
 * of the motion from those of every law, one factorisation of S for all of them.
 */
export interface SlowMotion {
  /** Lambda at the last point. */
  readonly lambda: F64;
  /** Its total time derivative; empty when it was not asked for. */
  readonly lambdaRate: F64;
  /** Values of G at the last point. */
  readonly G: F64;
  /** q'' = M^-1 (F - G^T Lambda) at the last point. */
  readonly acceleration: F64;
  /** Lambda and what belongs to it at (t, q, v). Counts one force, Jacobian and factorisation, and every solve. */
  evaluate(t: number, q: F64, v: F64): Status;
  /** What the last term of the expansion added to omega^-2 Lambda at the last point (max norm): how far it may be off. */
  lastTerm(): number;
  /** x += scale M^-1 G^T S^-1 r with G and S of the last point; `r` is used up. */
  addNormal(x: F64, r: F64, scale: number): void;
}
