/** Groups the sites of pair elements into molecules; points of one kind that are in no molecule form one group. */

import type { Item } from "../items.js";
import type { PairGroup, PairSite } from "../lowered.js";
import { below, fail, show } from "../model-errors.js";
import { compact, evaluate } from "./columns.js";
import { atIndex, type Context, numberScope, readScalar } from "./context.js";
import { carrying, type Families, type Family } from "./families.js";
import type { Masses } from "./masses.js";
import { indexColumns, indexSymbols } from "./repeat.js";

/** A pair element with its parameters, and the families that it names. */
export interface PairTerm {
  readonly item: Item;
  readonly parameters: ReadonlyMap<string, number>;
  readonly on: ReadonlySet<string> | undefined;
}

/** Whether a site has the properties that an element needs, and is among the points that it names. */
export function takesPart(
  { item, on }: PairTerm,
  site: { readonly name: string; readonly numbers: ReadonlyMap<string, unknown> },
): boolean {
  return (on === undefined || on.has(site.name)) && item.definition.pairs!.every((name) => site.numbers.has(name));
}

export function readGroups(
  context: Context,
  families: Families,
  terms: readonly PairTerm[],
  masses: Masses,
): PairGroup[] {
  const byMass = terms.some(({ item }) => item.definition.pairs!.includes("mass"));
  const groups = new Map<string, { readonly name: string; readonly families: Family[]; readonly sites: PairSite[] }>();
  for (const family of [...families.free, ...families.sites]) {
    if (family.carriers !== undefined && (family.numbers?.size ?? 0) === 0) continue;
    if (family.kind !== "point" || ((family.numbers?.size ?? 0) === 0 && !(byMass && family.direction !== true)))
      continue;
    const hasMass = byMass && family.direction !== true && family.carriers === undefined;
    const site = readSite(context, family, hasMass ? masses : undefined);
    if (!terms.some((term) => takesPart(term, site))) continue;
    const key =
      family.molecule === undefined
        ? `kind ${JSON.stringify([...site.numbers].map(([name, column]) => [name, column.length, column[0], column.length > 1 ? family.name : ""]))}${family.carriers ? family.name : ""}${terms.map((term) => takesPart(term, site))}`
        : `molecule ${family.molecule}`;
    const group = groups.get(key) ?? { name: family.molecule ?? family.name, families: [], sites: [] };
    groups.set(key, group);
    const [first] = group.families;
    if (family.molecule !== undefined && first !== undefined && first.count !== family.count)
      fail(
        below(family.where, "molecule"),
        `all sites of a molecule must have the same number of members; ${show(family.name)} has ${family.count}, and ${show(first.name)} has ${first.count}.`,
      );
    group.families.push(family);
    group.sites.push(site);
  }
  if (groups.size === 0) {
    const { item } = terms[0];
    const needed = item.definition.pairs!.join(" and ");
    fail(
      item.where,
      `${item.element} acts on points with ${needed}; there are none. Write ${needed} in points or sites.`,
    );
  }
  return [...groups.entries()].map(([key, { name, sites }]) =>
    key.startsWith("molecule") ? { name, count: sites[0].index.length, sites } : together(name, sites),
  );
}

/** Combines sites of one kind into one site with all their members. */
function together(name: string, sites: readonly PairSite[]): PairGroup {
  if (sites.length === 1) return { name, count: sites[0].index.length, sites };
  const count = sites.reduce((sum, site) => sum + site.index.length, 0);
  const index = new Int32Array(count);
  let before = 0;
  for (const site of sites) {
    index.set(site.index, before);
    before += site.index.length;
  }
  return { name, count, sites: [{ ...sites[0], index }] };
}

/** The numbers of a site; with `masses`, its mass is one of them. */
function readSite(context: Context, family: Family, masses: Masses | undefined): PairSite {
  const symbols = indexSymbols(context, family.where, family);
  const numbers = new Map<string, Float64Array>();
  if (masses !== undefined) {
    const { count, offset, dim } = family;
    numbers.set("mass", compact(Float64Array.from({ length: count }, (_, i) => masses.diagonal[offset + i * dim])));
  }
  for (const [name, value] of family.numbers ?? []) {
    const where = below(family.where, name);
    const expr = readScalar(where, value, numberScope(context, where, symbols));
    const column = compact(evaluate([expr], indexColumns(symbols, family), family.count)[0]);
    const wrong = column.findIndex((number) => !Number.isFinite(number) || (name !== "charge" && number < 0));
    if (wrong >= 0)
      fail(
        where,
        `${name} must be a finite number${name === "charge" ? "" : " that is not negative"}; ${show(value)} is ${column[wrong]}${atIndex(family, wrong)}.`,
      );
    numbers.set(name, column);
  }
  const { name, count, carriers } = family;
  const places = carriers?.map((carrier) => ({
    index: Int32Array.from({ length: count }, (_, i) => carrier.family.offset + carrying(carrier, i) * family.dim),
    weight: carrier.weight,
  }));
  if (places !== undefined) return { name, index: places[0].index, numbers, carriers: places };
  return { name, index: Int32Array.from({ length: count }, (_, i) => family.offset + i * family.dim), numbers };
}
