/** Reads repetitions: the number of members of a family or an element, and the columns of its indices. */

import type { Expr } from "../../symbolic/index.js";
import { below, fail, show } from "../model-errors.js";
import type { RepeatData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import type { Column } from "./columns.js";
import { type Context, numberScope, readNumber, readScalar } from "./context.js";
import type { Extents } from "./extents.js";

/** The largest number of members of one family or element, and of all of a model together. */
const mostMembers = 10_000_000;
const mostTogether = 30_000_000;

export const single: Extents = { indices: [], extents: [], count: 1 };

export function readRepeat(context: Context, where: string, repeat: RepeatData | undefined, atLeast: 0 | 1): Extents {
  if (repeat === undefined) return single;
  const ranges = typeof repeat === "object" ? Object.entries(repeat) : [["i", repeat] as const];
  if (ranges.some(([, range]) => typeof range === "object" || namesAny(range, ranges)))
    return readRanges(context, where, ranges, atLeast);
  const entries = ranges as [string, Scalar][];
  const extents = entries.map(([index, extent]) => {
    const at = typeof repeat === "object" ? below(where, index) : where;
    return readCount(context, at, extent, atLeast);
  });
  const count = extents.reduce((product, extent) => product * extent, 1);
  if (count > mostMembers) fail(where, `there may be at most ${mostMembers} members; this gives ${count}.`);
  countMembers(context, where, count);
  return { indices: entries.map(([index]) => index), extents, count };
}

type Ranges = readonly (readonly [index: string, range: Scalar | { readonly from: Scalar; readonly to: Scalar }])[];

/** Whether an extent contains an index of the repetition. */
function namesAny(extent: Scalar, ranges: Ranges): boolean {
  if (typeof extent === "number") return false;
  const words = new Set(extent.match(/[A-Za-z_]\w*/g));
  return ranges.some(([index]) => words.has(index));
}

/** Ranges that depend on the indices before them, such as those of all pairs i < j, row by row. */
function readRanges(context: Context, where: string, ranges: Ranges, atLeast: 0 | 1): Extents {
  if (atLeast > 0)
    fail(
      where,
      "a family has the members 0 to n - 1 of each index, so that references find them; here a range begins elsewhere or depends on an index. Write numbers of members, and choose among them in elements.",
    );
  const indices = ranges.map(([index]) => index);
  const rows: number[][] = ranges.map(() => []);
  const symbols = new Map<string, Expr>();
  let count = 0;
  const bound = (at: string, value: Scalar): number => {
    const expr = readScalar(at, value, numberScope(context, at, symbols));
    const number = expr.op === "const" ? Math.round(expr.value) : Number.NaN;
    if (!(Math.abs((expr.value ?? Number.NaN) - number) <= 1e-9 * Math.max(1, Math.abs(number))))
      fail(
        at,
        `a bound of an index must be an integer; ${show(value)} is ${expr.op === "const" ? expr.value : "none"}.`,
      );
    return number;
  };
  const visit = (k: number, position: number[]): void => {
    if (k === ranges.length) {
      position.forEach((value, c) => {
        rows[c].push(value);
      });
      if (++count > mostMembers) fail(where, `there may be at most ${mostMembers} members; this gives more.`);
      return;
    }
    const [index, range] = ranges[k];
    const at = below(where, index);
    const first = typeof range === "object" ? bound(below(at, "from"), range.from) : 0;
    const last = typeof range === "object" ? bound(below(at, "to"), range.to) : bound(at, range) - 1;
    for (let value = first; value <= last; value++) {
      symbols.set(index, context.graph.num(value));
      visit(k + 1, [...position, value]);
    }
    symbols.delete(index);
  };
  visit(0, []);
  countMembers(context, where, count);
  return { indices, extents: [], count, columns: rows.map((column) => Int32Array.from(column)) };
}

/** Counts the members of a family, or the instances of an element; each takes time and memory, so they are limited. */
export function countMembers({ uses }: Context, where: string, count: number): void {
  uses.members += count;
  if (uses.members > mostTogether)
    fail(
      where,
      `all families and elements of a model may have at most ${mostTogether} members together; with the ${count} here there are more. Reduce the repetitions.`,
    );
}

function readCount(context: Context, where: string, extent: Scalar, atLeast: number): number {
  const value = readNumber(context, where, extent);
  const count = Math.round(value);
  const shown = typeof extent === "string" ? `${show(extent)} is ${value}` : `got ${value}`;
  // a product such as 0.1*30 may miss an integer by rounding
  if (Math.abs(value - count) > 1e-9 * Math.max(1, Math.abs(value)))
    fail(where, `the number of members must be an integer; ${shown}.`);
  if (count < atLeast) fail(where, `there must be at least ${atLeast} member${atLeast === 1 ? "" : "s"}; ${shown}.`);
  if (count > mostMembers) fail(where, `there may be at most ${mostMembers} members; ${shown}.`);
  return count;
}

/** The symbols of the indices, by name; `owner` makes those of different repetitions different. */
export function indexSymbols(context: Context, owner: string, { indices }: Extents): Map<string, Expr> {
  return new Map(indices.map((index) => [index, context.graph.symbol(`${owner}.${index}`)]));
}

/** The columns of the indices, by symbol. */
export function indexColumns(
  symbols: ReadonlyMap<string, Expr>,
  { indices, extents, count, columns: given }: Extents,
): Map<Expr, Column> {
  const columns = new Map<Expr, Column>();
  if (given !== undefined) {
    for (const [k, index] of indices.entries()) columns.set(symbols.get(index)!, Float64Array.from(given[k]));
    return columns;
  }
  let run = 1;
  for (let k = indices.length - 1; k >= 0; k--) {
    const column = new Float64Array(count);
    for (let i = 0; i < count; i++) column[i] = Math.floor(i / run) % extents[k];
    columns.set(symbols.get(indices[k])!, column);
    run *= extents[k];
  }
  return columns;
}
