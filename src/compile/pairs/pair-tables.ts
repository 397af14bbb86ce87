/**
 * The working memory of pair kernels: the coordinates of each kind of site component by component, so that two
 * neighbours in memory are the two lanes of a vector, the sums of forces in the same layout, and the lists of
 * neighbours.
 */

import type { Arena, F64, I32 } from "../../core/arena.js";
import type { Lowered, PairField, PairGroup, PairSite } from "../../model/lowered.js";
import { type MixedTables, placeMixed, roomForSums, spare } from "./mixed-tables.js";
import { type PairBlock, pairBlocks } from "./pair-laws.js";

export interface SiteTables {
  readonly site: PairSite;
  /** Byte offset in q of each member's first coordinate. */
  readonly offsets: I32;
  /** Massless sites only: the same for each point that carries the site, and its weight. */
  readonly carriers?: readonly { readonly offsets: I32; readonly weight: number }[];
  /** Component after component, `count` entries each. */
  readonly x: F64;
  readonly f: F64;
  /** The sums of the first chunk whose sums are kept separately; `f` itself when there is only one chunk. */
  readonly part: F64;
  /** Columns of numbers that differ between members. */
  readonly numbers: ReadonlyMap<string, F64>;
}

/** Address of component `k` of the first member in `table`, which holds coordinates or sums of a site. */
export const componentOf = ({ offsets }: SiteTables, table: F64, k: number): number =>
  table.byteOffset + 8 * k * offsets.length;

export interface GroupTables {
  readonly count: number;
  readonly sites: readonly SiteTables[];
  /** Where the molecules of each chunk begin: the molecule's index times 8, `chunks + 1` entries. */
  readonly ranges: I32;
  /** No chunk touches a molecule of this group that comes before its own molecules. */
  readonly ascending: boolean;
}

export interface BlockTables extends PairBlock {
  readonly a: readonly SiteTables[];
  readonly b: readonly SiteTables[];
  /** `GroupTables.ranges` of the first group. */
  readonly ranges: I32;
  /** Addresses of the first neighbour of each member of the first group, and behind the last. */
  readonly starts: I32;
  readonly ends: I32;
  /** Byte offsets 8 j of neighbours, ascending for each member; empty where there is no cut-off. */
  readonly entries: I32;
  /** 1 when the lists are to be used. */
  readonly listed: I32;
  readonly cells: CellTables;
}

/** The second group of a block, sorted into cells as wide as the reach of the lists. */
export interface CellTables {
  /** For each axis: the number of cells, their width, and where the first begins in open space. */
  readonly counts: I32;
  readonly width: F64;
  readonly low: F64;
  /** The number of members in the cells before each; 8 j of the members, cell by cell and ascending; their coordinates. */
  readonly before: I32;
  readonly members: I32;
  readonly x: F64;
  /** Squared distance within which first sites are listed; 0 when there are no lists. */
  readonly reach2: F64;
}

export interface PairTables {
  readonly field: PairField;
  readonly sites: readonly SiteTables[];
  readonly groups: readonly GroupTables[];
  readonly blocks: readonly BlockTables[];
  /** The number of chunks in which forces are summed, and the energy of each. */
  readonly chunks: number;
  readonly energies: F64;
  /** How many chunks have separate sums, and the bytes from one to the next. */
  readonly parts: number;
  readonly stride: number;
  /** Coordinates of all sites, in the order of `sites`, when the lists were made; empty without a cut-off. */
  readonly reference: F64;
  /** 1 when `reference` is filled. */
  readonly known: I32;
  /** Present when forces are computed in single precision. */
  readonly mixed?: MixedTables;
}

/** The least number of sites for summing in chunks; with fewer, the forces are too cheap to share. */
const fewestShared = 1000;

/**
 * The number of chunks of molecules in which forces are summed, so that threads can share them. The bits of the sums
 * depend on this number, so it must depend on the model only. Each chunk costs a pass over the sites, which matters
 * when partners are few.
 */
export function chunksOf(field: PairField): number {
  if (countSites(field) < fewestShared) return 1;
  return field.cutoff < Number.POSITIVE_INFINITY ? 8 : 16;
}

const countSites = ({ groups }: PairField): number =>
  groups.reduce((sum, { count, sites }) => sum + count * sites.length, 0);

/** One sentence that says why additional threads would be idle; undefined when they would not. */
export function refusesThreads({ pairs }: Lowered): string | undefined {
  if (pairs === undefined)
    return "threads share the energies between all pairs of points, and the model has no such energies.";
  const sites = countSites(pairs);
  if (sites >= fewestShared) return undefined;
  return `threads share the forces between ${fewestShared} or more points, and the model has ${sites} points with energies between all pairs.`;
}

