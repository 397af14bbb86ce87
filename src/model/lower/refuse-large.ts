/**
 * Refuses a model that is too large before any table is made. Compiling asks for the memory that is counted here before it
 * places a table. Models between this and the real limit are refused when their tables are placed.
 */

import { lawsOf } from "../definition.js";
import type { Item } from "../items.js";
import { below, fail } from "../model-errors.js";
import type { Context } from "./context.js";
import type { Families, Family } from "./families.js";
import { readRepeat } from "./repeat.js";
import { emptyTables, perConstraint, usualRoom } from "./size.js";

/** The memory (bytes) that 32-bit addresses reach. */
const most = 2 ** 32;
/** Reading more members than this takes long enough to report at once what is wrong so far. */
const manyMembers = 1_000_000;

/** Refuses a model that is too large by its coordinates and by the repetitions of its elements. */
export function refuseLarge(context: Context, families: Families, items: readonly Item[]): void {
  const { errors } = context;
  const { coordinates, states } = families;
  const dimension = 2 * coordinates + states;
  const size = { bytes: emptyTables(dimension) + usualRoom(dimension), constraints: 0 };
  refuseAbove(size, families);
  for (const item of items) {
    if (item.definition.pairs !== undefined) continue;
    errors.attempt(() => {
      const count = instancesOf(context, families, item);
      const moving = movingNodes(families, item);
      size.bytes += 4 * count * moving.length;
      if (lawsOf(item.definition, item.flag, families.space).constraint === undefined) return;
      size.constraints += count;
      size.bytes += count * perConstraint(moving.reduce((sum, { dim }) => sum + dim, 0));
    });
    refuseAbove(size, families);
  }
  if (context.uses.members > manyMembers) errors.check();
}

function refuseAbove(
  { bytes, constraints }: { readonly bytes: number; readonly constraints: number },
  { n }: Families,
): void {
  if (bytes <= most) return;
  const has = `${n} coordinates${constraints > 0 ? ` and at least ${constraints} constraints` : ""}`;
  fail(
    "model",
    `must fit into 4 GB of memory; it has ${has}, which need at least ${(bytes / 2 ** 30).toPrecision(2)} GB. Reduce its repetitions.`,
  );
}

/** The families with coordinates that an element names; names that are wrong are reported where they are read. */
function movingNodes({ all, free }: Families, { nodes }: Item): readonly Family[] {
  if (nodes === "everywhere") return free.filter(({ kind }) => kind === "point").slice(0, 1);
  return nodes.flatMap(({ text }) => {
    const family = all.get(text.split("[")[0].trim());
    return family === undefined || family.offset < 0 ? [] : [family];
  });
}

/** How many instances an element has. */
function instancesOf(context: Context, families: Families, item: Item): number {
  const { definition, nodes, repeat, where } = item;
  if (repeat !== undefined) return readRepeat(context, below(where, "repeat"), repeat, 0).count;
  if (nodes === "everywhere") return families.free.reduce((sum, { count }) => sum + count, 0);
  if (definition.on.length > 1) return 1;
  return nodes.reduce((sum, { text }) => sum + (families.all.get(text)?.count ?? 1), 0);
}
