/** Local derivative entries of many laws gathered in one sparse pattern, each entry in one slot. */

import type { Arena } from "../core/arena.js";
import { placeSlots } from "../kernels/index.js";
import type { PlacedLaw } from "./place-laws.js";

export interface Pattern {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** Collects (row, column) pairs; the first to name a pair opens its slot. */
export class SlotBook {
  private readonly rows: number[] = [];
  private readonly cols: number[] = [];
  private readonly slots = new Map<number, number>();
  private readonly width: number;

  constructor(width: number) {
    this.width = width;
  }

  slot(row: number, col: number): number {
    const key = row * this.width + col;
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = this.rows.length;
      this.slots.set(key, slot);
      this.rows.push(row);
      this.cols.push(col);
    }
    return slot;
  }

  pattern(): Pattern {
    return { rows: Int32Array.from(this.rows), cols: Int32Array.from(this.cols) };
  }
}

/** The slot table of a law's entries: `place(entry, coordinateOf)` names the slot of one entry of one instance. */
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