export interface Placing {
  /** The number of chunks with separate sums. */
  readonly parts: number;
  /** Reserve room for lists of neighbours. */
  readonly lists: boolean;
}

export function placePairs(
  field: PairField,
  memory: Arena,
  { parts, lists }: Placing = { parts: 1, lists: true },
): PairTables {
  const { dim, cutoff } = field;
  const chunks = chunksOf(field);
  const isMixed = field.precision === "mixed";
  const behind = isMixed ? spare : 0;
  // parts of sums are aligned to vectors
  const even = (length: number): number => 2 * Math.ceil((length + behind) / 2);
  const ofSites = field.groups.reduce((sum, { sites, count }) => sum + sites.length * even(dim * count), 0);
  const total = ofSites + (isMixed ? roomForSums(field) : 0);
  const sums = memory.f64(chunks === 1 ? total - ofSites : parts * total);
  let taken = 0;
  const placeSite = (site: PairSite, count: number): SiteTables => {
    const offsets = memory.i32(count);
    offsets.set(site.index.map((k) => 8 * k));
    const columns = new Map<string, F64>();
    for (const [name, values] of site.numbers) {
      if (values.length === 1) continue;
      const column = memory.f64(count);
      column.set(values);
      columns.set(name, column);
    }
    const length = dim * count;
    const f = memory.f64(length + behind).subarray(0, length);
    const part = chunks === 1 ? f : sums.subarray(taken, taken + length);
    taken += even(length);
    const carriers = site.carriers?.map(({ index, weight }) => {
      const at = memory.i32(count);
      at.set(index.map((k) => 8 * k));
      return { offsets: at, weight };
    });
    const base = { site, offsets, x: memory.f64(length + behind).subarray(0, length), f, part, numbers: columns };
    return carriers === undefined ? base : { ...base, carriers };
  };
  const placeGroup = (group: PairGroup): GroupTables => {
    const { sites, count } = group;
    const ranges = memory.i32(chunks + 1);
    for (let c = 0; c <= chunks; c++) ranges[c] = 8 * Math.floor((c * count) / chunks);
    const ascending = !laws.some(({ first, second }) => second === group && first !== group);
    return { count, sites: sites.map((site) => placeSite(site, count)), ranges, ascending };
  };
  const laws = pairBlocks(field);
  const groups = new Map(field.groups.map((group) => [group, placeGroup(group)]));
  const limited = cutoff < Number.POSITIVE_INFINITY;
  const blocks = laws.map((block): BlockTables => {
    const { first, second } = block;
    const listed = limited && lists;
    return {
      ...block,
      a: groups.get(first)!.sites,
      b: groups.get(second)!.sites,
      ranges: groups.get(first)!.ranges,
      starts: memory.i32(listed ? first.count : 0),
      ends: memory.i32(listed ? first.count : 0),
      entries: memory.i32(listed ? room(field, block) : 0),
      listed: memory.i32(1),
      cells: placeCells(memory, dim, listed ? second.count : 0),
    };
  });
  return {
    field,
    sites: [...groups.values()].flatMap(({ sites }) => sites),
    groups: [...groups.values()],
    blocks,
    chunks,
    energies: memory.f64(chunks),
    parts,
    stride: 8 * total,
    reference: memory.f64(limited ? ofSites : 0),
    known: memory.i32(1),
    ...(isMixed && { mixed: placeMixed(field, memory, groups, sums.subarray(chunks === 1 ? 0 : ofSites)) }),
  };
}

function placeCells(memory: Arena, dim: number, count: number): CellTables {
  return {
    counts: memory.i32(dim),
    width: memory.f64(dim),
    low: memory.f64(dim),
    before: memory.i32(2 * count + 3),
    members: memory.i32(count),
    x: memory.f64(dim * count),
    reach2: memory.f64(1),
  };
}

/**
 * The number of entries reserved for a block's lists: all pairs if they are few, otherwise twice what a dense liquid
 * needs.
 */
function room(field: PairField, { first, second }: PairBlock): number {
  const all = first === second ? (first.count * (first.count - 1)) / 2 : first.count * second.count;
  const reach = field.cutoff + field.skin;
  const edges = field.box ?? [];
  const volume = edges.reduce((product, edge) => product * edge, 1);
  // neighbours of a member at the mean density of the box; open space has no density, and 400 is plenty there
  const mean = edges.length === 0 ? 200 : (4.2 * reach ** field.dim * second.count) / volume;
  // and two that are tried
  return 2 + Math.min(all, Math.ceil(first.count * (100 + 2 * mean)));
}
