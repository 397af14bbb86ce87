/**
 * Where pair kernels keep what they work on: the coordinates of each kind of site component by component, so that two
 * neighbours in memory are the two lanes of a vector, sums of forces in the same layout, and lists of neighbours.
 */

import type { F64, I32 } from "../../core/arena.js";
import type { PairField, PairGroup, PairSite } from "../../model/lowered.js";
import type { LinearMemory } from "../../wasm/index.js";
import { type PairBlock, pairBlocks } from "./pair-laws.js";

export interface SiteTables {
  readonly site: PairSite;
  /** Byte offset in q of each member's first coordinate. */
  readonly offsets: I32;
  /** Component after component, `count` entries each. */
  readonly x: F64;
  readonly f: F64;
  /** Columns of numbers that differ between members. */
  readonly numbers: ReadonlyMap<string, F64>;
}

/** Address of component `k` of the first member in `table`, coordinates or sums of a site. */
export const componentOf = ({ offsets }: SiteTables, table: F64, k: number): number =>
  table.byteOffset + 8 * k * offsets.length;

export interface BlockTables extends PairBlock {
  readonly a: readonly SiteTables[];
  readonly b: readonly SiteTables[];
  /** For each member of the first group, where its list ends in `entries`: `count + 1` addresses. */
  readonly starts: I32;
  /** Byte offsets 8 j of neighbours, ascending for each member; empty where there is no cut-off. */
  readonly entries: I32;
  /** 1: the lists are to be used. */
  readonly listed: I32;
}

export interface PairTables {
  readonly field: PairField;
  readonly sites: readonly SiteTables[];
  readonly blocks: readonly BlockTables[];
  /** Coordinates of all sites, in the order of `sites`, where the lists were made; empty without a cut-off. */
  readonly reference: F64;
  /** 1: `reference` holds something. */
  readonly known: I32;
}

export function placePairs(field: PairField, memory: LinearMemory): PairTables {
  const { dim } = field;
  const made = new Map<PairSite, SiteTables>();
  const placeGroup = ({ sites, count }: PairGroup): SiteTables[] =>
    sites.map((site) => {
      const offsets = memory.i32(count);
      offsets.set(site.index.map((k) => 8 * k));
      const columns = new Map<string, F64>();
      for (const [name, values] of site.numbers) {
        if (values.length === 1) continue;
        const column = memory.f64(count);
        column.set(values);
        columns.set(name, column);
      }
      const tables = { site, offsets, x: memory.f64(dim * count), f: memory.f64(dim * count), numbers: columns };
      made.set(site, tables);
      return tables;
    });
  const groups = new Map(field.groups.map((group) => [group, placeGroup(group)]));
  const limited = field.cutoff < Number.POSITIVE_INFINITY;
  const blocks = pairBlocks(field).map(
    (block): BlockTables => ({
      ...block,
      a: groups.get(block.first)!,
      b: groups.get(block.second)!,
      starts: memory.i32(block.first.count + 1),
      entries: memory.i32(limited ? room(field, block) : 0),
      listed: memory.i32(1),
    }),
  );
  const sites = [...made.values()];
  const total = sites.reduce((sum, { x }) => sum + x.length, 0);
  return { field, sites, blocks, reference: memory.f64(limited ? total : 0), known: memory.i32(1) };
}

/** Entries that a block's lists may have: all pairs if they are few, otherwise what a dense liquid needs twice over. */
function room(field: PairField, { first, second }: PairBlock): number {
  const all = first === second ? (first.count * (first.count - 1)) / 2 : first.count * second.count;
  const reach = field.cutoff + field.skin;
  const edges = field.box ?? [];
  const volume = edges.reduce((product, edge) => product * edge, 1);
  // neighbours of a member at the mean density of the box; open space has none, there 400 is much
  const mean = edges.length === 0 ? 200 : (4.2 * reach ** field.dim * second.count) / volume;
  return Math.min(all, Math.ceil(first.count * (100 + 2 * mean)));
}
