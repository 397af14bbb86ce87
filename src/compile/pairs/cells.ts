/**
 * Sorts sites into cells, on the host and in linear time. Lists of neighbours are made from the cells, once in many
 * steps.
 */

import type { F64 } from "../../core/arena.js";
import type { PairField } from "../../model/lowered.js";
import type { BlockTables, PairTables, SiteTables } from "./pair-tables.js";

export function layOutCells({ field, blocks }: PairTables): void {
  for (const block of blocks) layOut(field, block);
}

/**
 * Sorts the second group of a block into cells by the present coordinates; makes no cells when a distance is not a
 * number.
 */
function layOut({ dim, box, cutoff, skin }: PairField, { a, b, cells }: BlockTables): void {
  const { counts, width, low, before, members, reach2 } = cells;
  const m = members.length;
  const to = b[0].x;
  const own = radius(a, dim);
  const reach = cutoff + skin + own + (a === b ? own : radius(b, dim));
  reach2[0] = reach < Number.POSITIVE_INFINITY ? reach * reach : 0;
  if (reach2[0] === 0) return;

  // 1. as many cells as possible, none narrower than the reach
  let total = 1;
  for (let c = 0; c < dim; c++) {
    const extent = box?.[c] ?? spread(to, c * m, m, low, c);
    const room = Math.floor((2 * m) / total);
    counts[c] = Math.max(1, Math.min(room, Math.floor(extent / reach) || 1));
    width[c] = extent > 0 ? extent / counts[c] : 1;
    total *= counts[c];
  }

  // 2. members: count them two cells ahead, so that placing them leaves the counts in the right cells
  const cellOf = (j: number): number => {
    let cell = 0;
    for (let c = 0; c < dim; c++) {
      const x = to[c * m + j];
      const edge = box?.[c];
      const inside = edge === undefined ? x - low[c] : x - edge * Math.floor(x / edge);
      cell = cell * counts[c] + Math.min(counts[c] - 1, Math.max(0, Math.floor(inside / width[c])));
    }
    return cell;
  };
  before.fill(0, 0, total + 2);
  for (let j = 0; j < m; j++) before[cellOf(j) + 2]++;
  for (let cell = 2; cell <= total; cell++) before[cell] += before[cell - 1];
  for (let j = 0; j < m; j++) {
    const place = before[cellOf(j) + 1]++;
    members[place] = 8 * j;
    for (let c = 0; c < dim; c++) cells.x[c * m + place] = to[c * m + j];
  }
}

/** The range of some entries, largest minus smallest; the smallest is written to low[c]. */
function spread(x: F64, from: number, count: number, low: F64, c: number): number {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let j = from; j < from + count; j++) {
    least = Math.min(least, x[j]);
    largest = Math.max(largest, x[j]);
  }
  low[c] = least;
  return largest - least;
}

/** The largest distance of a site from the first site of its molecule. */
function radius(sites: readonly SiteTables[], dim: number): number {
  let largest = 0;
  const count = sites[0].offsets.length;
  for (const { x } of sites) {
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let c = 0; c < dim; c++) sum += (x[c * count + i] - sites[0].x[c * count + i]) ** 2;
      // a sum that is not a number must not be lost
      if (!(sum <= largest)) largest = sum;
    }
  }
  return Math.sqrt(largest);
}
