/**
 * The mass matrix. Diagonal masses are an array of inverses. Otherwise M is block diagonal, its blocks the connected
 * sets of coordinates that a dense block or a kinetic energy couples; the explicit inverse of each block is stored. It
 * is computed once for constant masses and at every q for varying ones.
 */

import type { Arena, F64 } from "../core/arena.js";
import { ModelError } from "../core/errors.js";
import { placeSlots } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { symbolsOf } from "../symbolic/index.js";
import { type BlockEntry, massEntries } from "./derive.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";

export interface MassPlan {
  readonly kind: "diagonal" | "block" | "varying";
  /** Inverse masses, when diagonal. */
  readonly inverse: F64 | undefined;
  /** The coordinates of each block. Empty when the mass is diagonal. */
  readonly blocks: readonly Int32Array[];
  readonly blockOf: Int32Array;
  /** Position of entry (row, col) of a block in the dense storage. */
  slot(block: number, row: number, col: number): number;
  /** The constant part of M, and M^-1, block after block and row by row; n entries each when the mass is diagonal. */
  readonly constant: F64;
  readonly matrix: F64;
  readonly inverses: F64;
  /** Tables in memory: per block the size, the first slot, the first coordinate entry; then the coordinates. */
  readonly tables: { readonly size: Int32Array; readonly first: Int32Array; readonly members: Int32Array };
  readonly kinetics: readonly {
    readonly placed: PlacedLaw;
    readonly entries: readonly BlockEntry[];
    readonly slots: number;
  }[];
}

export function planMass(lowered: Lowered, placed: PlacedModel, arena: Arena): MassPlan {
  const { n } = lowered;
  const kinetics = placed.kinetics.map((law) => ({ law, entries: checkedEntries(law) }));
  const coupled = lowered.massBlocks.length > 0 || kinetics.length > 0;
  for (const { law, entries } of kinetics)
    if ([...symbolsOf(entries.map((e) => e.expr))].includes(lowered.time))
      throw new ModelError(law.law.where, "a mass may depend on coordinates only, and this one depends on t.");
  const varying = kinetics.some(({ law, entries }) => dependsOnState(law, entries));

  if (!coupled) {
    const constant = arena.f64(n);
    const inverse = arena.f64(n);
    constant.set(lowered.massDiagonal);
    for (let k = 0; k < n; k++) inverse[k] = 1 / constant[k];
    const none = arena.i32(0);
    return {
      kind: "diagonal",
      inverse,
      blocks: [],
      blockOf: new Int32Array(0),
      slot: () => -1,
      constant,
      matrix: constant,
      inverses: inverse,
      tables: { size: none, first: none, members: none },
      kinetics: [],
    };
  }

  // 1. blocks: connected coordinates
  const parent = Int32Array.from({ length: n }, (_, k) => k);
  const find = (k: number): number => {
    while (parent[k] !== k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  };
  const join = (a: number, b: number): void => {
    const [x, y] = [find(a), find(b)];
    if (x < y) parent[y] = x;
    else parent[x] = y;
  };
  for (const { index } of lowered.massBlocks) for (const k of index) join(index[0], k);
  const coordinate = (law: PlacedLaw, position: number, i: number): number => {
    const { node, comp } = law.calculus.place[position];
    return law.law.stencil[node].index[i] + comp;
  };
  for (const { law, entries } of kinetics)
    for (const e of entries)
      for (let i = 0; i < law.law.count; i++) join(coordinate(law, e.row, i), coordinate(law, e.col, i));
  const members = new Map<number, number[]>();
  for (let k = 0; k < n; k++) {
    const root = find(k);
    const list = members.get(root);
    if (list) list.push(k);
    else members.set(root, [k]);
  }
  const blocks = [...members.values()].map((list) => Int32Array.from(list));
  const blockOf = new Int32Array(n);
  const position = new Int32Array(n);
  const first = arena.i32(blocks.length + 1);
  const size = arena.i32(blocks.length);
  blocks.forEach((block, b) => {
    size[b] = block.length;
    first[b + 1] = first[b] + block.length * block.length;
    block.forEach((k, p) => {
      blockOf[k] = b;
      position[k] = p;
    });
  });
  const slot = (block: number, row: number, col: number): number => first[block] + row * blocks[block].length + col;
  const slotOf = (a: number, b: number): number => slot(blockOf[a], position[a], position[b]);

  // 2. the constant part
  const length = first[blocks.length];
  const constant = arena.f64(length);
  for (let k = 0; k < n; k++) constant[slotOf(k, k)] += lowered.massDiagonal[k];
  for (const { index, values } of lowered.massBlocks)
    index.forEach((a, r) => {
      index.forEach((b, c) => {
        constant[slotOf(a, b)] += values[r * index.length + c];
      });
    });

  // 3. slots of the kinetic energies, lower triangle by block position
  const withSlots = kinetics.map(({ law, entries }) => {
    const columns = entries.map((e) =>
      Int32Array.from({ length: law.law.count }, (_, i) => {
        const [a, b] = [coordinate(law, e.row, i), coordinate(law, e.col, i)];
        return position[a] >= position[b] ? slotOf(a, b) : slotOf(b, a);
      }),
    );
    return { placed: law, entries, slots: placeSlots(arena, columns) };
  });
  const list = arena.i32(n);
  list.set(blocks.flatMap((block) => Array.from(block, (k) => 8 * k)));
  return {
    kind: varying ? "varying" : "block",
    inverse: undefined,
    blocks,
    blockOf,
    slot,
    constant,
    matrix: arena.f64(length),
    inverses: arena.f64(length),
    tables: { size, first, members: list },
    kinetics: withSlots,
  };
}

function checkedEntries(law: PlacedLaw): BlockEntry[] {
  const entries = massEntries(law.calculus);
  const velocities = new Set(law.calculus.v);
  for (const symbol of symbolsOf(entries.map((e) => e.expr)))
    if (velocities.has(symbol))
      throw new ModelError(
        law.law.where,
        "the kinetic energy is not quadratic in the velocities, so there is no mass matrix M(q). Write it as a sum of products of two velocities.",
      );
  return entries;
}

function dependsOnState(law: PlacedLaw, entries: readonly BlockEntry[]): boolean {
  const params = new Set(law.law.params.map((p) => p.symbol));
  return [...symbolsOf(entries.map((e) => e.expr))].some((symbol) => !params.has(symbol));
}
