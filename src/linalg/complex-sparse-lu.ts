/** Complex sparse LU with pivoting; `sparse-lu-structure.ts` has the patterns and pivots. Sizes are |re| + |im|. */

import { SparseLuStructure } from "./sparse-lu-structure.js";

export class ComplexSparseLu extends SparseLuStructure {
  /** Real and imaginary parts of L, of U, and of the inverse of the diagonal of U. */
  private lowerRe: Float64Array;
  private lowerIm: Float64Array;
  private upperRe: Float64Array;
  private upperIm: Float64Array;
  private readonly inverseRe: Float64Array;
  private readonly inverseIm: Float64Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private re: Float64Array = new Float64Array(0);
  private im: Float64Array = new Float64Array(0);

  constructor(n: number, rows: Int32Array, cols: Int32Array, order?: Int32Array) {
    super(n, rows, cols, order);
    this.lowerRe = new Float64Array(this.lRow.length);
    this.lowerIm = new Float64Array(this.lRow.length);
    this.upperRe = new Float64Array(this.uIndex.length);
    this.upperIm = new Float64Array(this.uIndex.length);
    this.inverseRe = new Float64Array(n);
    this.inverseIm = new Float64Array(n);
    this.x = new Float64Array(n);
    this.y = new Float64Array(n);
  }

  /** Factorise the matrix with these values, in the order of the pattern. */
  factor(re: Float64Array, im: Float64Array): "ok" | "singular" | "nonfinite" {
    const { weight, row, slot } = this;
    this.re = re;
    this.im = im;
    weight.fill(0);
    for (let p = 0; p < row.length; p++) {
      const size = Math.abs(re[slot[p]]) + Math.abs(im[slot[p]]);
      if (!(size < Number.POSITIVE_INFINITY)) return "nonfinite";
      if (size > weight[row[p]]) weight[row[p]] = size;
    }
    for (let i = 0; i < this.n; i++) weight[i] = 1 / weight[i];
    return this.decompose();
  }

  /** re + i im = A^-1 (re + i im), after a factorisation that returned "ok". */
  solve(re: Float64Array, im: Float64Array): void {
    const { n, order, pivotRow, lStart, uStart, lRow, uIndex, x, y } = this;
    const { lowerRe, lowerIm, upperRe, upperIm, inverseRe, inverseIm } = this;
    for (let k = 0; k < n; k++) {
      const a = re[pivotRow[k]];
      const b = im[pivotRow[k]];
      x[k] = a;
      y[k] = b;
      if (a === 0 && b === 0) continue;
      for (let p = lStart[k]; p < lStart[k + 1]; p++) {
        re[lRow[p]] -= lowerRe[p] * a - lowerIm[p] * b;
        im[lRow[p]] -= lowerRe[p] * b + lowerIm[p] * a;
      }
    }
    for (let k = n - 1; k >= 0; k--) {
      const a = x[k] * inverseRe[k] - y[k] * inverseIm[k];
      const b = x[k] * inverseIm[k] + y[k] * inverseRe[k];
      re[order[k]] = a;
      im[order[k]] = b;
      if (a === 0 && b === 0) continue;
      for (let p = uStart[k]; p < uStart[k + 1]; p++) {
        x[uIndex[p]] -= upperRe[p] * a - upperIm[p] * b;
        y[uIndex[p]] -= upperRe[p] * b + upperIm[p] * a;
      }
    }
  }

  protected computeColumn(k: number, pivot: number): void {
    const { order, start, slot, row, re, im, x, y, pivotRow, lStart, uStart, lRow, uIndex } = this;
    const { lowerRe, lowerIm } = this;
    for (let p = lStart[k]; p < lStart[k + 1]; p++) this.clear(lRow[p]);
    for (let p = uStart[k]; p < uStart[k + 1]; p++) this.clear(pivotRow[uIndex[p]]);
    if (pivot >= 0) this.clear(pivot);
    for (let p = start[order[k]]; p < start[order[k] + 1]; p++) {
      x[row[p]] = re[slot[p]];
      y[row[p]] = im[slot[p]];
    }
    for (let p = uStart[k]; p < uStart[k + 1]; p++) {
      const j = uIndex[p];
      const a = x[pivotRow[j]];
      const b = y[pivotRow[j]];
      if (a === 0 && b === 0) continue;
      for (let l = lStart[j]; l < lStart[j + 1]; l++) {
        x[lRow[l]] -= lowerRe[l] * a - lowerIm[l] * b;
        y[lRow[l]] -= lowerRe[l] * b + lowerIm[l] * a;
      }
    }
    for (let p = lStart[k]; p < lStart[k + 1]; p++) this.measure(lRow[p]);
    if (pivot >= 0) this.measure(pivot);
  }

  protected storeColumn(k: number, pivot: number): boolean {
    const { x, y, pivotRow, lStart, uStart, lRow, uIndex, lowerRe, lowerIm, upperRe, upperIm } = this;
    // 1 / pivot, scaled so that no square overflows
    const scale = Math.abs(x[pivot]) + Math.abs(y[pivot]);
    const c = x[pivot] / scale;
    const d = y[pivot] / scale;
    const square = (c * c + d * d) * scale;
    const a = c / square;
    const b = -d / square;
    this.inverseRe[k] = a;
    this.inverseIm[k] = b;
    for (let p = uStart[k]; p < uStart[k + 1]; p++) {
      upperRe[p] = x[pivotRow[uIndex[p]]];
      upperIm[p] = y[pivotRow[uIndex[p]]];
    }
    for (let p = lStart[k]; p < lStart[k + 1]; p++) {
      lowerRe[p] = x[lRow[p]] * a - y[lRow[p]] * b;
      lowerIm[p] = x[lRow[p]] * b + y[lRow[p]] * a;
    }
    return scale - scale === 0;
  }

  protected grow(lCapacity: number, uCapacity: number): void {
    this.lowerRe = larger(this.lowerRe, lCapacity);
    this.lowerIm = larger(this.lowerIm, lCapacity);
    this.upperRe = larger(this.upperRe, uCapacity);
    this.upperIm = larger(this.upperIm, uCapacity);
  }

  private measure(row: number): void {
    this.sizes[row] = (Math.abs(this.x[row]) + Math.abs(this.y[row])) * this.weight[row];
  }

  private clear(row: number): void {
    this.x[row] = 0;
    this.y[row] = 0;
  }
}

function larger(values: Float64Array, capacity: number): Float64Array {
  const out = new Float64Array(capacity);
  out.set(values);
  return out;
}
