/** Gathers the local derivative entries of many laws in one sparse pattern, in which each entry has one slot. */

import type { Arena } from "../core/arena.js";
import { placeSlots } from "../kernels/index.js";
import type { PlacedLaw } from "./place-laws.js";

/** The slot table of a law's entries; `place(entry, coordinateOf)` returns the slot of one entry of one instance. */
export function slotTable<E>(
  arena: Arena,
  { law, calculus }: PlacedLaw,
  entries: readonly E[],
  place: (entry: E, coordinate: (position: number) => number) => number,
): number {
  return placeSlots(
    arena,
    entries.map((entry) =>
      Int32Array.from({ length: law.count }, (_, i) =>
        place(entry, (position) => {
          const { node, comp } = calculus.place[position];
          return law.stencil[node].index[i] + comp;
        }),
      ),
    ),
  );
}
