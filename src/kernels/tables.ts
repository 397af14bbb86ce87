/** The tables over which a kernel runs, placed in a memory. */

import type { Arena } from "../core/arena.js";

/** The first coordinate of a stencil node, per instance. An arithmetic sequence needs no table. */
export type IndexColumn =
  | { readonly kind: "affine"; readonly base: number; readonly stride: number }
  | { readonly kind: "table"; readonly address: number };

export interface ParamColumn {
  readonly address: number;
  /** Whether all instances have the same value. */
  readonly uniform: boolean;
}

export interface Tables {
  readonly count: number;
  readonly index: readonly IndexColumn[];
  readonly params: readonly ParamColumn[];
  /** Address of the omega² array (one entry per constraint). */
  readonly omega2: number;
  /** Address of the slot table, which stores `count` entries per column, column by column; -1 when there is none. */
  readonly slots: number;
  /** Whether the array u has the same value at this coordinate of a stencil node in all instances. Default: it may differ. */
  readonly isSameWeight?: (node: number, comp: number) => boolean;
}

/** Place an index column for the coordinates `index` (entries, not bytes); its table holds byte offsets. */
export function placeIndex(arena: Arena, index: Int32Array): IndexColumn {
  const base = index[0] ?? 0;
  const stride = index.length > 1 ? index[1] - base : 0;
  let affine = true;
  for (let i = 0; i < index.length && affine; i++) affine = index[i] === base + i * stride;
  if (affine) return { kind: "affine", base, stride };
  const table = arena.i32(index.length);
  for (let i = 0; i < index.length; i++) table[i] = 8 * index[i];
  return { kind: "table", address: table.byteOffset };
}

export function placeParam(arena: Arena, values: Float64Array): ParamColumn {
  const column = arena.f64(values.length);
  column.set(values);
  return { address: column.byteOffset, uniform: values.length === 1 };
}

/** Place the slots `slots[column][instance]` (entries, not bytes) as byte offsets; returns the address of the table. */
export function placeSlots(arena: Arena, slots: readonly Int32Array[]): number {
  if (slots.length === 0) return -1;
  const count = slots[0].length;
  const table = arena.i32(slots.length * count);
  slots.forEach((column, k) => {
    for (let i = 0; i < count; i++) table[k * count + i] = 8 * column[i];
  });
  return table.byteOffset;
}
