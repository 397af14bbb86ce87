/**
 * Backward differences of the solution at equal steps, the memory of BDF in quasi-constant-step form: D_0 = y_n, D_j =
 * nabla D_(j-1). A change of step replaces them by the differences of the same polynomial at another spacing.
 */

import type { ByteReader, ByteWriter } from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";

export class BackwardDifferences {
  /** D_0 ... D_(most + 2). */
  readonly D: readonly Float64Array[];
  /** The signed spacing; 0 when only D_0 is known. */
  h = 0;
  private readonly n: number;
  private readonly R: Float64Array;
  private readonly U: Float64Array;
  private readonly W: Float64Array;
  private readonly weights: Float64Array;
  private readonly column: Float64Array;

  /** Makes room for polynomials of degree up to `most`. */
  constructor(n: number, most: number) {
    this.n = n;
    this.D = Array.from({ length: most + 3 }, () => new Float64Array(n));
    const size = most + 1;
    this.R = new Float64Array(size * size);
    this.U = new Float64Array(size * size);
    this.W = new Float64Array(size * size);
    this.weights = new Float64Array(size);
    this.column = new Float64Array(size);
  }

  /** out = D_0 + ... + D_k: the polynomial of degree k one step ahead. */
  predict(out: Float64Array, k: number): void {
    const { D, n } = this;
    for (let i = 0; i < n; i++) {
      let sum = D[0][i];
      for (let j = 1; j <= k; j++) sum += D[j][i];
      out[i] = sum;
    }
  }

  /** Advances by one step to the predicted point plus `d`, at degree k. */
  push(k: number, d: Float64Array): void {
    const { D, n } = this;
    for (let i = 0; i < n; i++) {
      D[k + 2][i] = d[i] - D[k + 1][i];
      D[k + 1][i] = d[i];
      for (let j = k; j >= 0; j--) D[j][i] += D[j + 1][i];
    }
  }

  /** D_0 ... D_k of the same polynomial of degree k at the spacing h: D <- (R(r) R(1))^T D with r = h / this.h, where R
   * leads from differences to values and back (Shampine and Reichelt, 1997, sec. 2.2). The product of the matrices is
   * formed first, because values would lose small differences to rounding. */
  rescale(k: number, h: number): void {
    const { D, n, R, U, W, column } = this;
    const size = k + 1;
    binomials(R, size, h / this.h);
    binomials(U, size, 1);
    for (let m = 0; m < size; m++)
      for (let j = 0; j < size; j++) {
        let sum = 0;
        for (let p = 0; p < size; p++) sum += R[m * size + p] * U[p * size + j];
        W[m * size + j] = sum;
      }
    for (let i = 0; i < n; i++) {
      for (let j = 1; j < size; j++) {
        let sum = 0;
        for (let m = 1; m < size; m++) sum += W[m * size + j] * D[m][i];
        column[j] = sum;
      }
      for (let j = 1; j < size; j++) D[j][i] = column[j];
    }
    this.h = h;
  }

  /**
   * out = the polynomial of degree k, x steps from its newest point (-1 <= x <= 0). With `d` that point is the predicted
   * one plus `d`, which has not been pushed yet.
   */
  interpolate(out: Float64Array, k: number, x: number, d?: Float64Array): void {
    const { D, n, weights } = this;
    weights[0] = 1;
    for (let j = 1; j <= k; j++) weights[j] = (weights[j - 1] * (x + j - 1)) / j;
    // the differences at the new point are D_j + ... + D_k + d
    if (d !== undefined) for (let j = 1; j <= k; j++) weights[j] += weights[j - 1];
    for (let i = 0; i < n; i++) {
      let sum = d === undefined ? 0 : weights[k] * d[i];
      for (let j = k; j >= 0; j--) sum += weights[j] * D[j][i];
      out[i] = sum;
    }
  }

  save(to: ByteWriter): void {
    to.number(this.h);
    for (const difference of this.D) to.numbers(difference);
  }

  restore(from: ByteReader): void {
    this.h = from.number();
    for (const difference of this.D) copy(difference, from.numbers());
  }
}

/** Row m, column j: (0 - j r)(1 - j r) ... (m - 1 - j r) / m!, the weight of D_m in the value j r steps back. */
function binomials(out: Float64Array, size: number, r: number): void {
  for (let j = 0; j < size; j++) {
    out[j] = 1;
    for (let m = 1; m < size; m++) out[m * size + j] = (out[(m - 1) * size + j] * (m - 1 - j * r)) / m;
  }
}
