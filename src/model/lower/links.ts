/** The links (lines between points) that pictures draw, and the anchors. */

import { substitute } from "../../symbolic/index.js";
import type { Anchor, Law, Links, Surface } from "../lowered.js";
import { type Column, entry } from "./columns.js";
import { type Context, unflatten } from "./context.js";
import type { ElementLaw } from "./element-laws.js";
import { type Families, type Family, memberName } from "./families.js";

/** The end of a line at a massless site or at a coordinate of a joint, which pictures do not show. */
const nowhere = 2 ** 30;

export function linksOf(families: Families, elements: readonly ElementLaw[], laws: readonly Law[]): Links[] {
  const firstPlaces = new Map<Family, number>();
  let places = families.coordinates;
  for (const family of families.all.values()) {
    if (family.follows === undefined || family.kind !== "point" || family.carriers !== undefined) continue;
    firstPlaces.set(family, places);
    places += family.count;
  }
  const firstRows = new Map<Law, number>();
  let row = 0;
  for (const law of laws) {
    if (law.kind !== "constraint") continue;
    firstRows.set(law, row);
    row += law.count * law.outputs.length;
  }
  return elements.flatMap(({ law, parts, first }) => {
    const { definition, element } = parts[0].block.item;
    const style = definition.draw;
    if (!first || style === undefined || style === "plane" || style === "guide" || definition.on.length < 2) return [];
    const ends = new Int32Array(2 * law.count);
    let i = 0;
    for (const { block } of parts) {
      for (let k = 0; k < block.count; k++, i++) {
        for (const end of [0, 1]) {
          const { family, members } = block.places[end];
          const { anchor, offset, dim, follows } = family;
          ends[2 * i + end] =
            anchor !== undefined
              ? -1 - (anchor.first + members[k])
              : follows !== undefined
                ? (firstPlaces.get(family) ?? nowhere) + members[k]
                : offset + members[k] * dim;
        }
      }
    }
    return [{ element, style, law, ends, firstRow: firstRows.get(law) ?? -1 }];
  });
}

/** At most this many different surfaces are shown. */
const mostSurfaces = 200;

/** The planes and lines on which elements hold points, each once. */
export function surfacesOf(elements: readonly ElementLaw[]): Surface[] {
  const found = new Map<string, Surface>();
  for (const { parts } of elements)
    for (const { block, parameters } of parts) {
      const style = block.item.definition.draw;
      if (style !== "plane" && style !== "guide") continue;
      const [through, unit] = [parameters.get("through"), parameters.get("unit")];
      if (through === undefined || unit === undefined) continue;
      for (let i = 0; i < block.count && found.size < mostSurfaces; i++) {
        const at = (columns: readonly Column[]): number[] => columns.map((column) => entry(column, i));
        const surface = { style, through: at(through), unit: at(unit) };
        found.set(JSON.stringify(surface), surface);
      }
    }
  return [...found.values()];
}

export function anchorsOf(context: Context, families: Families): Anchor[] {
  return families.anchors.flatMap((family) => {
    const { anchor, dim, indices, extents } = family;
    const { positions, motion, symbols } = anchor!;
    return Array.from({ length: family.count }, (_, i): Anchor => {
      const at = Array.from(positions.subarray(i * dim, (i + 1) * dim));
      if (motion === undefined) return { name: memberName(family, i), at };
      const place = unflatten(extents, i);
      const numbers = new Map(indices.map((index, k) => [symbols.get(index)!, context.graph.num(place[k])]));
      return { name: memberName(family, i), at, motion: substitute(motion, numbers) };
    });
  });
}
