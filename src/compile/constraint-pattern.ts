/**
 * The fixed sparse patterns of the constraints: G row by row, W = G M^-1, and the Schur complement S = G M^-1 G^T with,
 * for each of its entries, the list of products W[a] G[b] that sum to it. The work is linear in the number of products.
 */

import type { PlacedRows } from "./place-laws.js";

/** A sparse matrix pattern by rows. */
export interface RowPattern {
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
}

/** Sums of products: entry s is the sum over p in [start[s], start[s + 1]) of left[a[p]] * right[b[p]]. */
export interface ProductList {
  readonly start: Int32Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
}

/** G, entries in the order the kernels store them. */
export function jacobianPattern(laws: readonly PlacedRows[], m: number, nonzeros: number): RowPattern {
  const rowStart = new Int32Array(m + 1);
  const column = new Int32Array(nonzeros);
  for (const { law, row, entries, base } of laws) {
    const rows = law.outputs.length;
    for (let i = 0; i < law.count; i++) {
      entries.forEach((e, k) => {
        column[base + i * entries.length + k] = law.stencil[e.node].index[i] + e.comp;
      });
      for (let c = 0, k = 0; c < rows; c++) {
        while (k < entries.length && entries[k].component === c) k++;
        rowStart[row + i * rows + c + 1] = base + i * entries.length + k;
      }
    }
  }
  return { rowStart, column };
}

/**
 * The pattern of G M^-1 for a mass with blocks, where a row reaches all coordinates of the blocks it touches, and the
 * products that make up each entry.
 */
export function weightedPattern(
  G: RowPattern,
  blockOf: Int32Array,
  blocks: readonly Int32Array[],
  inverseSlot: (block: number, row: number, col: number) => number,
): { readonly pattern: RowPattern; readonly products: ProductList } {
  const m = G.rowStart.length - 1;
  const rowStart = new Int32Array(m + 1);
  const column: number[] = [];
  const start: number[] = [0];
  const a: number[] = [];
  const b: number[] = [];
  const place = new Int32Array(blockOf.length);
  for (const block of blocks) {
    block.forEach((k, position) => {
      place[k] = position;
    });
  }
  for (let i = 0; i < m; i++) {
    const touched = new Set<number>();
    for (let e = G.rowStart[i]; e < G.rowStart[i + 1]; e++) touched.add(blockOf[G.column[e]]);
    for (const block of touched)
      blocks[block].forEach((k, position) => {
        column.push(k);
        for (let e = G.rowStart[i]; e < G.rowStart[i + 1]; e++)
          if (blockOf[G.column[e]] === block) {
            a.push(e);
            b.push(inverseSlot(block, place[G.column[e]], position));
          }
        start.push(a.length);
      });
    rowStart[i + 1] = column.length;
  }
  return {
    pattern: { rowStart, column: Int32Array.from(column) },
    products: { start: Int32Array.from(start), a: Int32Array.from(a), b: Int32Array.from(b) },
  };
}

export interface SchurPattern {
  /** Lower triangle of S, slot by slot. */
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  /** Entry (i, j) as a sum of left[row i] * right[row j]. */
  readonly products: ProductList;
}

/**
 * The lower triangle of A B^T for row patterns A (entries `a`) and B (entries `b`) over the same coordinates, without those
 * that `leaveOut` flags.
 */
export function productPattern(A: RowPattern, B: RowPattern, n: number, leaveOut?: Uint8Array): SchurPattern {
  const m = A.rowStart.length - 1;
  // 1. B by columns
  const columnStart = new Int32Array(n + 1);
  for (const k of B.column) columnStart[k + 1]++;
  for (let k = 0; k < n; k++) columnStart[k + 1] += columnStart[k];
  const next = columnStart.slice();
  const rowOf = new Int32Array(B.column.length);
  const entryOf = new Int32Array(B.column.length);
  for (let j = 0; j < m; j++)
    for (let e = B.rowStart[j]; e < B.rowStart[j + 1]; e++) {
      const p = next[B.column[e]]++;
      rowOf[p] = j;
      entryOf[p] = e;
    }
  // 2. row i meets every row j <= i that shares a coordinate: count, then fill
  const rows: number[] = [];
  const cols: number[] = [];
  const counts: number[] = [];
  const slotOf = new Int32Array(m).fill(-1);
  const owner = new Int32Array(m).fill(-1);
  const visit = (i: number, meet: (j: number, a: number, b: number) => void): void => {
    for (let e = A.rowStart[i]; e < A.rowStart[i + 1]; e++) {
      const k = A.column[e];
      if (leaveOut?.[k]) continue;
      for (let p = columnStart[k]; p < columnStart[k + 1] && rowOf[p] <= i; p++) meet(rowOf[p], e, entryOf[p]);
    }
  };
  const open = (i: number, j: number): void => {
    owner[j] = i;
    slotOf[j] = rows.length;
    rows.push(i);
    cols.push(j);
    counts.push(0);
  };
  for (let i = 0; i < m; i++) {
    open(i, i); // the diagonal is always stored
    visit(i, (j) => {
      if (owner[j] !== i) open(i, j);
      counts[slotOf[j]]++;
    });
  }
  const start = new Int32Array(rows.length + 1);
  for (let s = 0; s < rows.length; s++) start[s + 1] = start[s] + counts[s];
  const total = start[rows.length];
  const a = new Int32Array(total);
  const b = new Int32Array(total);
  const fill = start.slice();
  let slot = 0;
  for (let i = 0; i < m; i++) {
    for (; slot < rows.length && rows[slot] === i; slot++) slotOf[cols[slot]] = slot;
    visit(i, (j, left, right) => {
      const p = fill[slotOf[j]]++;
      a[p] = left;
      b[p] = right;
    });
  }
  return { rows: Int32Array.from(rows), cols: Int32Array.from(cols), products: { start, a, b } };
}
