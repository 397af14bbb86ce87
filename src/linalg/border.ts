/**
 * Bordered systems. A coordinate k that occurs in very many constraints fills S = G M^-1 G^T, because any two of them share
 * it. It is therefore not eliminated before the multipliers. With H the set of such coordinates and W = G M^-1,
 *
 *     S = S0 + W_H M_H W_H^T,      S x = b      as      [ S0    W_H     ] [ x ]   [ b ]
 *                                                       [ W_H^T -1 / M_H ] [ y ] = [ 0 ],
 *
 * where S0 is G M^-1 G^T without the coordinates of H. Rows of the first kind are eliminated before the border y, and those
 * that act on no other coordinates, for which S0 is zero, after it. The pivots of the border are then negative and all others
 * positive (the matrix is quasi-definite), nothing cancels in either, and no other order of pivots is needed: Vanderbei, SIAM
 * J. Optim. 5 (1995) 100.
 *
 * S0 can be singular where S is not: a rod from a hub to a slider at right angles to its rail. A row whose pivot is small
 * becomes *late*: its diagonal is increased by sigma, and each solution is corrected afterwards (`bordered-factor.ts`). At most as
 * many rows as H has coordinates can be independent only thanks to them.
 */

import type { Sides } from "./pivot.js";

/**
 * A pivot below this fraction of its reference makes its row late. The reference is the largest value that the pivot has while
 * it is computed: the diagonal of S0, or, for a row after the border, what the border gives it.
 */
export const latePivot = 1e-6;
/** The most late rows. */
const most = 12;

/** What the numeric phase must know of a border. */
export interface Border {
  /** The first index of the border; rows from there on are the border. */
  readonly from: number;
}

/** Byte offsets in a store, after its factorisation: the number of late rows; row and factor of each; their vectors. */
export interface LateLayout {
  readonly most: number;
  readonly count: number;
  readonly records: number;
  readonly vectors: number;
  readonly bytes: number;
}

export function lateLayout(n: number, border: Border, storeBytes: number): LateLayout {
  const rows = Math.min(most, n - border.from);
  const records = storeBytes + 8;
  const vectors = records + 16 * rows;
  return { most: rows, count: storeBytes, records, vectors, bytes: vectors + 8 * n * rows - storeBytes };
}

/** An order of elimination: the rows of `order` that are not last, the border, then the rows that are last. */
export function borderedOrder(order: Int32Array, border: number, isLast: (row: number) => boolean): Int32Array {
  const own = Array.from({ length: border }, (_, c) => order.length + c);
  return Int32Array.from([...order.filter((row) => !isLast(row)), ...own, ...order.filter(isLast)]);
}

/** What the elimination of one row needs. */
export interface BorderTables {
  readonly from: number;
  readonly late: LateLayout;
  readonly sides: Sides;
}
