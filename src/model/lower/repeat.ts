/** Reads repetitions: the number of members of a family or an element, and the columns of its indices. */

import type { Expr } from "../../symbolic/index.js";
import { below, fail, show } from "../model-errors.js";
import type { RepeatData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import type { Column } from "./columns.js";
import { type Context, readNumber } from "./context.js";

/** The largest number of members of one family or element, and of all of a model together. */
const mostMembers = 10_000_000;
const mostTogether = 30_000_000;

export interface Extents {
  /** Names of the indices; empty without a repetition. */
  readonly indices: readonly string[];
  readonly extents: readonly number[];
  /** The number of members; 1 without a repetition. */
  readonly count: number;
}

export const single: Extents = { indices: [], extents: [], count: 1 };

export function readRepeat(context: Context, where: string, repeat: RepeatData | undefined, atLeast: 0 | 1): Extents {
  if (repeat === undefined) return single;
  const entries: [string, Scalar][] = typeof repeat === "object" ? Object.entries(repeat) : [["i", repeat]];
  const extents = entries.map(([index, extent]) => {
    const at = typeof repeat === "object" ? below(where, index) : where;
    return readCount(context, at, extent, atLeast);
  });
  const count = extents.reduce((product, extent) => product * extent, 1);
  if (count > mostMembers) fail(where, `there may be at most ${mostMembers} members; this gives ${count}.`);
  countMembers(context, where, count);
  return { indices: entries.map(([index]) => index), extents, count };
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
  { indices, extents, count }: Extents,
): Map<Expr, Column> {
  const columns = new Map<Expr, Column>();
  let run = 1;
  for (let k = indices.length - 1; k >= 0; k--) {
    const column = new Float64Array(count);
    for (let i = 0; i < count; i++) column[i] = Math.floor(i / run) % extents[k];
    columns.set(symbols.get(indices[k])!, column);
    run *= extents[k];
  }
  return columns;
}
