/** Patterns of sparse symmetric matrices: which entries may be nonzero, without their values. */

/**
 * The lower triangle of a symmetric pattern. Slot k is the entry (rows[k], cols[k]) with rows[k] >= cols[k]. Every
 * diagonal entry is present, and every entry occurs once, in any order. The owner of the matrix stores its values in slot
 * order.
 */
export interface SymmetricPattern {
  readonly n: number;
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** The graph of a pattern without its diagonal: the neighbours of i are `to[start[i]] ... to[start[i + 1] - 1]`. */
export interface Graph {
  readonly n: number;
  readonly start: Int32Array;
  readonly to: Int32Array;
  /** The slot of the entry that corresponds to each neighbour. */
  readonly slot: Int32Array;
  /** The slot of each diagonal entry. */
  readonly diagonal: Int32Array;
}

/** Both triangles of a pattern as a graph, with neighbours in slot order. Throws when the pattern is not valid. */
export function graphOf(pattern: SymmetricPattern): Graph {
  const { n, rows, cols } = pattern;
  const start = new Int32Array(n + 1);
  const diagonal = new Int32Array(n).fill(-1);
  if (rows.length !== cols.length)
    throw new Error(`pattern: rows and cols must have the same length; got ${rows.length} and ${cols.length}`);
  for (let k = 0; k < rows.length; k++) {
    const i = rows[k];
    const j = cols[k];
    if (j < 0 || i < j || i >= n)
      throw new Error(`pattern: every slot must be in the lower triangle of ${n} rows; slot ${k} is (${i}, ${j})`);
    if (i !== j) {
      start[i + 1]++;
      start[j + 1]++;
    } else if (diagonal[i] < 0) diagonal[i] = k;
    else throw new Error(`pattern: every entry must have one slot; diagonal entry ${i} has ${diagonal[i]} and ${k}`);
  }
  for (let i = 0; i < n; i++) {
    if (diagonal[i] < 0) throw new Error(`pattern: every diagonal entry must have a slot; entry ${i} has none`);
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
      if (seen[to[p]] === i) throw new Error(`pattern: every entry must have one slot; (${i}, ${to[p]}) has two`);
      seen[to[p]] = i;
    }
  return { n, start, to, slot, diagonal };
}
