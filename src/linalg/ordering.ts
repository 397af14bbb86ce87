/**
 * Fill-reducing ordering of a symmetric pattern by approximate minimum degree (Amestoy, Davis and Duff, SIAM J. Matrix
 * Anal. Appl. 17, 1996): the next variable to eliminate is one whose row has about the fewest entries left. The quotient
 * graph keeps the time nearly linear. Chains and trees get no fill, and grids come close to the best known orderings.
 *
 * The ordering is deterministic: among equal degrees the most recently updated variable comes first, then the one with
 * the lowest index.
 */

import type { Graph } from "./pattern.js";
import { QuotientGraph } from "./quotient-graph.js";

/** Rows with more entries than this are put last: they would be updated again and again, and would fill in anyway. */
const denseRow = (n: number): number => Math.max(16, 10 * Math.sqrt(n));

/** A permutation: `order[k]` is the index eliminated as the k-th. */
export function minimumDegree(graph: Graph): Int32Array {
  const { n, start } = graph;
  const order = new Int32Array(n);
  const limit = denseRow(n);
  const isDense = (i: number): boolean => start[i + 1] - start[i] > limit;

  const quotient = new QuotientGraph(graph, isDense);
  let count = 0;
  while (count < quotient.size) {
    const pivot = quotient.eliminate();
    for (let i = pivot; i >= 0; i = quotient.nextMember[i]) order[count++] = i;
  }
  for (let i = 0; i < n; i++) if (isDense(i)) order[count++] = i;
  return order;
}
