/**
 * Finds paths in the structure of L: consecutive rows of which each has one entry left of the diagonal, in the column
 * before it, like those of a chain. Where the slots of their entries are arithmetic sequences too, code for them needs no
 * tables: `path-factor.ts` and `path-solve.ts` eliminate them by loops with fixed strides.
 */

import { inverse } from "./elimination-tree.js";
import { isFlipped } from "./sparse-tables.js";
import type { Analysis } from "./symbolic-factor.js";

/** The numbers start, start + stride, start + 2 stride, … */
export interface Sequence {
  readonly start: number;
  readonly stride: number;
}

/** The rows `from` … `to` - 1 in elimination order, and the columns before each of them. */
export interface Path {
  readonly from: number;
  readonly to: number;
  /** The supernode of column `from` - 1; that of the next column follows, and so on. */
  readonly node: number;
  /** The original index of a row, the slots of its diagonal and its other entry, and the index of that entry in L. */
  readonly original: Sequence;
  readonly diagonal: Sequence;
  readonly slot: Sequence;
  readonly block: Sequence;
  /** The slot holds the transposed entry. */
  readonly flipped: boolean;
}

/** Shorter paths stay in the tables: each path is a piece of code of its own. */
const shortest = 32;
/** Of more paths the longest are taken. */
const most = 8;

/** The paths of a structure, in ascending order. */
export function pathsOf(analysis: Analysis): Path[] {
  const links = linksOf(analysis);
  const found: Path[] = [];
  for (let k = 0; k < links.length; ) {
    const run = runFrom(links, k);
    if (run.length >= shortest) found.push(pathOf(run));
    // neighbouring paths would share a row, which belongs to the first
    k += run.length;
  }
  const longest = found.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, most);
  return longest.sort((a, b) => a.from - b.from);
}

/** A row with a single entry, in the column before it. */
interface Link {
  readonly row: number;
  readonly node: number;
  readonly original: number;
  readonly diagonal: number;
  readonly slot: number;
  readonly block: number;
  readonly flipped: boolean;
}

function linksOf({ n, order, graph, structure, supernodes }: Analysis): Link[] {
  const { first, rowStart, rows, blockStart } = structure;
  const position = inverse(order);
  /** How many supernodes hold each row below their first one. */
  const holders = new Int32Array(n);
  for (let s = 0; s < supernodes; s++) for (let p = rowStart[s] + 1; p < rowStart[s + 1]; p++) holders[rows[p]]++;
  const links: Link[] = [];
  for (let s = 0; s < supernodes; s++) {
    const row = first[s] + 1;
    const isSingle = first[s + 1] === row && rowStart[s + 1] - rowStart[s] === 2 && rows[rowStart[s] + 1] === row;
    if (!isSingle || holders[row] !== 1) continue;
    const i = order[row];
    for (let p = graph.start[i]; p < graph.start[i + 1]; p++)
      if (position[graph.to[p]] < row)
        links.push({
          row,
          node: s,
          original: i,
          diagonal: graph.diagonal[i],
          slot: graph.slot[p],
          block: blockStart[s] + 1,
          flipped: isFlipped(i, graph.to[p]),
        });
  }
  return links;
}

const sequences = ["original", "diagonal", "slot", "block"] as const;

/** The longest run of links that begins at `k` and whose numbers are arithmetic sequences. */
function runFrom(links: readonly Link[], k: number): Link[] {
  const run = [links[k]];
  for (let next = links[k + 1]; next !== undefined; next = links[k + run.length]) {
    const last = run.at(-1)!;
    if (next.row !== last.row + 1 || next.flipped !== last.flipped) break;
    if (run.length > 1 && sequences.some((of) => next[of] - last[of] !== run[1][of] - run[0][of])) break;
    run.push(next);
  }
  return run;
}

function pathOf(run: readonly Link[]): Path {
  const of = (name: (typeof sequences)[number]): Sequence => ({
    start: run[0][name],
    stride: run[1][name] - run[0][name],
  });
  return {
    from: run[0].row,
    to: run[0].row + run.length,
    node: run[0].node,
    original: of("original"),
    diagonal: of("diagonal"),
    slot: of("slot"),
    block: of("block"),
    flipped: run[0].flipped,
  };
}

/** One path, or two that do not depend on each other; then the rows between them depend on no path either. */
export type Stretch = readonly [Path] | readonly [Path, Path];

/** The paths, with neighbours that can be eliminated side by side together. */
export function stretchesOf(analysis: Analysis): Stretch[] {
  const paths = pathsOf(analysis);
  const isLeaf = leavesOf(analysis);
  const stretches: Stretch[] = [];
  for (let k = 0; k < paths.length; k++) {
    const [a, b] = [paths[k], paths[k + 1]];
    let row = a.to;
    while (b !== undefined && row < b.from && isLeaf(row)) row++;
    const isIndependent = b !== undefined && b.from > a.to && row === b.from;
    stretches.push(isIndependent ? [a, b] : [a]);
    if (isIndependent) k++;
  }
  return stretches;
}

/** Whether a row has no entries left of the diagonal. */
function leavesOf({ n, structure, supernodes }: Analysis): (row: number) => boolean {
  const { rowStart, rows } = structure;
  const isHeld = new Uint8Array(n);
  for (let s = 0; s < supernodes; s++) for (let p = rowStart[s] + 1; p < rowStart[s + 1]; p++) isHeld[rows[p]] = 1;
  return (row) => isHeld[row] === 0;
}

/** The path that a whole matrix is, after its first row. */
export function wholePathOf(analysis: Analysis): Path | undefined {
  const [path] = pathsOf(analysis);
  if (path === undefined || path.from !== 1 || path.to !== analysis.n) return undefined;
  return analysis.order[0] === path.original.start - path.original.stride ? path : undefined;
}

export const lengthOf = ({ from, to }: Path): number => to - from;

/** A path without its first `rows` rows. */
export function after(path: Path, rows: number): Path {
  const moved = ({ start, stride }: Sequence): Sequence => ({ start: start + rows * stride, stride });
  const { from, node, original, diagonal, slot, block } = path;
  return {
    ...path,
    from: from + rows,
    node: node + rows,
    original: moved(original),
    diagonal: moved(diagonal),
    slot: moved(slot),
    block: moved(block),
  };
}

/** The first `rows` rows of a path. */
export const upTo = (path: Path, rows: number): Path => ({ ...path, to: path.from + rows });

/** The ranges of 0 … n - 1 that given ranges leave out, empty ones too: one before each of them, and one after the last. */
export function gaps(ranges: readonly { readonly from: number; readonly to: number }[], n: number): [number, number][] {
  const starts = [0, ...ranges.map(({ to }) => to)];
  const ends = [...ranges.map(({ from }) => from), n];
  return starts.map((start, k) => [start, ends[k]]);
}
