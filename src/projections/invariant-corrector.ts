import type { F64, Problem, State, Status } from "../core/index.js";
import { denseQr } from "../linalg/dense-qr.js";
import { axpy } from "../linalg/vector.js";
import type { ConstraintCorrector } from "./constraint-corrector.js";

/**
 * Gauss-Newton corrections toward h(t, y) = h0 for the invariants of a problem: y -= alpha D (H D)^-1 (h - h0), with
 *
 *     D = H^T                                     without constraints (004: D = H^T)
 *     D = P M^-1 H^T, halves q and v alike        with constraints, P the projection onto G x = 0 in the mass metric,
 *
 * so that a correction leaves g = 0 to second order. H D is scaled to a unit diagonal and solved by rank-revealing QR:
 * invariants whose gradients are parallel (energy and angular momentum on a circular orbit) share one correction.
 */
export interface InvariantCorrector {
  /** |h - h0| in the max norm at `s`, kept for `correct`. */
  residual(s: State): number;
  /** One correction; "singular" when an invariant that is off has no gradient to move along. */
  correct(s: State, alpha: number): Status;
  /** The last residual is what rounding leaves: every |h_i| <= 4 eps sum |H_ij y_j|, with H of the last correction. */
  atRounding(s: State): boolean;
}

/** Below this ratio of the scaled R two gradients count as parallel. A double root halves the distance d per step, and
 * the ratio is d^2: at 1e-13 the residual is below what rounding leaves. */
const parallel = 1e-13;
const epsilon = 2 ** -52;

/** `tangent` must have been factorised at the q of `s` before `correct`. */
export function invariantCorrector(problem: Problem, tangent?: ConstraintCorrector): InvariantCorrector {
  const { arena, dimension, n } = problem;
  const invariants = problem.manifold!.invariants!;
  const mechanics = problem.manifold!.mechanics;
  const { count } = invariants;
  const h = arena.f64(count);
  const H = arena.f64(count * dimension);
  const D = Array.from({ length: count }, (): Direction => {
    const y = arena.f64(dimension);
    return { y, q: y.subarray(0, n), v: y.subarray(n, 2 * n) };
  });
  const A = new Float64Array(count * count);
  const scale = new Float64Array(count);
  const b = new Float64Array(count);
  const z = new Float64Array(count);
  const qr = denseQr(count, count);

  /** Row i of H times direction j. */
  function product(i: number, j: number): number {
    const direction = D[j].y;
    let sum = 0;
    for (let k = 0; k < dimension; k++) sum += H[i * dimension + k] * direction[k];
    return sum;
  }

  return {
    residual(s) {
      invariants.residual(h, s.t, s.y);
      let largest = 0;
      for (let i = 0; i < count; i++) {
        const size = Math.abs(h[i]);
        if (size > largest || Number.isNaN(size)) largest = size;
      }
      return largest;
    },

    correct(s, alpha) {
      // 1. directions
      invariants.jacobian(H, s.t, s.y);
      for (let i = 0; i < count; i++) {
        const { y, q, v } = D[i];
        for (let k = 0; k < dimension; k++) y[k] = H[i * dimension + k];
        if (tangent !== undefined && mechanics !== undefined) {
          mechanics.accelerate(q, q, s.q);
          mechanics.accelerate(v, v, s.q);
          tangent.makeTangential(q);
          tangent.makeTangential(v);
        }
      }

      // 2. H D z = h, scaled
      for (let i = 0; i < count; i++) {
        const size = Math.sqrt(product(i, i));
        if (size - size !== 0) return "nonfinite";
        if (size === 0 && h[i] !== 0) return "singular";
        scale[i] = size === 0 ? 0 : 1 / size;
        b[i] = h[i] * scale[i];
      }
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          A[i * count + j] = scale[i] === 0 && i === j ? 1 : product(i, j) * scale[i] * scale[j];
        }
      }
      if (qr.factor(A, parallel) < 0) return "nonfinite";
      qr.solve(z, b);

      // 3. y -= D z
      for (let j = 0; j < count; j++) axpy(s.y, -alpha * scale[j] * z[j], D[j].y);
      return "ok";
    },

    atRounding(s) {
      for (let i = 0; i < count; i++) {
        let sum = 0;
        for (let k = 0; k < dimension; k++) sum += Math.abs(H[i * dimension + k] * s.y[k]);
        if (!(Math.abs(h[i]) <= 4 * epsilon * sum)) return false;
      }
      return true;
    },
  };
}

interface Direction {
  readonly y: F64;
  readonly q: F64;
  readonly v: F64;
}
