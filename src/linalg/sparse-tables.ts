/**
 * The tables in the arena that the looping factorisation reads, and the layout of its numeric storage. All entries are
 * byte offsets or addresses, ready for use in WebAssembly.
 *
 * `program` has one record per row k, in elimination order:
 *   4 i, 8 slot of (i, i), bytes of the scatter part, bytes of the entry part        where i = order[k]
 *   scatter part: pairs (8 slot + flip, 8 j)        entry (k, j) of the permuted matrix, j < k; flip: slot holds (j, k)
 *   entry part:   pairs (address of supernode s, 4 r)        row k is the r-th row of s, for every s that holds it, r > 0
 * `supernodes` has four words for each supernode, and a last record that only ends the list:
 *   8 first column, 8 width, 8 start of the block, address of the row list
 * `rows` has 8 row for all rows of all supernodes. `order` has 8 order[k].
 */

import type { Arena } from "../core/arena.js";
import { inverse } from "./elimination-tree.js";
import type { Analysis } from "./symbolic-factor.js";

/** Addresses of the tables. */
export interface Tables {
  /** The record of each row, and the end of the last one. */
  readonly program: Int32Array;
  readonly supernodes: number;
  readonly supernodesEnd: number;
  readonly order: number;
}

/** Byte offsets in a store: 1/D, the work row and the blocks of L and, in a general factorisation, of U^T. */
export interface Layout {
  readonly inverse: number;
  readonly work: readonly number[];
  readonly blocks: readonly number[];
}

export function layoutOf(analysis: Analysis, sides: 1 | 2): Layout {
  const row = 8 * analysis.n;
  const block = 8 * analysis.blockLength;
  const afterWork = row * (1 + sides);
  return sides === 1
    ? { inverse: 0, work: [row], blocks: [afterWork] }
    : { inverse: 0, work: [row, 2 * row], blocks: [afterWork, afterWork + block] };
}

/** Whether slot (i, j) of the lower triangle lies above the diagonal after the permutation. */
export const isFlipped = (original: number, neighbour: number): boolean => original < neighbour;

const recordWords = 4;
/** Bytes of the record of a supernode. */
export const nodeBytes = 4 * recordWords;

export function tableBytes(analysis: Analysis): number {
  const { n, graph, structure, supernodes } = analysis;
  const rows = structure.rows.length;
  const program = recordWords * n + graph.to.length + 2 * (rows - supernodes);
  return [program, recordWords * (supernodes + 1), rows, n].reduce((sum, w) => sum + 16 * Math.ceil(w / 4), 0);
}

export function placeTables(analysis: Analysis, arena: Arena): Tables {
  const { n, graph, structure, order } = analysis;
  const { first, rowStart, rows, blockStart } = structure;
  const count = analysis.supernodes;

  const orderTable = arena.i32(n);
  for (let k = 0; k < n; k++) orderTable[k] = 8 * order[k];
  const rowTable = arena.i32(rows.length);
  for (let r = 0; r < rows.length; r++) rowTable[r] = 8 * rows[r];

  const nodes = arena.i32(recordWords * (count + 1));
  for (let s = 0; s <= count; s++) {
    const width = s < count ? first[s + 1] - first[s] : 0;
    nodes.set([8 * first[s], 8 * width, 8 * blockStart[s], rowTable.byteOffset + 4 * rowStart[s]], recordWords * s);
  }

  // collect the entries of each row in a pass over the supernodes, so that they are in ascending order
  const entryStart = new Int32Array(n + 1);
  for (let s = 0; s < count; s++) for (let p = rowStart[s] + 1; p < rowStart[s + 1]; p++) entryStart[rows[p] + 1]++;
  for (let k = 0; k < n; k++) entryStart[k + 1] += entryStart[k];
  const next = entryStart.slice();
  const entryNode = new Int32Array(entryStart[n]);
  const entryRow = new Int32Array(entryStart[n]);
  for (let s = 0; s < count; s++)
    for (let p = rowStart[s] + 1; p < rowStart[s + 1]; p++) {
      entryNode[next[rows[p]]] = s;
      entryRow[next[rows[p]]++] = p - rowStart[s];
    }

  const position = inverse(order);
  const program = arena.i32(recordWords * n + graph.to.length + 2 * entryStart[n]);
  const records = new Int32Array(n + 1);
  let w = 0;
  for (let k = 0; k < n; k++) {
    const i = order[k];
    const head = w;
    records[k] = program.byteOffset + 4 * head;
    w += recordWords;
    for (let p = graph.start[i]; p < graph.start[i + 1]; p++) {
      const j = graph.to[p];
      if (position[j] > k) continue;
      program[w++] = 8 * graph.slot[p] + (isFlipped(i, j) ? 1 : 0);
      program[w++] = 8 * position[j];
    }
    program[head] = 4 * i;
    program[head + 1] = 8 * graph.diagonal[i];
    program[head + 2] = 4 * (w - head - recordWords);
    program[head + 3] = 8 * (entryStart[k + 1] - entryStart[k]);
    for (let e = entryStart[k]; e < entryStart[k + 1]; e++) {
      program[w++] = nodes.byteOffset + 4 * recordWords * entryNode[e];
      program[w++] = 4 * entryRow[e];
    }
  }
  records[n] = program.byteOffset + 4 * w;
  return {
    program: records,
    supernodes: nodes.byteOffset,
    supernodesEnd: nodes.byteOffset + 4 * recordWords * count,
    order: orderTable.byteOffset,
  };
}
