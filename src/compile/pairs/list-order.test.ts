import { expect, test } from "vitest";
import { LinearMemory } from "../../memory/linear-memory.js";
import { instantiate, Module } from "../../wasm/index.js";
import { emitListOrder } from "./list-order.js";
import type { BlockTables } from "./pair-tables.js";

const count = 40;
/** Partners of each molecule, unordered and without duplicates; some molecules have no partners. */
const partners = (i: number): number[] => Array.from({ length: (i * 7) % 12 }, (_, k) => (i * 5 + k * 11) % count);

/** The lists of molecules `from` to `to`, sorted with room for `free` entries behind them. */
function sorted(from: number, to: number, free: number): number[][] {
  const memory = new LinearMemory(1 << 16);
  const [starts, ends] = [memory.i32(count), memory.i32(count)];
  const lists = Array.from({ length: to - from }, (_, k) => partners(from + k));
  const used = lists.reduce((sum, each) => sum + each.length, 0);
  const entries = memory.i32(used + free);
  const guard = memory.i32(4).fill(-7);
  let end = 0;
  lists.forEach((list, k) => {
    starts[from + k] = entries.byteOffset + 4 * end;
    for (const j of list) entries[end++] = 8 * j;
    ends[from + k] = entries.byteOffset + 4 * end;
  });
  const module = new Module();
  emitListOrder(module, "order", { starts, ends, second: { count } } as unknown as BlockTables);
  const begin = entries.byteOffset;
  instantiate(module, memory.memory).order(8 * from, 8 * to, begin, begin + 4 * used, begin + 4 * (used + free));
  expect([...guard]).toEqual([-7, -7, -7, -7]);
  return lists.map((_, k) => {
    const at = (address: number): number => (address - begin) / 4;
    return Array.from(entries.subarray(at(starts[from + k]), at(ends[from + k])), (each) => each / 8);
  });
}

const expected = (from: number, to: number): number[][] =>
  Array.from({ length: to - from }, (_, k) => partners(from + k).sort((a, b) => a - b));

test.each([
  ["all at once, with exactly the room that this needs", 0],
  ["one by one, when there is room for one entry too few", -1],
])("lists are sorted: %s", (_, more) => {
  for (const [from, to] of [
    [0, count],
    [13, 29],
    [20, 20],
  ]) {
    const used = expected(from, to).flat().length;
    expect(sorted(from, to, used + count + more)).toEqual(expected(from, to));
  }
});
