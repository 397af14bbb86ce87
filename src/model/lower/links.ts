/** The links (lines between points) that pictures draw, and the anchors. */

import { substitute } from "../../symbolic/index.js";
import type { Anchor, Law, Links } from "../lowered.js";
import { type Context, unflatten } from "./context.js";
import type { ElementLaw } from "./element-laws.js";
import { type Families, memberName } from "./families.js";

export function linksOf(elements: readonly ElementLaw[], laws: readonly Law[]): Links[] {
  const firstRows = new Map<Law, number>();
  let row = 0;
  for (const law of laws) {
    if (law.kind !== "constraint") continue;
    firstRows.set(law, row);
    row += law.count * law.outputs.length;
  }
  return elements.flatMap(({ law, parts, first }) => {
    const { definition, element } = parts[0].block.item;
    if (!first || definition.draw === undefined || definition.on.length < 2) return [];
    const ends = new Int32Array(2 * law.count);
    let i = 0;
    for (const { block } of parts) {
      for (let k = 0; k < block.count; k++, i++) {
        for (const end of [0, 1]) {
          const { family, members } = block.places[end];
          const { anchor, offset, dim } = family;
          ends[2 * i + end] = anchor === undefined ? offset + members[k] * dim : -1 - (anchor.first + members[k]);
        }
      }
    }
    return [{ element, style: definition.draw, law, ends, firstRow: firstRows.get(law) ?? -1 }];
  });
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
