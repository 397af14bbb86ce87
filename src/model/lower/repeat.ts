/** Reads repetitions: the number of members of a family or an element, and the columns of its indices. */

import { ModelError } from "../../core/errors.js";
import type { Expr } from "../../symbolic/index.js";
import { below, fail, show } from "../model-errors.js";
import type { RepeatData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import { type Column, entry, evaluate, uniform } from "./columns.js";
import { type Context, numberScope, readNumber, readScalar } from "./context.js";
import type { Extents } from "./extents.js";

/** The largest number of members of one family or element, and of all of a model together. */
const mostMembers = 10_000_000;
const mostTogether = 30_000_000;
/** The largest index, so that tables of 32 bits can hold it. */
const mostIndex = 2 ** 31 - 1;

export const single: Extents = { indices: [], extents: [], count: 1 };

/** Reads a repetition; one that was read before at the same place is known, and so is what is wrong with it. */
export function readRepeat(context: Context, where: string, repeat: RepeatData | undefined, atLeast: 0 | 1): Extents {
  if (repeat === undefined) return single;
  const known = context.repeats.get(where);
  if (known instanceof ModelError) throw known;
  if (known !== undefined) return known;
  try {
    const made = readNewRepeat(context, where, repeat, atLeast);
    context.repeats.set(where, made);
    return made;
  } catch (error) {
    if (error instanceof ModelError) context.repeats.set(where, error);
    throw error;
  }
}

function readNewRepeat(context: Context, where: string, repeat: RepeatData, atLeast: 0 | 1): Extents {
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
  const symbols = new Map<string, Expr>();
  let columns: Column[] = [];
  let count = 1;
  for (const [index, range] of ranges) {
    const at = below(where, index);
    const inputs = new Map([...symbols.values()].map((symbol, k) => [symbol, columns[k]]));
    const bound = (place: string, value: Scalar): Column => {
      const expr = readScalar(place, value, numberScope(context, place, symbols));
      return integers(place, value, evaluate([expr], inputs, count)[0]);
    };
    const isRange = typeof range === "object";
    const first = isRange ? bound(below(at, "from"), range.from) : uniform(0);
    const end = isRange ? bound(below(at, "to"), range.to).map((last) => last + 1) : bound(at, range);
    [columns, count] = extended(where, columns, count, first, end);
    symbols.set(index, context.graph.symbol(`${where}.${index}`));
  }
  countMembers(context, where, count);
  return {
    indices: ranges.map(([index]) => index),
    ...{ extents: [], count, columns: columns.map((column) => Int32Array.from(column)) },
  };
}

/** The column rounded to integers; a product such as 0.1*30 may miss one by rounding. */
function integers(where: string, value: Scalar, column: Column): Column {
  return column.map((number) => {
    const integer = Math.round(number);
    if (!(Math.abs(number - integer) <= 1e-9 * Math.max(1, Math.abs(integer))) || Math.abs(integer) > mostIndex)
      fail(where, `a bound of an index must be an integer; ${show(value)} is ${number}.`);
    return integer;
  });
}

/** The rows with a further index, which runs in each of them from `first` to before `end`; it runs fastest. */
function extended(
  where: string,
  columns: readonly Column[],
  count: number,
  first: Column,
  end: Column,
): [columns: Column[], count: number] {
  let rows = 0;
  for (let row = 0; row < count; row++) {
    rows += Math.max(0, entry(end, row) - entry(first, row));
    if (rows > mostMembers) fail(where, `there may be at most ${mostMembers} members; this gives more.`);
  }
  const longer = Array.from({ length: columns.length + 1 }, () => new Float64Array(rows));
  for (let row = 0, at = 0; row < count; row++) {
    for (let value = entry(first, row); value < entry(end, row); value++, at++) {
      columns.forEach((column, k) => {
        longer[k][at] = column[row];
      });
      longer[columns.length][at] = value;
    }
  }
  return [longer, rows];
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
