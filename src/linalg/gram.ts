/**
 * Solves with the Gram matrix of few vectors, A = H D symmetric and positive semidefinite: by LDL^T while no vector is
 * close to the span of the others, by rank-revealing QR where one is. Then they share one solution, that of least norm.
 */

import { denseLdl } from "./dense-ldl.js";
import { denseQr } from "./dense-qr.js";

export interface GramSolver {
  /** Factorise; row by row. False when something is not finite. */
  factor(a: Float64Array): boolean;
  /** x = A^-1 b. */
  solve(x: Float64Array, b: Float64Array): void;
}

/** Pivots of LDL^T above this part of their diagonal lose no more than half of the digits. */
const apart = 1e-7;

/** `parallel`: below this ratio of the diagonal of R vectors count as dependent. */
export function gramSolver(n: number, parallel: number): GramSolver {
  const ldl = denseLdl(n);
  const qr = denseQr(n, n);
  let isApart = false;
  return {
    factor(a) {
      isApart = ldl.factor(a) > apart;
      return isApart || qr.factor(a, parallel) >= 0;
    },
    solve(x, b) {
      if (!isApart) return qr.solve(x, b);
      for (let i = 0; i < n; i++) x[i] = b[i];
      ldl.solve(x);
    },
  };
}
