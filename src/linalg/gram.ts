/**
 * Solves with the Gram matrix of a few vectors, A = H D, which is symmetric and positive semidefinite. LDL^T is used
 * while no vector is close to the span of the others, and rank-revealing QR otherwise, which gives the solution of least
 * norm.
 */

import { denseLdl } from "./dense-ldl.js";
import { denseQr } from "./dense-qr.js";

export interface GramSolver {
  /** Factorise the matrix `a`, stored row by row. False when an entry is not finite. */
  factor(a: Float64Array): boolean;
  /** x = A^-1 b. */
  solve(x: Float64Array, b: Float64Array): void;
}

/** A pivot of LDL^T above this fraction of its diagonal loses at most half of the digits. */
const smallestPivot = 1e-7;

/** Vectors count as dependent when a diagonal entry of R is below `parallel` times the first. */
export function gramSolver(n: number, parallel: number): GramSolver {
  const ldl = denseLdl(n);
  const qr = denseQr(n, n);
  let independent = false;
  return {
    factor(a) {
      independent = ldl.factor(a) > smallestPivot;
      return independent || qr.factor(a, parallel) >= 0;
    },
    solve(x, b) {
      if (!independent) return qr.solve(x, b);
      for (let i = 0; i < n; i++) x[i] = b[i];
      ldl.solve(x);
    },
  };
}
