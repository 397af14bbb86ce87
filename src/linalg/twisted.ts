/**
 * The order of elimination of long paths: from both ends to the middle. It causes no fill, like the order from one end to
 * the other, but its halves do not wait for each other's divisions, and `path-code.ts` computes them side by side.
 */

import { inverse } from "./elimination-tree.js";
import type { Graph } from "./pattern.js";

/** Shorter paths keep their order: they gain little, and small systems are straight-line code. */
const shortest = 400;

/** The order with the rows of every component that is a long path rearranged among their own places. */
export function twisted(graph: Graph, order: Int32Array): Int32Array {
  const { n, start, to } = graph;
  const result = order.slice();
  const degree = (i: number): number => start[i + 1] - start[i];
  let position: Int32Array | undefined;
  const seen = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    if (degree(i) !== 1 || seen[i] !== 0) continue;
    const path = [i];
    seen[i] = 1;
    for (let last = i, next = to[start[i]]; ; ) {
      if (degree(next) > 2) break;
      path.push(next);
      seen[next] = 1;
      if (degree(next) === 1) break;
      const after = to[start[next]] === last ? to[start[next] + 1] : to[start[next]];
      last = next;
      next = after;
    }
    if (path.length < shortest || degree(path.at(-1)!) !== 1) continue;
    position ??= inverse(order);
    const places = path.map((row) => position![row]).sort((a, b) => a - b);
    const middle = path.length >> 1;
    const rows = [...path.slice(0, middle), ...path.slice(middle + 1).reverse(), path[middle]];
    rows.forEach((row, k) => {
      result[places[k]] = row;
    });
  }
  return result;
}
