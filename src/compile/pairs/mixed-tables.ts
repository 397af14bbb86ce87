/**
 * The working memory of pairs in single precision. Numbers in single precision stand in rows: one for each component of
 * a site, with an entry for each molecule and zeros up to a multiple of four.
 */

import type { Arena, F64 } from "../../core/arena.js";
import type { PairField, PairGroup } from "../../model/lowered.js";

/** Addresses of the rows of a site: of the first component, where there is one for each. */
interface SiteRows {
  /** Where the site is, seen from the first site of its molecule; undefined for that one. */
  readonly offsets: number | undefined;
  /** Sums of forces over a few molecules, in the first part. */
  readonly sums: number;
  /** Properties that differ between members. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** The tables of a site in double precision. */
interface Site {
  readonly numbers: ReadonlyMap<string, F64>;
}

export type MixedTables = ReadonlyMap<Site, SiteRows>;

/** The bytes of a row. */
export const rowOf = (count: number): number => 16 * Math.ceil(count / 4);

/** Entries that code may read, or subtract zero from, behind the last member. */
export const spare = 4;

/** The number of doubles that the sums in single precision take. */
export const roomForSums = ({ dim, groups }: PairField): number =>
  dim * groups.reduce((room, { sites, count }) => room + (sites.length * rowOf(count)) / 8, 0);

/** `sums` has `roomForSums` entries. */
export function placeMixed(
  { dim, groups }: PairField,
  memory: Arena,
  placed: ReadonlyMap<PairGroup, { readonly sites: readonly Site[] }>,
  sums: F64,
): MixedTables {
  let next = sums.byteOffset;
  const mixed = new Map<Site, SiteRows>();
  for (const group of groups)
    for (const [k, site] of placed.get(group)!.sites.entries()) {
      const row = rowOf(group.count);
      const place = (rows: number): number => memory.f64((rows * row) / 8).byteOffset;
      const numbers = new Map<string, number>();
      for (const [name, column] of site.numbers) {
        const address = place(1);
        new Float32Array(memory.buffer, address, column.length).set(column);
        numbers.set(name, address);
      }
      mixed.set(site, { offsets: k === 0 ? undefined : place(dim), sums: next, numbers });
      next += dim * row;
    }
  return mixed;
}
