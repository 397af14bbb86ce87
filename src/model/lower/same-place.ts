/** Finds sites at the same place: a hash table over positions, because there may be millions. */

import type { PairGroup, PairSite } from "../lowered.js";
import { fail } from "../model-errors.js";
import { coordinateName, type Families } from "./families.js";

/** Refuses two sites at the same place, because the direction between them is undefined. */
export function refuseSamePlace(
  groups: readonly PairGroup[],
  families: Families,
  q0: Float64Array,
  where: string,
): void {
  const total = groups.reduce((sum, { sites, count }) => sum + sites.length * count, 0);
  const { space } = families;
  const positions = new Float64Array(total * space);
  const coordinates = new Int32Array(total);
  const molecules = new Int32Array(total);
  const table = new PlaceTable(positions, space, total);
  let site = 0;
  let molecule = 0;
  for (const { sites, count } of groups) {
    for (const each of sites)
      for (let i = 0; i < count; i++, site++) {
        // + 0 makes the two zeros one
        for (let k = 0; k < space; k++) positions[site * space + k] = positionOf(each, i, k, q0) + 0;
        coordinates[site] = each.index[i];
        molecules[site] = molecule + i;
        const before = table.exchange(site);
        if (before < 0 || molecules[before] === molecules[site]) continue;
        const [one, other] = [before, site].map((s) => coordinateName(families, coordinates[s]).slice(0, -2));
        fail(
          where,
          `${one} and ${other} start at the same place, where the force between them is not defined. Move one.`,
        );
      }
    molecule += count;
  }
}

/** Component k of member i of a site. */
function positionOf({ index, carriers }: PairSite, i: number, k: number, q: Float64Array): number {
  if (carriers === undefined) return q[index[i] + k];
  return carriers.reduce((sum, { index: of, weight }) => sum + weight * q[of[i] + k], 0);
}

/** The last site at each place, in a table with open addressing that is at most half full. */
class PlaceTable {
  private readonly positions: Float64Array;
  private readonly words: Uint32Array;
  private readonly space: number;
  /** A site plus 1, or 0. */
  private readonly slots: Int32Array;

  constructor(positions: Float64Array<ArrayBuffer>, space: number, sites: number) {
    this.positions = positions;
    this.words = new Uint32Array(positions.buffer);
    this.space = space;
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * sites + 1)));
  }

  /** Puts a site at its place, and returns the one that was there, or -1. */
  exchange(site: number): number {
    const { slots } = this;
    for (let slot = this.hash(site); ; slot++) {
      const place = slot & (slots.length - 1);
      const there = slots[place] - 1;
      if (there >= 0 && !this.isSame(there, site)) continue;
      slots[place] = site + 1;
      return there;
    }
  }

  private isSame(a: number, b: number): boolean {
    const { positions, space } = this;
    for (let k = 0; k < space; k++) if (positions[a * space + k] !== positions[b * space + k]) return false;
    return true;
  }

  /** Every bit of a position changes about half of the bits. */
  private hash(site: number): number {
    const { words, space } = this;
    let h = 0;
    for (let w = 2 * site * space; w < 2 * (site + 1) * space; w++) {
      h = Math.imul(h ^ words[w], 0x9e3779b1);
      h ^= h >>> 15;
    }
    h = Math.imul(h ^ (h >>> 13), 0x85ebca6b);
    return (h ^ (h >>> 16)) >>> 0;
  }
}
