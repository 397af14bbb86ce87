import type { F64 } from "./arena.js";
import type { Status } from "./status.js";

/**
 * The slow motions of the stiff view (Ariel section 2). On them Lambda = omega^2 g varies slowly, and since g'' = G q''
 * + c with M q'' = F - G^T Lambda,
 *
 *     S Lambda = G M^-1 F + c - omega^-2 Lambda'',        S = G M^-1 G^T,
 *
 * so that Lambda is a function of (t, q, v), an expansion in omega^-2 whose first term is the KKT multiplier of the
 * rigid view. For each further term, the total time derivatives of the terms before it enter on the right. They are
 * computed exactly: the Taylor coefficients of the motion follow from those of every law, with one factorisation of S
 * for all of them.
 */
export interface SlowMotion {
  /** Lambda at the last point. */
  readonly lambda: F64;
  /** The total time derivative of Lambda; empty when the caller did not ask for it. */
  readonly lambdaRate: F64;
  /** Values of G at the last point. */
  readonly G: F64;
  /** q'' = M^-1 (F - G^T Lambda) at the last point. */
  readonly acceleration: F64;
  /** Evaluates Lambda and the arrays above at (t, q, v). Counts one force, one Jacobian, one factorisation and every
   * solve. */
  evaluate(t: number, q: F64, v: F64): Status;
  /** What the last term of the expansion added to omega^-2 Lambda at the last point (max norm): an estimate of its
   * error. */
  lastTerm(): number;
  /** x += scale M^-1 G^T S^-1 r with G and S of the last point; `r` is overwritten. */
  addNormal(x: F64, r: F64, scale: number): void;
}
