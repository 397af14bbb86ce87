/** Patterns of sparse symmetric matrices: which entries may be nonzero, never what they are. */

/**
 * The lower triangle of a symmetric pattern. Slot k is the entry (rows[k], cols[k]) with rows[k] >= cols[k]; every
 * diagonal entry is there, every entry once, in any order. The owner of the matrix stores its values in slot order.
 */
export interface SymmetricPattern {
  readonly n: number;
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** The graph of a pattern: the neighbours of i are `to[start[i]] ... to[start[i + 1] - 1]`, diagonal left out. */
export interface Graph {
  readonly n: number;
  readonly start: Int32Array;
  readonly to: Int32Array;
  /** The slot of the entry behind each neighbour. */
  readonly slot: Int32Array;
  /** The slot of each diagonal entry. */
  readonly diagonal: Int32Array;
}

/** Both halves of a pattern as a graph, neighbours in slot order. Throws when the pattern is not as promised. */
export function graphOf(pattern: SymmetricPattern): Graph {
  const { n, rows, cols } = pattern;
  const start = new Int32Array(n + 1);
  const diagonal = new Int32Array(n).fill(-1);
  if (rows.length !== cols.length) throw new Error(`pattern: ${rows.length} rows and ${cols.length} columns`);
  for (let k = 0; k < rows.length; k++) {
    const i = rows[k];
    const j = cols[k];
    if (j < 0 || i < j || i >= n)
      throw new Error(`pattern: slot ${k} is (${i}, ${j}), not in the lower triangle of ${n}`);
    if (i !== j) {
      start[i + 1]++;
      start[j + 1]++;
    } else if (diagonal[i] < 0) diagonal[i] = k;
    else throw new Error(`pattern: diagonal entry ${i} is in slots ${diagonal[i]} and ${k}; give every entry one slot`);
  }
  for (let i = 0; i < n; i++) {
    if (diagonal[i] < 0) throw new Error(`pattern: diagonal entry ${i} has no slot; every diagonal entry needs one`);
    start[i + 1] += start[i];
  }

  const next = start.slice();
  const to = new Int32Array(start[n]);
  const slot = new Int32Array(start[n]);
  for (let k = 0; k < rows.length; k++) {
    const i = rows[k];
    const j = cols[k];
    if (i === j) continue;
    to[next[i]] = j;
    slot[next[i]++] = k;
    to[next[j]] = i;
    slot[next[j]++] = k;
  }
  const seen = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++)
    for (let p = start[i]; p < start[i + 1]; p++) {
      if (seen[to[p]] === i) throw new Error(`pattern: entry (${i}, ${to[p]}) has two slots; give every entry one`);
      seen[to[p]] = i;
    }
  return { n, start, to, slot, diagonal };
}
