/**
 * The matrix I - h A (x) J of all stages of a collocation method, solved along the eigenvectors of A: with
 * A = sum_k lambda_k v_k w_k^T the part w_k . R of a right-hand side needs I / lambda_k - h J only.
 */

import type { Status } from "../../core/index.js";
import type { ComplexMode, RealMode } from "../gauss-tables.js";
import type { IterationMatrix } from "./iteration-matrix.js";

const none = [0, 0] as const;

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
    for (let j = 0; j < u.length; j++) {
      u[j] = 0;
      re[j] = 0;
      im[j] = 0;
      for (let i = 0; i < R.length; i++) {
        if (real !== undefined) u[j] += real.w[i] * R[i][j];
        if (complex === undefined) continue;
        re[j] += complex.w[i][0] * R[i][j];
        im[j] += complex.w[i][1] * R[i][j];
      }
      if (real !== undefined) u[j] *= real.inverse;
      if (complex === undefined) continue;
      const [a, b] = complex.inverse;
      const part = a * re[j] - b * im[j];
      im[j] = a * im[j] + b * re[j];
      re[j] = part;
    }
    if (real !== undefined) matrix.solve(u);
    if (complex !== undefined) matrix.solveComplex(re, im);

    // 2. back to the stages; a pair counts twice its real part
    for (let i = 0; i < R.length; i++) {
      const [a, b] = complex?.v[i] ?? none;
      const c = real?.v[i] ?? 0;
      for (let j = 0; j < u.length; j++) R[i][j] = c * u[j] + 2 * (a * re[j] - b * im[j]);
    }
  }
}
