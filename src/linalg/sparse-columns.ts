/** Prepares sparse matrices, given entry by entry, for a factorisation by columns. */

import { minimumDegree } from "./ordering.js";
import { graphOf } from "./pattern.js";

/** Entries by column: column j has `start[j] ... start[j + 1] - 1`, each with its row and its index in the given list. */
export interface Columns {
  readonly start: Int32Array;
  readonly slot: Int32Array;
  readonly row: Int32Array;
}

export function columnsOf(n: number, rows: Int32Array, cols: Int32Array): Columns {
  const start = new Int32Array(n + 1);
  for (let k = 0; k < cols.length; k++) start[cols[k] + 1]++;
  for (let j = 0; j < n; j++) start[j + 1] += start[j];
  const next = start.slice();
  const slot = new Int32Array(cols.length);
  const row = new Int32Array(cols.length);
  for (let k = 0; k < cols.length; k++) {
    row[next[cols[k]]] = rows[k];
    slot[next[cols[k]]++] = k;
  }
  return { start, slot, row };
}

/** A fill-reducing order for both rows and columns, by minimum degree of A + A^T. */
export function symmetricOrder(n: number, rows: Int32Array, cols: Int32Array): Int32Array {
  const keys = new Set<number>();
  for (let i = 0; i < n; i++) keys.add(i * n + i);
  for (let k = 0; k < rows.length; k++) keys.add(Math.max(rows[k], cols[k]) * n + Math.min(rows[k], cols[k]));
  const all = Float64Array.from(keys).sort();
  return minimumDegree(
    graphOf({
      n,
      rows: Int32Array.from(all, (key) => Math.floor(key / n)),
      cols: Int32Array.from(all, (key) => key % n),
    }),
  );
}
