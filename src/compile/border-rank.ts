import { addressOf } from "../core/arena.js";
import type { WasmExports } from "../wasm/index.js";
import type { BorderPlan } from "./border-plan.js";
import type { ConstraintPlan } from "./constraint-plan.js";
import { pivotTolerance } from "./pivot-limits.js";

/**
 * Keeps those of the rows f marked as dependent that are independent thanks to the border. Marking has judged them by S0,
 * without the coordinates of the border. With A the bordered matrix of the rows that are kept, f is independent of them by
 *
 *     r_ff' = Q_f B Q_f'^T,      B = -(A^-1)_HH,      a_f A^-1 E_H = -Q_f B,
 *
 * where Q_f is W_H without what the kept rows explain. So one solution for each coordinate of the border gives all r_ff', whose rank is at most
 * their number. Rows are kept in the order of what is left of their r_ff, the largest first.
 */
export function keepThroughBorder(
  code: WasmExports,
  plan: ConstraintPlan,
  border: BorderPlan,
  fullDiagonal: Int32Array,
): void {
  const { dropped, matrix, wide, store, schur } = plan;
  const { from: m, coordinates, starts } = border;
  const h = coordinates.length;
  const marked: number[] = [];
  const place = new Int32Array(m).fill(-1);
  for (let row = 0; row < m; row++) {
    if (dropped[row] === 0) continue;
    place[row] = marked.length;
    marked.push(row);
  }
  if (marked.length === 0) return;

  // 1. T_f = a_f A^-1 E_H and B
  const indexOf = new Map(Array.from(coordinates, (k, c) => [k, c]));
  const W = plan.weighted?.pattern ?? plan.G;
  const T = marked.map(() => new Float64Array(h));
  const B = Array.from({ length: h }, () => new Float64Array(h));
  for (let c = 0; c < h; c++) {
    wide.fill(0);
    wide[m + c] = 1;
    code.solveWhole(addressOf(wide), addressOf(store));
    for (let d = 0; d < h; d++) B[d][c] = -wide[m + d];
    for (let s = 0; s < starts[0]; s++) {
      const [i, j] = [schur.rows[s], schur.cols[s]];
      if (place[i] >= 0) T[place[i]][c] += matrix[s] * wide[j];
      if (place[j] >= 0 && i !== j) T[place[j]][c] += matrix[s] * wide[i];
    }
    marked.forEach((row, f) => {
      for (let e = W.rowStart[row]; e < W.rowStart[row + 1]; e++) {
        const other = indexOf.get(W.column[e]);
        if (other !== undefined) T[f][c] += plan.weights[e] * wide[m + other];
      }
    });
  }

  // 2. y_f with r_ff' = y_f . y_f', by B = L L^T with pivoting, as far as B has rank
  const Y = marked.map(() => [] as number[]);
  let largest = 0;
  for (let round = 0; round < h; round++) {
    let pivot = 0;
    for (let c = 1; c < h; c++) if (B[c][c] > B[pivot][pivot]) pivot = c;
    const size = B[pivot][pivot];
    largest = Math.max(largest, size);
    if (!(size > pivotTolerance * largest)) break;
    const column = B.map((row) => row[pivot] / size);
    T.forEach((t, f) => {
      const factor = t[pivot];
      Y[f].push(factor / Math.sqrt(size));
      for (let c = 0; c < h; c++) t[c] -= factor * column[c];
    });
    const pivotRow = B[pivot].slice();
    for (let c = 0; c < h; c++) for (let d = 0; d < h; d++) B[c][d] -= column[c] * pivotRow[d];
  }

  // 3. the largest first
  const left = (f: number): number => Y[f].reduce((sum, y) => sum + y * y, 0) / matrix[fullDiagonal[marked[f]]];
  for (let round = 0; round < h; round++) {
    let best = 0;
    for (let f = 1; f < marked.length; f++) if (left(f) > left(best)) best = f;
    if (!(left(best) > pivotTolerance)) return;
    dropped[marked[best]] = 0;
    const y = Y[best].slice();
    const square = y.reduce((sum, entry) => sum + entry * entry, 0);
    for (const other of Y) {
      const factor = other.reduce((sum, entry, c) => sum + entry * y[c], 0) / square;
      for (let c = 0; c < other.length; c++) other[c] -= factor * y[c];
    }
  }
}
