import { expect, it } from "vitest";
import { LinearMemory } from "../memory/linear-memory.js";
import { instantiate, Module } from "../wasm/index.js";
import type { ProductList } from "./constraint-pattern.js";
import { emitProducts } from "./emit-products.js";
import { productRuns } from "./product-runs.js";

/** Entries as lists of pairs of indices. */
function listOf(entries: readonly (readonly (readonly [number, number])[])[]): ProductList {
  const start = Int32Array.from({ length: entries.length + 1 }, (_, s) => entries.slice(0, s).flat().length);
  const all = entries.flat();
  return { start, a: Int32Array.from(all, ([a]) => a), b: Int32Array.from(all, ([, b]) => b) };
}

/** The entries of S for a chain: a diagonal of four products, and two products with the row before. */
const chain = (rows: number) =>
  Array.from({ length: rows }, (_, i) => [
    [0, 1, 2, 3].map((k) => [4 * i + k, 4 * i + k] as const),
    ...(i > 0 ? [[0, 1].map((k) => [4 * i + k, 4 * i - 2 + k] as const)] : []),
  ]).flat();

const irregular = [[[0, 7] as const], [], [[3, 1] as const, [9, 2] as const]];

it("finds the period of a chain, and nothing where indices do not advance together", () => {
  expect(productRuns(listOf(chain(50)))).toEqual([{ first: 1, period: 2, periods: 49, left: 4, right: 4 }]);
  const squares = Array.from({ length: 50 }, (_, i) => [[i, i * i] as const]);
  expect(productRuns(listOf(squares))).toEqual([]);
  expect(productRuns(listOf(irregular))).toEqual([]);
});

it("sums in the order of the list, also before, between and after runs", () => {
  const entries = [...irregular, ...chain(60), ...irregular, ...chain(40), ...irregular];
  const list = listOf(entries);
  expect(productRuns(list).length).toBe(2);
  const memory = new LinearMemory(1 << 16);
  const module = new Module();
  emitProducts(module, "products", list, memory);
  const [left, right, out] = [memory.f64(240), memory.f64(240), memory.f64(entries.length)];
  for (let k = 0; k < 240; k++) {
    left[k] = Math.sin(3 * k) * 10 ** (k % 5);
    right[k] = Math.cos(7 * k) / 3 ** (k % 7);
  }
  instantiate(module, memory.memory).products(left.byteOffset, right.byteOffset, out.byteOffset);
  const sums = entries.map((terms) => terms.reduce((sum, [a, b]) => sum + left[a] * right[b], 0));
  expect(Array.from(out)).toEqual(sums);
});
