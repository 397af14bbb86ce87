/** What pair code needs of the host: cells for lists of neighbours, and threads where there are some. */

import type { Crew } from "../../core/crew.js";
import type { Func, Module } from "../../wasm/index.js";
import { layOutCells } from "./cells.js";
import { emitLists } from "./list-code.js";
import { emitPrepare, rememberPlaces } from "./neighbour-lists.js";
import type { PairCalls } from "./pair-code.js";
import type { PairTables } from "./pair-tables.js";
import { sharePairs } from "./shared-pairs.js";

interface PairImports {
  readonly lists?: Func<"void">;
  readonly shared?: NonNullable<PairCalls["shared"]>;
}

/** Pairs of a model on its memory, and who sums them. */
export interface PlacedPairs {
  readonly tables: PairTables;
  readonly crew?: Crew;
}

/** Declare what pair code calls of the host, before other functions. */
export function importPairs(module: Module, { tables, crew }: PlacedPairs): PairImports {
  const host = (name: string): Func<"void"> => module.hostFunction(name, [], "void");
  return {
    ...(tables.reference.length > 0 && { lists: host("listPairs") }),
    ...(crew && {
      shared: { rouse: host("rouse"), force: host("sharePairForce"), energy: host("sharePairEnergy") },
    }),
  };
}

/** What pair code calls: lists are kept fresh by one function of each module. */
export function pairCalls(module: Module, { tables }: PlacedPairs, { lists, shared }: PairImports): PairCalls {
  const prepare =
    lists &&
    module.once("pairs.prepare", () =>
      emitPrepare(module, tables, shared ? [lists] : [lists, emitLists(module, "_lists", tables)]),
    );
  return { ...(prepare && { prepare }), ...(shared && { shared }) };
}

/** The host's side of `importPairs`. */
export function pairHost({ tables, crew }: PlacedPairs): Readonly<Record<string, () => undefined>> {
  if (crew) return sharePairs(tables, crew);
  return {
    listPairs() {
      rememberPlaces(tables);
      layOutCells(tables);
      return undefined;
    },
  };
}
