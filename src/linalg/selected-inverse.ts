/**
 * The entries of the inverse Z of a sparse symmetric positive definite matrix in the pattern of its factor: A = L D L^T,
 * then the recurrences of Takahashi, Fagan, Chen (1973) from the last column to the first,
 *
 *     Z_ij = -sum over k > j of Z_ik L_kj   (i > j),      Z_jj = 1/d_j - sum over k > j of L_kj Z_kj,
 *
 * which need no other entries. The cost is that of the factorisation, linear for chains. This is plain code, for
 * quantities that are evaluated along with the forces; the solvers use `sparse-factor.ts`.
 */

import { hostMath } from "../math/index.js";
import { inverse } from "./elimination-tree.js";
import type { SymmetricPattern } from "./pattern.js";
import { analyse } from "./symbolic-factor.js";

const { log } = hostMath;

export class SelectedInverse {
  /** log det A. */
  logDeterminant = 0;
  private readonly n: number;
  /** Columns of L below the diagonal, in elimination order: column j has entries start[j] … start[j + 1] - 1, by row. */
  private readonly start: Int32Array;
  private readonly row: Int32Array;
  /** Rows of L: the columns of row i from left[i] on, and the indices of their entries. */
  private readonly left: Int32Array;
  private readonly leftColumn: Int32Array;
  private readonly leftEntry: Int32Array;
  /** For slot k of the pattern, the index of an entry of L, or -1 - j for the diagonal of column j. */
  private readonly place: Int32Array;
  private readonly L: Float64Array;
  private readonly d: Float64Array;
  private readonly Z: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly work: Float64Array;
  private readonly at: Int32Array;

  constructor(pattern: SymmetricPattern) {
    const { order, structure } = analyse(pattern);
    const { first, rowStart, rows } = structure;
    const { n } = pattern;
    const position = inverse(order);
    this.n = n;

    // 1. the columns of L, from the supernodes
    this.start = new Int32Array(n + 1);
    const list: number[] = [];
    for (let s = 0; s + 1 < first.length; s++)
      for (let j = first[s]; j < first[s + 1]; j++) {
        for (let p = rowStart[s]; p < rowStart[s + 1]; p++) if (rows[p] > j) list.push(rows[p]);
        this.start[j + 1] = list.length;
      }
    this.row = Int32Array.from(list);

    // 2. the rows of L
    this.left = new Int32Array(n + 1);
    for (const i of this.row) this.left[i + 1]++;
    for (let i = 0; i < n; i++) this.left[i + 1] += this.left[i];
    this.leftColumn = new Int32Array(this.row.length);
    this.leftEntry = new Int32Array(this.row.length);
    const next = this.left.slice();
    for (let j = 0; j < n; j++)
      for (let e = this.start[j]; e < this.start[j + 1]; e++) {
        this.leftColumn[next[this.row[e]]] = j;
        this.leftEntry[next[this.row[e]]++] = e;
      }

    // 3. the indices of the pattern's entries
    this.place = Int32Array.from(pattern.rows, (r, k) => {
      const [a, b] = [position[r], position[pattern.cols[k]]];
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      return low === high ? -1 - low : this.row.indexOf(high, this.start[low]);
    });
    this.L = new Float64Array(this.row.length);
    this.Z = new Float64Array(this.row.length);
    this.d = new Float64Array(n);
    this.diagonal = new Float64Array(n);
    this.work = new Float64Array(n);
    this.at = new Int32Array(n).fill(-1);
  }

  /** Invert the matrix whose entry in slot k is `values[k]`. False when it is not positive definite. */
  evaluate(values: Float64Array): boolean {
    return this.factor(values) && this.invert();
  }

  /** The entry of the inverse in slot `k` of the pattern. */
  entry(k: number): number {
    const p = this.place[k];
    return p < 0 ? this.diagonal[-1 - p] : this.Z[p];
  }

  private factor(values: Float64Array): boolean {
    const { n, start, row, left, leftColumn, leftEntry, place, L, d, work } = this;
    L.fill(0);
    for (let k = 0; k < place.length; k++) {
      if (place[k] < 0) d[-1 - place[k]] = values[k];
      else L[place[k]] = values[k];
    }
    // log det is the logarithm of a product whose magnitude is kept near 1
    let [mantissa, sum] = [1, 0];
    for (let j = 0; j < n; j++) {
      for (let e = start[j]; e < start[j + 1]; e++) work[row[e]] = L[e];
      let pivot = d[j];
      for (let p = left[j]; p < left[j + 1]; p++) {
        const [k, own] = [leftColumn[p], leftEntry[p]];
        const factor = L[own] * d[k];
        pivot -= factor * L[own];
        for (let e = own + 1; e < start[k + 1]; e++) work[row[e]] -= factor * L[e];
      }
      if (!(pivot > 0)) return false;
      d[j] = pivot;
      for (let e = start[j]; e < start[j + 1]; e++) L[e] = work[row[e]] / pivot;
      mantissa *= pivot;
      if (!(mantissa > 1e-100 && mantissa < 1e100)) {
        sum += log(mantissa);
        mantissa = 1;
      }
    }
    this.logDeterminant = sum + log(mantissa);
    return true;
  }

  private invert(): boolean {
    const { n, start, row, L, Z, d, diagonal, work, at } = this;
    for (let j = n - 1; j >= 0; j--) {
      const [from, to] = [start[j], start[j + 1]];
      for (let e = from; e < to; e++) {
        at[row[e]] = e;
        work[row[e]] = 0;
      }
      // work = Z L_j, by columns of Z
      for (let e = from; e < to; e++) {
        const k = row[e];
        work[k] += diagonal[k] * L[e];
        for (let f = start[k]; f < start[k + 1]; f++) {
          const i = row[f];
          if (at[i] < 0) continue;
          work[i] += Z[f] * L[e];
          work[k] += Z[f] * L[at[i]];
        }
      }
      let sum = 1 / d[j];
      for (let e = from; e < to; e++) {
        Z[e] = -work[row[e]];
        sum -= L[e] * Z[e];
      }
      diagonal[j] = sum;
      for (let e = from; e < to; e++) at[row[e]] = -1;
    }
    return true;
  }
}
