/** Finds elements that contradict each other, such as two rods of different length between the same points. */

import { append } from "../../core/index.js";
import type { ErrorCollector } from "../model-errors.js";
import { entry } from "./columns.js";
import type { ElementLaw, FullBlock } from "./element-laws.js";
import { type Families, memberName } from "./families.js";
import type { Block, Place } from "./instances.js";

/** Elements of one kind between the same nodes must agree on the parameter named in `settles`. */
export function checkAgreement(laws: readonly ElementLaw[], families: Families, errors: ErrorCollector): void {
  const anchors = families.anchors.reduce((sum, { count }) => sum + count, 0);
  const byElement = new Map<string, FullBlock[]>();
  for (const { parts, first } of laws) {
    const { element, definition } = parts[0].block.item;
    if (!first || definition.settles === undefined) continue;
    const same = byElement.get(element);
    if (same === undefined) byElement.set(element, [...parts]);
    else append(same, parts);
  }
  for (const parts of byElement.values()) compare(parts, anchors, families.n + families.followed + anchors, errors);
}

function compare(parts: readonly FullBlock[], anchors: number, size: number, errors: ErrorCollector): void {
  // 1. find nodes that appear twice; usually there are none, and sorting numbers is the fastest way to know
  const count = parts.reduce((sum, { block }) => sum + block.count, 0);
  const keys = new Float64Array(count);
  let k = 0;
  for (const { block } of parts) for (let i = 0; i < block.count; i++) keys[k++] = nodesKey(block, i, anchors, size);
  const sorted = keys.slice().sort();
  const repeated = new Set<number>();
  for (let j = 1; j < count; j++) if (sorted[j] === sorted[j - 1]) repeated.add(sorted[j]);
  if (repeated.size === 0) return;

  // 2. compare the values there; different nodes may share a number, but never a text
  const known = new Map<string, { readonly value: number; readonly where: string }>();
  k = 0;
  for (const { block, parameters } of parts) {
    const { element, where, definition } = block.item;
    const column = parameters.get(definition.settles!)?.[0];
    for (let i = 0; i < block.count; i++) {
      if (!repeated.has(keys[k++]) || column === undefined) continue;
      const key = nodeIds(block, i, anchors).join(" ");
      const value = entry(column, i);
      const before = known.get(key);
      if (before === undefined) known.set(key, { value, where });
      // two equal rods are redundant but consistent, and lengths from expressions may differ by rounding
      else if (Math.abs(before.value - value) > 1e-9 * Math.max(Math.abs(before.value), Math.abs(value))) {
        const ends = block.places.map(({ family, members }) => memberName(family, members[i])).join(" and ");
        const other = `${before.where} between ${ends} has ${definition.settles} ${before.value}`;
        errors.add(
          where,
          `${definition.settles} ${value} contradicts ${element}: ${other}, and both cannot hold. Remove one.`,
        );
        return;
      }
    }
  }
}

/** A number for a node, among all anchors and coordinates. */
function nodeId(
  { family: { anchor, offset, dim, follows, rank }, members }: Place,
  i: number,
  anchors: number,
): number {
  if (follows !== undefined) return anchors + rank! + members[i];
  return anchor === undefined ? anchors + offset + members[i] * dim : anchor.first + members[i];
}

/** The nodes of an instance, sorted, because their order in the file does not matter. */
function nodeIds({ places }: Block, i: number, anchors: number): number[] {
  return places.map((place) => nodeId(place, i, anchors)).sort((a, b) => a - b);
}

/** One number for all nodes of an instance; exact for pairs, of which there may be many. */
function nodesKey(block: Block, i: number, anchors: number, size: number): number {
  if (block.places.length === 2) {
    const a = nodeId(block.places[0], i, anchors);
    const b = nodeId(block.places[1], i, anchors);
    return a < b ? a * size + b : b * size + a;
  }
  return nodeIds(block, i, anchors).reduce((key, id) => (key * size + id) % Number.MAX_SAFE_INTEGER, 0);
}
