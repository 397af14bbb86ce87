/**
 * Sparse LU of an unsymmetric matrix with pivoting, except for its arithmetic. It is left-looking, column by column
 * (Gilbert and Peierls, SIAM J. Sci. Stat. Comput. 9, 1988): column k of L and U is the solution of a triangular system
 * with the columns before it, and the pattern of the solution is what the entries of column k reach in the graph of L.
 *
 * Columns are eliminated in the minimum-degree order of A + A^T. The diagonal entry is the pivot if it is at least a
 * tenth of the largest candidate, where each candidate is measured against the largest entry of its row; so the fill
 * stays close to the prediction while the diagonal is large enough. Later matrices of the same pattern keep the pivots
 * and the patterns until a pivot becomes too small. Storage grows only while pivots are chosen.
 */

import { Reach } from "./reach.js";
import { columnsOf, symmetricOrder } from "./sparse-columns.js";

/** The diagonal entry is the pivot if it is at least this fraction of the largest candidate. */
const preferred = 0.1;
/** A chosen pivot is kept while it is at least this fraction of the largest candidate. */
const tolerated = 1e-3;

export abstract class SparseLuStructure {
  /** The column in which the last factorisation found no pivot, or -1. */
  singular = -1;
  readonly n: number;
  /** `order[k]` is the column that is eliminated as the k-th. */
  protected readonly order: Int32Array;
  /** The entries of A, column by column: their indices in the caller's list, and their rows. */
  protected readonly start: Int32Array;
  protected readonly slot: Int32Array;
  protected readonly row: Int32Array;
  /** The row of the k-th pivot, and the pivot of each row (-1 for a row without a pivot). */
  protected readonly pivotRow: Int32Array;
  private readonly position: Int32Array;
  /** Column k of L lists rows of A below the pivot. Column k of U lists pivots before k, in the order of elimination. */
  protected readonly lStart: Int32Array;
  protected readonly uStart: Int32Array;
  protected lRow: Int32Array;
  protected uIndex: Int32Array;
  /** 1 / (largest entry) of each row of A, and the entries of the current column multiplied by it. */
  protected readonly weight: Float64Array;
  protected readonly sizes: Float64Array;
  private known = false;
  private readonly reach: Reach;

  /** For n x n matrices with entries at (rows[k], cols[k]), each given once; columns are eliminated in `order`. */
  constructor(n: number, rows: Int32Array, cols: Int32Array, order = symmetricOrder(n, rows, cols)) {
    this.n = n;
    const { start, slot, row } = columnsOf(n, rows, cols);
    this.start = start;
    this.slot = slot;
    this.row = row;
    this.order = order;
    this.pivotRow = new Int32Array(n);
    this.position = new Int32Array(n).fill(-1);
    this.lStart = new Int32Array(n + 1);
    this.uStart = new Int32Array(n + 1);
    this.lRow = new Int32Array(2 * cols.length + 2 * n);
    this.uIndex = new Int32Array(2 * cols.length + 2 * n);
    this.weight = new Float64Array(n);
    this.sizes = new Float64Array(n);
    this.reach = new Reach(n);
  }

  /** Entries of L and U, diagonal included. */
  get nonzeros(): number {
    return this.lStart[this.n] + this.uStart[this.n] + this.n;
  }

  /** Rows of the pivots, for checkpoints; empty before the first factorisation. */
  get pivots(): Int32Array {
    return this.known ? this.pivotRow.slice() : new Int32Array(0);
  }

  /** Use these pivots in the next factorisation. */
  prescribe(pivots: ArrayLike<number>): void {
    this.known = false;
    if (pivots.length !== this.n) return;
    this.position.fill(-1);
    for (let k = 0; k < this.n; k++) {
      this.analyseColumn(k);
      this.install(k, pivots[k]);
    }
    this.known = true;
  }

