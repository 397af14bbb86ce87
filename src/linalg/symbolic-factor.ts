/**
 * The symbolic phase: everything about a sparse factorisation P A P^T = L D L^T that does not depend on values. It is
 * done once per pattern, on the host. The result consists of plain arrays; `sparse-factor.ts` turns it into WebAssembly.
 *
 * L is divided into *supernodes*, runs of columns with the same rows below them. Supernode s owns the columns
 * `first[s] ... first[s + 1] - 1` and the rows `rows[rowStart[s]] ... rows[rowStart[s + 1] - 1]`, which begin with its
 * own columns. Its entries form one block, row by row, at `blockStart[s]`; above the diagonal the block is unused.
 */

import { columnCounts, eliminationTree, inverse, postorder } from "./elimination-tree.js";
import { minimumDegree } from "./ordering.js";
import { type Graph, graphOf, type SymmetricPattern } from "./pattern.js";

/** The static structure of L. Rows and columns are counted in elimination order. */
export interface Structure {
  readonly first: Int32Array;
  readonly rowStart: Int32Array;
  readonly rows: Int32Array;
  readonly blockStart: Int32Array;
}

export interface Analysis {
  readonly n: number;
  /** `order[k]` is the original index of the k-th row eliminated. */
  readonly order: Int32Array;
  readonly graph: Graph;
  readonly structure: Structure;
  /** The number of supernodes. */
  readonly supernodes: number;
  /** The number of entries of L below the diagonal. */
  readonly nonzeros: number;
  /** The number of doubles in all blocks, including the unused entries above the diagonal. */
  readonly blockLength: number;
  /** The number of multiplications of one factorisation and one solve. */
  readonly operations: number;
  /** The size in bytes of the store of one factorisation, symmetric or general. */
  readonly storeBytes: number;
  readonly generalStoreBytes: number;
}

/**
 * Analyse a pattern; `order` replaces the fill-reducing ordering (it is still rearranged without changing the fill). Rows of
 * different `kind` never share a supernode.
 */
export function analyse(
  pattern: SymmetricPattern,
  order?: Int32Array,
  kind: (row: number) => number = () => 0,
): Analysis {
  const graph = graphOf(pattern);
  const { n } = graph;

  // 1. ordering, then postorder: the fill is the same, but columns of equal structure become neighbours
  const draft = order ?? minimumDegree(graph);
  const draftParent = eliminationTree(graph, draft);
  const post = postorder(draftParent);
  const final = post.map((k) => draft[k]);
  const parent = relabel(draftParent, post);

  // 2. structure of L
  const counts = columnCounts(graph, final, parent);
  const structure = supernodalStructure(graph, final, parent, counts, kind);

  // 3. sizes
  let nonzeros = 0;
  let operations = n;
  for (let j = 0; j < n; j++) {
    nonzeros += counts[j];
    operations += (counts[j] * (counts[j] + 7)) / 2;
  }
  const supernodes = structure.first.length - 1;
  const blockLength = structure.blockStart[supernodes];
  return {
    n,
    order: final,
    graph,
    structure,
    supernodes,
    nonzeros,
    blockLength,
    operations,
    storeBytes: 8 * (2 * n + blockLength),
    generalStoreBytes: 8 * (3 * n + 2 * blockLength),
  };
}

/** Parents after a permutation of the nodes. */
function relabel(parent: Int32Array, order: Int32Array): Int32Array {
  const position = inverse(order);
  return order.map((old) => (parent[old] < 0 ? -1 : position[parent[old]]));
}

function supernodalStructure(
  graph: Graph,
  order: Int32Array,
  parent: Int32Array,
  counts: Int32Array,
  kind: (row: number) => number,
): Structure {
  const { n, start, to } = graph;
  const position = inverse(order);

  // column j + 1 continues the supernode of column j when it has the same rows except one; the last columns of a path do
  // not, so that the path (`paths.ts`) has all its rows
  const endsPath = (j: number): boolean =>
    j > 1 && counts[j] === 0 && counts[j - 1] === 1 && counts[j - 2] === 1 && parent[j - 2] === j - 1;
  const owner = new Int32Array(n);
  const firsts: number[] = [];
  for (let j = 0; j < n; j++) {
    const isContinued = j > 0 && parent[j - 1] === j && counts[j - 1] === counts[j] + 1;
    if (!isContinued || endsPath(j) || kind(order[j - 1]) !== kind(order[j])) firsts.push(j);
    owner[j] = firsts.length - 1;
  }
  const supernodes = firsts.length;
  const first = Int32Array.from([...firsts, n]);

  const rowStart = new Int32Array(supernodes + 1);
  const blockStart = new Int32Array(supernodes + 1);
  for (let s = 0; s < supernodes; s++) {
    const height = counts[first[s]] + 1;
    rowStart[s + 1] = rowStart[s] + height;
    blockStart[s + 1] = blockStart[s] + height * (first[s + 1] - first[s]);
  }

  // row k belongs to every supernode on the way up the tree from the columns of row k of A
  const rows = new Int32Array(rowStart[supernodes]);
  const next = rowStart.slice();
  const mark = new Int32Array(supernodes).fill(-1);
  for (let k = 0; k < n; k++) {
    const own = owner[k];
    mark[own] = k;
    rows[next[own]++] = k;
    const i = order[k];
    for (let p = start[i]; p < start[i + 1]; p++) {
      if (position[to[p]] > k) continue;
      for (let s = owner[position[to[p]]]; mark[s] !== k; s = owner[parent[first[s + 1] - 1]]) {
        mark[s] = k;
        rows[next[s]++] = k;
      }
    }
  }
  return { first, rowStart, rows, blockStart };
}
