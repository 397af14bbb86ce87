/**
 * Minimum-norm corrections z -= alpha H^T (H H^T)^-1 h of positions and velocities together (Ascher: safe, but
 * cumbersome):
 *
 *     H = [ G 0 ]        H H^T = [ G G^T         G L^T     ]
 *         [ L G ]                [ L G^T   L L^T + G G^T   ]
 *
 * The matrix is dense and factorised by rank-revealing QR, so this is for a few hundred constraints at most.
 */

import type { F64, Problem, State } from "../../core/index.js";
import { denseQr } from "../../linalg/index.js";
import { normInf } from "../../linalg/vector.js";
import { worse } from "./constraint-corrector.js";
import type { Relaxation } from "./relaxation.js";

export const mostConstraints = 200;

export function fullRelaxation(problem: Problem): Relaxation {
  const { arena, n } = problem;
  const constraints = problem.manifold!.constraints!;
  const { m, rowStart, column } = constraints;
  const G = constraints.newJacobian();
  const L = constraints.newJacobian();
  const g = arena.f64(m);
  const r = arena.f64(m);
  const size = 2 * m;
  const A = new Float64Array(size * size);
  const b = new Float64Array(size);
  const x = new Float64Array(size);
  const mu = arena.f64(m);
  const row = new Float64Array(n);
  const qr = denseQr(size, size);

  /** Adds `left` times `right`^T to the block at (i0, j0). */
  function addProduct(left: F64, right: F64, i0: number, j0: number): void {
    for (let i = 0; i < m; i++) {
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) row[column[e]] += left[e];
      for (let j = 0; j < m; j++) {
        let sum = 0;
        for (let e = rowStart[j]; e < rowStart[j + 1]; e++) sum += row[column[e]] * right[e];
        A[(i0 + i) * size + j0 + j] += sum;
      }
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) row[column[e]] = 0;
    }
  }

  const residual = (s: State): number => {
    constraints.g(g, s.t, s.q);
    constraints.gdot(r, s.t, s.q, s.v);
    return worse(normInf(g), normInf(r));
  };

  return {
    residual,
    iterations: 1,
    relax(out, at, alpha) {
      constraints.jacobian(G, at.t, at.q);
      constraints.jacobianRate(L, at.t, at.q, at.v);
      if (!Number.isFinite(residual(at))) return "nonfinite";
      A.fill(0);
      addProduct(G, G, 0, 0);
      addProduct(G, L, 0, m);
      addProduct(L, G, m, 0);
      addProduct(L, L, m, m);
      addProduct(G, G, m, m);
      b.set(g);
      b.set(r, m);
      if (qr.factor(A, 1e-13) < 0) return "nonfinite";
      qr.solve(x, b);
      for (let i = 0; i < m; i++) mu[i] = x[i];
      constraints.addTransposed(out.q, G, mu, -alpha);
      for (let i = 0; i < m; i++) mu[i] = x[m + i];
      constraints.addTransposed(out.q, L, mu, -alpha);
      constraints.addTransposed(out.v, G, mu, -alpha);
      return "ok";
    },
  };
}
