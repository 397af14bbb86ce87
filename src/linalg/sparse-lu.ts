/** Real sparse LU with pivoting; `sparse-lu-structure.ts` has the patterns and pivots. */

import { SparseLuStructure } from "./sparse-lu-structure.js";

export class SparseLu extends SparseLuStructure {
  private lower: Float64Array;
  private upper: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly x: Float64Array;
  private values: Float64Array = new Float64Array(0);

  constructor(n: number, rows: Int32Array, cols: Int32Array, order?: Int32Array) {
    super(n, rows, cols, order);
    this.lower = new Float64Array(this.lRow.length);
    this.upper = new Float64Array(this.uIndex.length);
    this.diagonal = new Float64Array(n);
    this.x = new Float64Array(n);
  }

  /** Factorise the matrix with these values, in the order of the pattern. */
  factor(values: Float64Array): "ok" | "singular" | "nonfinite" {
    const { weight, row, slot } = this;
    this.values = values;
    weight.fill(0);
    for (let p = 0; p < row.length; p++) {
      const size = Math.abs(values[slot[p]]);
      if (!(size < Number.POSITIVE_INFINITY)) return "nonfinite";
      if (size > weight[row[p]]) weight[row[p]] = size;
    }
    for (let i = 0; i < this.n; i++) weight[i] = 1 / weight[i];
    return this.decompose();
  }

  /** The sign of the determinant, after a factorisation that returned "ok". */
  get sign(): number {
    const { n, order, pivotRow, diagonal, x } = this;
    // row pivotRow[k] and column order[k] make the k-th pivot; the parity of the permutation between them, by its cycles
    const columnOf = x;
    for (let k = 0; k < n; k++) columnOf[pivotRow[k]] = order[k];
    let sign = 1;
    for (let k = 0; k < n; k++) {
      if (diagonal[k] < 0) sign = -sign;
      for (let at = columnOf[k]; at >= 0 && at !== k; ) {
        const next = columnOf[at];
        columnOf[at] = -1;
        at = next;
        sign = -sign;
      }
    }
    return sign;
  }

  /** x = A^-1 x, after a factorisation that returned "ok". */
  solve(x: Float64Array): void {
    const { n, order, pivotRow, lStart, uStart, lRow, uIndex, lower, upper, diagonal, x: y } = this;
    for (let k = 0; k < n; k++) {
      const entry = x[pivotRow[k]];
      y[k] = entry;
      if (entry !== 0) for (let p = lStart[k]; p < lStart[k + 1]; p++) x[lRow[p]] -= lower[p] * entry;
    }
    for (let k = n - 1; k >= 0; k--) {
      const entry = y[k] / diagonal[k];
      x[order[k]] = entry;
      if (entry !== 0) for (let p = uStart[k]; p < uStart[k + 1]; p++) y[uIndex[p]] -= upper[p] * entry;
    }
  }

  protected computeColumn(k: number, pivot: number): void {
    const { order, start, slot, row, values, x, pivotRow, lStart, uStart, lRow, uIndex, lower, sizes, weight } = this;
    for (let p = lStart[k]; p < lStart[k + 1]; p++) x[lRow[p]] = 0;
    for (let p = uStart[k]; p < uStart[k + 1]; p++) x[pivotRow[uIndex[p]]] = 0;
    if (pivot >= 0) x[pivot] = 0;
    for (let p = start[order[k]]; p < start[order[k] + 1]; p++) x[row[p]] = values[slot[p]];
    for (let p = uStart[k]; p < uStart[k + 1]; p++) {
      const j = uIndex[p];
      const entry = x[pivotRow[j]];
      if (entry !== 0) for (let l = lStart[j]; l < lStart[j + 1]; l++) x[lRow[l]] -= lower[l] * entry;
    }
    for (let p = lStart[k]; p < lStart[k + 1]; p++) sizes[lRow[p]] = Math.abs(x[lRow[p]]) * weight[lRow[p]];
    if (pivot >= 0) sizes[pivot] = Math.abs(x[pivot]) * weight[pivot];
  }

  protected storeColumn(k: number, pivot: number): boolean {
    const { x, pivotRow, lStart, uStart, lRow, uIndex, lower, upper } = this;
    const own = x[pivot];
    this.diagonal[k] = own;
    for (let p = uStart[k]; p < uStart[k + 1]; p++) upper[p] = x[pivotRow[uIndex[p]]];
    for (let p = lStart[k]; p < lStart[k + 1]; p++) lower[p] = x[lRow[p]] / own;
    return own - own === 0;
  }

  protected grow(lCapacity: number, uCapacity: number): void {
    const { lower, upper } = this;
    this.lower = new Float64Array(lCapacity);
    this.lower.set(lower);
    this.upper = new Float64Array(uCapacity);
    this.upper.set(upper);
  }
}
