/** Finds the nodes on which each instance of an element acts: tables of members, from references and repetitions. */

import type { Expr } from "../../symbolic/index.js";
import type { Item } from "../items.js";
import { type ErrorCollector, fail, show } from "../model-errors.js";
import { readReference } from "../references.js";
import type { Column } from "./columns.js";
import { atIndex, type Context } from "./context.js";
import type { Extents } from "./extents.js";
import { type Families, type Family, findFamily, memberName } from "./families.js";
import { membersOf } from "./members.js";
import { countMembers, indexColumns, indexSymbols, readRepeat } from "./repeat.js";

/** One place of a stencil, with a member of a family for each instance. */
export interface Place {
  readonly family: Family;
  readonly members: Int32Array;
}

/** Instances of one item that all act on the same families. */
export interface Block {
  readonly item: Item;
  /** The repetition, whose indices may appear in parameters. */
  readonly rows: Extents;
  readonly indices: ReadonlyMap<string, Expr>;
  readonly columns: ReadonlyMap<Expr, Column>;
  readonly places: readonly Place[];
  readonly count: number;
  /** Whether the instances are the members of a family instead of the rows of a repetition. */
  readonly whole: boolean;
  /** Points whose places at the start are in the defaults of parameters, by their names there. */
  readonly startPlaces: ReadonlyMap<string, Place>;
}

export function readBlocks(context: Context, families: Families, item: Item): Block[] {
  if (families.space === 0 && item.nodes === "everywhere")
    fail(item.where, `${item.element} acts on points; the model has none. Add points.`);
  const rows = readRepeat(context, `${item.where}.repeat`, item.repeat, 0);
  const indices = indexSymbols(context, item.where, rows);
  const columns = indexColumns(indices, rows);
  const startPlaces = new Map(
    (item.startNodes ?? []).map(({ name, text, where }) => {
      const reference = readReference(where, text);
      const family = findFamily(families, where, reference.name, text);
      return [
        name,
        { family, members: membersOf(context, where, family, reference, rows, indices, columns, item.wrap) },
      ];
    }),
  );
  const base = { item, rows, indices, columns, startPlaces };

  if (item.nodes === "everywhere") {
    if (item.repeat !== undefined)
      fail(`${item.where}.repeat`, "an element on every point cannot be repeated. Name its points: on: bead[i].");
    return families.free
      .filter(({ kind, direction }) => kind === "point" && direction !== true)
      .map((family) => ({ ...base, ...everyMember(context, item, family) }));
  }
  if (item.definition.on.length > 1) {
    const places = item.nodes.map(({ text, where }) => {
      const reference = readReference(where, text);
      const family = findFamily(families, where, reference.name, text);
      return { family, members: membersOf(context, where, family, reference, rows, indices, columns, item.wrap) };
    });
    const block = { ...base, places, count: rows.count, whole: false };
    refuseSamePlace(block);
    if (places.every(({ family }) => family.anchor !== undefined))
      fail(item.where, "at least one of its points must move; all are fixed. Remove the element.");
    return [block];
  }
  return item.nodes.map(({ text, where }) => {
    const reference = readReference(where, text);
    const family = findFamily(families, where, reference.name, text);
    if (family.anchor !== undefined)
      fail(where, `${item.element} acts on points that move; ${show(text)} is fixed. Remove it.`);
    if (reference.indices.length === 0 && family.indices.length > 0 && item.repeat === undefined)
      return { ...base, ...everyMember(context, item, family) };
    const members = membersOf(context, where, family, reference, rows, indices, columns, item.wrap);
    return { ...base, places: [{ family, members }], count: rows.count, whole: false };
  });
}

function everyMember(context: Context, item: Item, family: Family): Pick<Block, "places" | "count" | "whole"> {
  countMembers(context, item.where, family.count);
  const members = new Int32Array(family.count);
  for (let i = 0; i < members.length; i++) members[i] = i;
  return { places: [{ family, members }], count: family.count, whole: true };
}

/** Refuses an instance with the same point in two places. */
function refuseSamePlace({ item, places, rows }: Block): void {
  for (let a = 0; a < places.length; a++) {
    for (let b = a + 1; b < places.length; b++) {
      if (places[a].family !== places[b].family) continue;
      const same = firstEqual(places[a].members, places[b].members);
      if (same < 0) continue;
      const name = memberName(places[a].family, places[a].members[same]);
      fail(item.where, `${item.element} needs different points; ${show(name)} appears twice${atIndex(rows, same)}.`);
    }
  }
}

/** The first place in which the lists agree, or -1. */
function firstEqual(a: Int32Array, b: Int32Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) return i;
  return -1;
}

/** Names of instances: `link[3]` for repeated elements with a name, `rod[5]` counted over all elements without one. */
export function nameInstances(
  blocks: readonly Block[],
  errors: ErrorCollector,
): ReadonlyMap<Block, (i: number) => string> {
  const labels = new Map<string, Block[]>();
  for (const block of blocks) {
    const label = block.item.name ?? block.item.element;
    // a body may have the name of a joint or an element, because the rows of bodies have longer names
    const key = block.item.part === "body" ? `body ${label}` : label;
    const same = labels.get(key);
    if (same === undefined) labels.set(key, [block]);
    else same.push(block);
  }
  const names = new Map<Block, (i: number) => string>();
  for (const same of labels.values()) {
    const label = same[0].item.name ?? same[0].item.element;
    if (same.some(({ item }) => item.name !== undefined && item !== same[0].item)) {
      const [first, second] = [same[0].item, same.find(({ item }) => item !== same[0].item)!.item];
      errors.add(second.where, `the name ${show(label)} is already used by ${first.where}. Choose another name.`);
    }
    let before = 0;
    for (const block of same) {
      const start = before;
      const { rows, whole } = block;
      const named = { ...rows, name: label };
      if (same.length > 1 || whole) names.set(block, (i) => `${label}[${start + i}]`);
      else names.set(block, (i) => memberName(named, i));
      before += block.count;
    }
  }
  return names;
}
