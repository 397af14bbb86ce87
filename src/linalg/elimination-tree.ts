/**
 * The elimination tree of a symmetric pattern in a given order (Liu, SIAM J. Matrix Anal. Appl. 11, 1990): the parent
 * of column j is the first row below the diagonal of column j of L. Everything here takes nearly linear time in the
 * number of entries of the matrix, except `columnCounts`, which visits every entry of L once.
 */

import type { Graph } from "./pattern.js";

/** `position[order[k]] = k`. */
export function inverse(order: Int32Array): Int32Array {
  const position = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) position[order[k]] = k;
  return position;
}

/** Parents of the columns of L, -1 for roots, found with path compression. */
export function eliminationTree(graph: Graph, order: Int32Array): Int32Array {
  const { n, start, to } = graph;
  const position = inverse(order);
  const parent = new Int32Array(n).fill(-1);
  const ancestor = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    const i = order[k];
    for (let p = start[i]; p < start[i + 1]; p++) {
      let j = position[to[p]];
      while (j < k) {
        const above = ancestor[j];
        ancestor[j] = k;
        if (above < 0) {
          parent[j] = k;
          break;
        }
        j = above;
      }
    }
  }
  return parent;
}

/** The nodes of a forest in postorder: children before parents, subtrees contiguous, lower indices first. */
export function postorder(parent: Int32Array): Int32Array {
  const n = parent.length;
  const firstChild = new Int32Array(n + 1).fill(-1);
  const sibling = new Int32Array(n).fill(-1);
  for (let j = n - 1; j >= 0; j--) {
    const above = parent[j] < 0 ? n : parent[j];
    sibling[j] = firstChild[above];
    firstChild[above] = j;
  }
  const out = new Int32Array(n);
  let count = 0;
  // go down to the first leaf, then along siblings and up
  let node = firstChild[n] ?? -1;
  while (node >= 0) {
    while (firstChild[node] >= 0) node = firstChild[node];
    out[count++] = node;
    while (sibling[node] < 0) {
      node = parent[node];
      if (node < 0) return out;
      out[count++] = node;
    }
    node = sibling[node];
  }
  return out;
}

/** The number of entries below the diagonal in each column of L. */
export function columnCounts(graph: Graph, order: Int32Array, parent: Int32Array): Int32Array {
  const { n, start, to } = graph;
  const position = inverse(order);
  const counts = new Int32Array(n);
  const mark = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    mark[k] = k;
    const i = order[k];
    for (let p = start[i]; p < start[i + 1]; p++) {
      const first = position[to[p]];
      if (first > k) continue;
      for (let j = first; mark[j] !== k; j = parent[j]) {
        mark[j] = k;
        counts[j]++;
      }
    }
  }
  return counts;
}
