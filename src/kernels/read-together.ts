/** Finds inputs of a kernel that stand next to each other in memory, so that one read of two entries serves both. */

import type { Input, Program } from "./program.js";
import type { Tables } from "./tables.js";

type NodeInput = Extract<Input, { readonly node: number }>;
export type EntryInput = { readonly from: "y" | "g"; readonly offset: number; readonly stride: number };
export type VaryingInput = NodeInput | EntryInput;
export type Together = ReadonlyMap<string, { readonly low: VaryingInput; readonly isHigh: boolean }>;

/** In shorter loops, entries may have been written one by one shortly before, and a read of two would wait for both. */
const fewestTogether = 32;

export const keyOf = (input: VaryingInput): string =>
  "node" in input ? `${input.from} ${input.node} ${input.comp}` : `${input.from} ${input.offset} ${input.stride}`;

/** The inputs whose neighbours are read too: coordinates of a node, or entries of an array with a stride. */
export function readTogether(program: Program, tables: Tables, isInvariant: readonly boolean[]): Together {
  const found = new Map<string, { low: VaryingInput; isHigh: boolean }>();
  if (tables.count < fewestTogether) return found;
  const read = new Map<string, VaryingInput>();
  program.instructions.forEach(({ input }, k) => {
    if (input === undefined || isInvariant[k]) return;
    if ("node" in input) read.set(keyOf(input), input);
    else if ((input.from === "y" || input.from === "g") && input.stride > 1) {
      const entry = input as EntryInput;
      read.set(keyOf(entry), entry);
    }
  });
  const placeIn = (input: VaryingInput): number => ("node" in input ? input.comp : input.offset);
  const next = (input: VaryingInput): VaryingInput =>
    "node" in input ? { ...input, comp: input.comp + 1 } : { ...input, offset: input.offset + 1 };
  for (const low of [...read.values()].sort((a, b) => placeIn(a) - placeIn(b))) {
    const high = next(low);
    if (found.has(keyOf(low)) || !read.has(keyOf(high))) continue;
    found.set(keyOf(low), { low, isHigh: false });
    found.set(keyOf(high), { low, isHigh: true });
  }
  return found;
}
