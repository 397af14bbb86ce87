/**
 * The matrix I - h A (x) J of all stages of a collocation method, solved along the eigenvectors of A: with A = sum_k
 * lambda_k v_k w_k^T, the component w_k . R of a right-hand side needs only I / lambda_k - h J.
 */

import type { Status } from "../../../core/index.js";
import { axpy } from "../../../linalg/vector.js";
import type { ComplexMode, RealMode } from "./gauss-tables.js";
import type { IterationMatrix } from "./iteration-matrix.js";

export class StageModes {
  private readonly matrix: IterationMatrix;
  private readonly real: RealMode | undefined;
  private readonly complex: ComplexMode | undefined;
  private readonly u: Float64Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;

  constructor(
    matrix: IterationMatrix,
    n: number,
    { real, complex }: { readonly real?: RealMode; readonly complex?: ComplexMode },
  ) {
    this.matrix = matrix;
    this.real = real;
    this.complex = complex;
    this.u = new Float64Array(n);
    this.re = new Float64Array(n);
    this.im = new Float64Array(n);
  }

  factor(h: number): Status {
    const { real, complex, matrix } = this;
    const status = real === undefined ? "ok" : matrix.factor(real.inverse, h);
    if (status !== "ok" || complex === undefined) return status;
    return matrix.factorComplex(complex.inverse[0], complex.inverse[1], h);
  }

  /** R = (I - h A (x) J)^-1 R. */
  solve(R: readonly Float64Array[]): void {
    const { u, re, im, matrix, real, complex } = this;

    // 1. along the eigenvectors, times 1 / lambda
    if (real !== undefined) {
      u.fill(0);
      for (let i = 0; i < R.length; i++) axpy(u, real.inverse * real.w[i], R[i]);
      matrix.solve(u);
    }
    if (complex !== undefined) {
      const a = complex.inverse[0];
      const b = complex.inverse[1];
      re.fill(0);
      im.fill(0);
      for (let i = 0; i < R.length; i++) {
        const c = complex.w[i][0];
        const d = complex.w[i][1];
        axpy(re, a * c - b * d, R[i]);
        axpy(im, a * d + b * c, R[i]);
      }
      matrix.solveComplex(re, im);
    }

    // 2. back to the stages; a complex pair contributes twice its real part
    for (let i = 0; i < R.length; i++) {
      R[i].fill(0);
      if (real !== undefined) axpy(R[i], real.v[i], u);
      if (complex === undefined) continue;
      axpy(R[i], 2 * complex.v[i][0], re);
      axpy(R[i], -2 * complex.v[i][1], im);
    }
  }
}