  protected decompose(): "ok" | "singular" | "nonfinite" {
    this.singular = -1;
    if (this.known && this.repeat() === "ok") return "ok";
    const { n, lStart, lRow, sizes } = this;
    this.known = false;
    this.position.fill(-1);
    for (let k = 0; k < n; k++) {
      this.analyseColumn(k);
      this.computeColumn(k, -1);
      const pivot = this.choose(k);
      if (pivot < 0) {
        for (let p = lStart[k]; p < lStart[k + 1]; p++)
          if (sizes[lRow[p]] === Number.POSITIVE_INFINITY) return "nonfinite";
        this.singular = this.order[k];
        return "singular";
      }
      this.install(k, pivot);
      if (!this.storeColumn(k, pivot)) return "nonfinite";
    }
    this.known = true;
    return "ok";
  }

  /**
   * Compute column k of A, reduced by the columns before it, in the rows of the patterns of L and U and in row `pivot` (-1
   * for none); and its `sizes` in the rows of L and in row `pivot`.
   */
  protected abstract computeColumn(k: number, pivot: number): void;
  /** Store the computed column in L, U and the diagonal; false when the pivot is not finite. */
  protected abstract storeColumn(k: number, pivot: number): boolean;
  protected abstract grow(lCapacity: number, uCapacity: number): void;

  /** Factorise with the same pivots and patterns and other values. */
  private repeat(): "ok" | "again" {
    const { n, lStart, lRow, pivotRow, sizes } = this;
    for (let k = 0; k < n; k++) {
      const pivot = pivotRow[k];
      this.computeColumn(k, pivot);
      const own = sizes[pivot];
      for (let p = lStart[k]; p < lStart[k + 1]; p++) if (!(own >= tolerated * sizes[lRow[p]])) return "again";
      if (!(own > 0) || !this.storeColumn(k, pivot)) return "again";
    }
    return "ok";
  }

  /** Find the patterns of column k: what its entries reach through the columns of L that have a pivot. */
  private analyseColumn(k: number): void {
    const { n, order, start, row, position, lStart, uStart, reach } = this;
    if (k === 0) reach.begin();
    if (lStart[k] + n > this.lRow.length || uStart[k] + n > this.uIndex.length) this.enlarge(k);
    const { lRow, uIndex } = this;
    lStart[k + 1] = lStart[k];
    let top = n;
    for (let p = start[order[k]]; p < start[order[k] + 1]; p++) {
      top = reach.search(row[p], k, top, position, lStart, lRow);
    }
    let uEnd = uStart[k];
    while (top < n) uIndex[uEnd++] = reach.found[top++];
    uStart[k + 1] = uEnd;
  }

  /** The row of the pivot among the candidates of column k; -1 when all are zero or one is not finite. */
  private choose(k: number): number {
    const { lStart, lRow, sizes, order } = this;
    let best = -1;
    let largest = 0;
    for (let p = lStart[k]; p < lStart[k + 1]; p++) {
      const i = lRow[p];
      const size = sizes[i];
      if (size - size !== 0) return -1;
      if (size > largest) {
        largest = size;
        best = i;
      }
    }
    const diagonal = order[k];
    const isCandidate = this.position[diagonal] < 0 && this.reach.mark[diagonal] === k;
    return isCandidate && best >= 0 && sizes[diagonal] >= preferred * largest ? diagonal : best;
  }

  /** Make row `pivot` the k-th pivot and remove it from the pattern of L. */
  private install(k: number, pivot: number): void {
    const { lStart, lRow } = this;
    let end = lStart[k];
    for (let p = lStart[k]; p < lStart[k + 1]; p++) if (lRow[p] !== pivot) lRow[end++] = lRow[p];
    lStart[k + 1] = end;
    this.pivotRow[k] = pivot;
    this.position[pivot] = k;
  }

  private enlarge(k: number): void {
    const l = 2 * this.lRow.length + this.n;
    const u = 2 * this.uIndex.length + this.n;
    const { lRow, uIndex } = this;
    this.lRow = new Int32Array(l);
    this.lRow.set(lRow.subarray(0, this.lStart[k]));
    this.uIndex = new Int32Array(u);
    this.uIndex.set(uIndex.subarray(0, this.uStart[k]));
    this.grow(l, u);
  }
}
