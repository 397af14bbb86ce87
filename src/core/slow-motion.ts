import type { F64 } from "./arena.js";
import type { CompiledRate } from "./rate.js";
import type { Status } from "./status.js";

/** The slow motions of the stiff view: by their expansion, and with vibrations around them. */
export interface SlowMotions {
  /** By `terms` terms of the expansion, with the rate of Lambda if `withRate` is set. Allocates its work arrays. */
  expanded(terms: number, withRate: boolean): SlowMotion;
  /** With vibrations of given actions, in generated code, for small systems with at most two constraints; undefined for
   * others. The frequencies of two vibrating modes must differ by more than `met` times the larger one, and the cosine of
   * the angle by which their directions have turned must stay above `kept`. */
  vibrating?(met: number, kept: number): VibratingRate | undefined;
}

/** The rate of a slow motion around which constraints vibrate. */
export interface VibratingRate extends Pick<CompiledRate, "code" | "memory" | "link"> {
  /** Filled by the caller: the actions, then the directions of the modes at the point where they were last followed,
   * row by row, slowest first. */
  readonly given: F64;
  /** t and y of the last point where the code stopped with a result other than -1; the formulation finds out what is
   * wrong there. */
  readonly at: F64;
}

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
