/**
 * Finds runs in a list of sums of products: stretches of entries that repeat with a fixed period, each of whose indices
 * advances by the same number from one period to the next. Rows of equal laws over neighbouring instances make such runs,
 * and code for them needs no tables. Indices of one period may advance differently: those of a row of a body and of a row of a joint do.
 */

import type { ProductList } from "./constraint-pattern.js";

/**
 * `periods` times the entries `first` … `first + period - 1`; the indices of their k-th product advance by `left[k]` and `right[k]` each
 * time.
 */
export interface ProductRun {
  readonly first: number;
  readonly period: number;
  readonly periods: number;
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** Periods of more entries are not looked for. */
const longestPeriod = 128;
/** Shorter runs, and periods of more products, stay in tables. */
const fewestPeriods = 16;
const mostProducts = 512;
/** The number of runs at most, and of products in their periods; each is a piece of code of its own. */
const most = { runs: 24, products: 2000 };
/** Longer periods are not looked for any more after so many that did not repeat; lists of other structure are long, too. */
const short = 6;
const patience = 2_000_000;

/** The runs of a list, in ascending order; entries outside of them belong to none. */
export function productRuns(list: ProductList): ProductRun[] {
  const entries = list.start.length - 1;
  const found: ProductRun[] = [];
  let tries = 0;
  for (let s = 0; s < entries; ) {
    let best: ProductRun | undefined;
    const longest = tries < patience ? longestPeriod : short;
    for (let period = 1; period <= longest; period++) {
      const run = repeats(list, s, period) ? runAt(list, s, period) : undefined;
      if (run === undefined) tries++;
      else if (best === undefined || lengthOf(run) > lengthOf(best)) best = run;
    }
    if (best !== undefined) found.push(best);
    s += best === undefined ? 1 : lengthOf(best);
  }
  let products = 0;
  const longest = found
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, most.runs)
    .filter(({ left }) => {
      products += left.length;
      return products <= most.products;
    });
  return longest.sort((a, b) => a.first - b.first);
}

const lengthOf = ({ period, periods }: ProductRun): number => period * periods;

/** Whether the first entry repeats twice: a quick test that nearly all periods fail. */
function repeats({ start, a, b }: ProductList, first: number, period: number): boolean {
  const [second, third] = [first + period, first + 2 * period];
  if (third + 1 >= start.length) return false;
  const count = start[first + 1] - start[first];
  if (start[second + 1] - start[second] !== count || start[third + 1] - start[third] !== count) return false;
  for (let k = 0; k < count; k++) {
    const [x, y, z] = [start[first] + k, start[second] + k, start[third] + k];
    if (a[z] - a[y] !== a[y] - a[x] || b[z] - b[y] !== b[y] - b[x]) return false;
  }
  return true;
}

function runAt({ start, a, b }: ProductList, first: number, period: number): ProductRun | undefined {
  const entries = start.length - 1;
  if (first + 2 * period > entries) return undefined;
  const [from, next] = [start[first], start[first + period]];
  if (next - from > mostProducts || next === from) return undefined;
  const [left, right] = [a, b].map((list) =>
    Int32Array.from({ length: next - from }, (_, k) => list[next + k] - list[from + k]),
  );
  let entry = first;
  for (let at = 0; entry + period < entries; entry++) {
    const [one, other] = [start[entry], start[entry + period]];
    const count = start[entry + 1] - one;
    if (start[entry + period + 1] - other !== count) break;
    if ((entry - first) % period === 0) at = 0;
    let k = 0;
    while (k < count && a[other + k] - a[one + k] === left[at + k] && b[other + k] - b[one + k] === right[at + k]) k++;
    if (k < count) break;
    at += count;
  }
  const periods = Math.floor((entry - first) / period) + 1;
  return periods < fewestPeriods ? undefined : { first, period, periods, left, right };
}
