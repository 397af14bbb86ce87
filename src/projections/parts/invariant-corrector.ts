import type { F64, OnManifold, State, Status } from "../../core/index.js";
import { gramSolver } from "../../linalg/gram.js";
import { axpy } from "../../linalg/vector.js";
import type { ConstraintCorrector } from "./constraint-corrector.js";

/**
 * Gauss-Newton corrections toward h(t, y) = h0 for the invariants of a problem: y -= alpha D (H D)^-1 (h - h0), with
 *
 *     D = H^T                                     without constraints (Ascher: D = H^T)
 *     D = P M^-1 H^T, halves q and v alike        with constraints, P the projection onto G x = 0 in the mass metric,
 *
 * so that a correction leaves g = 0 to second order. H D is scaled to a unit diagonal;
 * invariants whose gradients are parallel (energy and angular momentum on a circular orbit) share one correction.
 */
export interface InvariantCorrector {
  /** |h - h0| in the max norm at `s`, kept for `correct`. */
  residual(s: State): number;
  /** Applies one correction; "singular" when an invariant with a residual has no gradient to move along. */
  correct(s: State, alpha: number): Status;
  /** Whether rounding explains the last residual: every |h_i| <= 4 eps sum |H_ij y_j|, with H of the last
   * correction. */
  atRounding(s: State): boolean;
}

/** Below this ratio of the scaled R two gradients count as parallel. A double root halves the distance d per step, and
 * the ratio is d^2: at 1e-13 the residual is below what rounding leaves. */
const parallel = 1e-13;
const epsilon = 2 ** -52;

/** `tangent` must have been factorised at the q of `s` before `correct`. */
export function invariantCorrector(on: OnManifold, tangent?: ConstraintCorrector): InvariantCorrector {
  const { arena, dimension, n } = on;
  const invariants = on.manifold!.invariants!;
  const mechanics = on.manifold!.mechanics;
  const { count } = invariants;
  const h = arena.f64(count);
  const H = arena.f64(count * dimension);
  const turned = tangent !== undefined && mechanics !== undefined;
  const D = Array.from({ length: count }, (_, i): Direction => {
    const y = turned ? arena.f64(dimension) : H.subarray(i * dimension, (i + 1) * dimension);
    return { y, q: y.subarray(0, n), v: y.subarray(n, 2 * n) };
  });
  const A = new Float64Array(count * count);
  const scale = new Float64Array(count);
  const b = new Float64Array(count);
  const z = new Float64Array(count);
  const gram = gramSolver(count, parallel);

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
      for (let i = 0; turned && i < count; i++) {
        const { y, q, v } = D[i];
        for (let k = 0; k < dimension; k++) y[k] = H[i * dimension + k];
        mechanics.accelerate(q, q, s.q);
        mechanics.accelerate(v, v, s.q);
        tangent.makeTangential(q);
        tangent.makeTangential(v);
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
        A[i * count + i] = 1;
        for (let j = 0; j < i; j++) {
          A[i * count + j] = product(i, j) * scale[i] * scale[j];
          A[j * count + i] = A[i * count + j];
        }
      }
      if (!gram.factor(A)) return "nonfinite";
      gram.solve(z, b);

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
