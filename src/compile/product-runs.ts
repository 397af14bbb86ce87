/**
 * Finds runs in a list of sums of products: stretches of entries that repeat with a fixed period, all of whose indices
 * advance by the same number from one period to the next. Rows of equal laws over neighbouring instances make such runs,
 * and code for them needs no tables.
 */

import type { ProductList } from "./constraint-pattern.js";

/** `periods` times the entries `first` … `first + period - 1`; the indices advance by `left` and `right` each time. */
export interface ProductRun {
  readonly first: number;
  readonly period: number;
  readonly periods: number;
  readonly left: number;
  readonly right: number;
}

/** Periods of more entries are not looked for. */
const longestPeriod = 6;
/** Shorter runs, and periods of more products, stay in tables. */
const fewestPeriods = 16;
const mostProducts = 48;
/** The number of runs at most; each is a piece of code of its own. */
const mostRuns = 24;

/** The runs of a list, in ascending order; entries outside of them belong to none. */
export function productRuns(list: ProductList): ProductRun[] {
  const entries = list.start.length - 1;
  const found: ProductRun[] = [];
  for (let s = 0; s < entries; ) {
    let best: ProductRun | undefined;
    for (let period = 1; period <= longestPeriod; period++) {
      const run = runAt(list, s, period);
      if (run !== undefined && (best === undefined || lengthOf(run) > lengthOf(best))) best = run;
    }
    if (best !== undefined) found.push(best);
    s += best === undefined ? 1 : lengthOf(best);
  }
  const longest = found.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, mostRuns);
  return longest.sort((a, b) => a.first - b.first);
}

const lengthOf = ({ period, periods }: ProductRun): number => period * periods;

function runAt(list: ProductList, first: number, period: number): ProductRun | undefined {
  const { start, a, b } = list;
  const entries = start.length - 1;
  if (first + 2 * period > entries) return undefined;
  const [from, next] = [start[first], start[first + period]];
  if (next - from > mostProducts || next === from) return undefined;
  const [left, right] = [a[next] - a[from], b[next] - b[from]];
  let entry = first;
  for (; entry + period < entries; entry++) {
    const [one, other] = [start[entry], start[entry + period]];
    const count = start[entry + 1] - one;
    if (start[entry + period + 1] - other !== count) break;
    let k = 0;
    while (k < count && a[other + k] - a[one + k] === left && b[other + k] - b[one + k] === right) k++;
    if (k < count) break;
  }
  const periods = Math.floor((entry - first) / period) + 1;
  return periods < fewestPeriods ? undefined : { first, period, periods, left, right };
}
