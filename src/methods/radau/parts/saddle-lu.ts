/**
 * LU of saddle-point matrices [K, G^T; R, 0] with a fixed pattern, real and complex. Small matrices are dense. In
 * sparse ones each multiplier is eliminated after all coordinates of its constraint: the zero block has then become -R
 * K^-1 G^T, and pivots can stay on the diagonal (R. Bridson, An ordering method for the direct solution of saddle-point
 * matrices, 2007).
 */

import type { Status } from "../../../core/index.js";
import { complexDenseLu } from "../../../linalg/complex-dense-lu.js";
import { ComplexSparseLu } from "../../../linalg/complex-sparse-lu.js";
import { denseLu } from "../../../linalg/dense-lu.js";
import { EntryBook } from "../../../linalg/entry-book.js";
import { minimumDegree } from "../../../linalg/ordering.js";
import { graphOf } from "../../../linalg/pattern.js";
import { SparseLu } from "../../../linalg/sparse-lu.js";

/** Matrices up to this size are dense. */
const small = 40;

export interface SaddleLu {
  /** Factorises the matrix with the entries re + i im, in slot order; the real version does not read `im`. */
  factor(re: Float64Array, im: Float64Array): Status;
  solve(re: Float64Array, im: Float64Array): void;
  /** The choice of pivots, for checkpoints. */
  readonly pivots: ArrayLike<number>;
  prescribe(pivots: ArrayLike<number>): void;
}

/** For matrices with n coordinates first, then multipliers; the rows from n on are the constraints. */
export function saddleLu(book: EntryBook, n: number): { readonly real: SaddleLu; readonly complex: SaddleLu } {
  const { size } = book;
  const rows = Int32Array.from(book.rows);
  const cols = Int32Array.from(book.cols);
  if (size <= small) return { real: realDense(size, rows, cols), complex: complexDense(size, rows, cols) };
  const order = eliminationOrder(size, n, rows, cols);
  return { real: new SparseLu(size, rows, cols, order), complex: new ComplexSparseLu(size, rows, cols, order) };
}

/** The real one alone. */
export function realSaddleLu(book: EntryBook, n: number): SaddleLu {
  const { size } = book;
  const { rows, cols } = book.pattern();
  return size <= small
    ? realDense(size, rows, cols)
    : new SparseLu(size, rows, cols, eliminationOrder(size, n, rows, cols));
}

/** A coordinate in more constraints than this belongs to a hub. */
const many = 100;

/**
 * Orders the coordinates by minimum degree, where the coordinates of one constraint count as neighbours, and puts each
 * multiplier after its last coordinate. The coordinates of hubs do not count if the constraint has others: after a hub,
 * the multipliers of all its constraints would fill the matrix.
 */
export function eliminationOrder(size: number, n: number, rows: Int32Array, cols: Int32Array): Int32Array {
  const members = Array.from({ length: size - n }, (): number[] => []);
  const book = new EntryBook(n);
  const join = (i: number, j: number): number => book.slot(Math.max(i, j), Math.min(i, j));
  for (let i = 0; i < n; i++) join(i, i);
  for (let k = 0; k < rows.length; k++) {
    if (rows[k] < n && cols[k] < n) join(rows[k], cols[k]);
    else if (rows[k] >= n && cols[k] < n) members[rows[k] - n].push(cols[k]);
  }
  for (const list of members) for (const i of list) for (const j of list) join(i, j);
  const coordinates = minimumDegree(graphOf({ n, rows: Int32Array.from(book.rows), cols: Int32Array.from(book.cols) }));

  const place = new Int32Array(n);
  for (let k = 0; k < n; k++) place[coordinates[k]] = k;
  const uses = new Int32Array(n);
  for (const list of members) for (const i of list) uses[i]++;
  const ordinary = (list: readonly number[]): readonly number[] => {
    const others = list.filter((i) => uses[i] <= many);
    return others.length > 0 ? others : list;
  };
  const after = Array.from({ length: n + 1 }, (): number[] => []);
  members.forEach((list, r) => {
    after[ordinary(list).reduce((last, i) => Math.max(last, place[i] + 1), 0)].push(n + r);
  });
  return Int32Array.from([...after[0], ...after.slice(1).flatMap((rows, k) => [coordinates[k], ...rows])]);
}

const noPivots = { pivots: [], prescribe() {} };

function realDense(n: number, rows: Int32Array, cols: Int32Array): SaddleLu {
  const lu = denseLu(n);
  const A = new Float64Array(n * n);
  return {
    ...noPivots,
    factor(re) {
      for (let k = 0; k < rows.length; k++) A[rows[k] * n + cols[k]] = re[k];
      const pivot = lu.factor(A);
      return pivot > 0 ? "ok" : pivot === 0 ? "singular" : "nonfinite";
    },
    solve: (re) => lu.solve(re),
  };
}

function complexDense(n: number, rows: Int32Array, cols: Int32Array): SaddleLu {
  const lu = complexDenseLu(n);
  const X = new Float64Array(n * n);
  const Y = new Float64Array(n * n);
  return {
    ...noPivots,
    factor(re, im) {
      for (let k = 0; k < rows.length; k++) {
        X[rows[k] * n + cols[k]] = re[k];
        Y[rows[k] * n + cols[k]] = im[k];
      }
      return lu.factor(X, Y);
    },
    solve: (re, im) => lu.solve(re, im),
  };
}
