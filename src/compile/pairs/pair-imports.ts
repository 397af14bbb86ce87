/** What pair code needs from the host: cells for lists of neighbours, and threads if there are any. */

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

/** The pairs of a model on its memory, and the crew that sums them, if there is one. */
export interface PlacedPairs {
  readonly tables: PairTables;
  readonly crew?: Crew;
}

/** Declares the host functions that pair code calls; must come before other functions. */
export function importPairs(module: Module, { tables, crew }: PlacedPairs): PairImports {
  const host = (name: string): Func<"void"> => module.hostFunction(name, [], "void");
  return {
    ...(tables.reference.length > 0 && { lists: host("listPairs") }),
    ...(crew && {
      shared: { rouse: host("rouse"), force: host("sharePairForce"), energy: host("sharePairEnergy") },
    }),
  };
}

/** The functions that pair code calls; one function per module keeps the lists up to date. */
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
