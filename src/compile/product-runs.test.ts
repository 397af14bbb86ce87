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
  const strides = Int32Array.from([4, 4, 4, 4, 4, 4]);
  expect(productRuns(listOf(chain(50)))).toEqual([{ first: 1, period: 2, periods: 49, left: strides, right: strides }]);
  const squares = Array.from({ length: 50 }, (_, i) => [[i, i * i] as const]);
  expect(productRuns(listOf(squares))).toEqual([]);
  expect(productRuns(listOf(irregular))).toEqual([]);
});

/** Rows of a body and of a joint in turns: factors of both advance by different numbers. */
const bodies = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    Array.from({ length: 20 }, (_, r) => [
      [7 * i + (r % 7), 3 * i + (r % 3)] as const,
      [3 * i + 500 + (r % 3), 7 * i + 500 + (r % 7)] as const,
    ]),
  ).flat();

it("finds long periods whose factors advance by different numbers, and gives up on long lists without any", () => {
  const [run, ...rest] = productRuns(listOf(bodies(40)));
  expect(rest).toEqual([]);
  expect(run).toMatchObject({ first: 0, period: 20, periods: 40 });
  expect([...run.left.slice(0, 2), ...run.right.slice(0, 2)]).toEqual([7, 3, 3, 7]);
  const random = Array.from({ length: 40_000 }, (_, i) => [[(i * 7919) % 30_011, (i * i * 31) % 30_011] as const]);
  expect(productRuns(listOf(random))).toEqual([]);
});

it("sums in the order of the list, also before, between and after runs", () => {
  const entries = [...irregular, ...chain(60), ...irregular, ...bodies(30), ...irregular, ...chain(40), ...irregular];
  const list = listOf(entries);
  expect(productRuns(list).length).toBe(3);
  const memory = new LinearMemory(1 << 16);
  const module = new Module();
  emitProducts(module, "products", list, memory);
  const [left, right, out] = [memory.f64(900), memory.f64(900), memory.f64(entries.length)];
  for (let k = 0; k < 900; k++) {
    left[k] = Math.sin(3 * k) * 10 ** (k % 5);
    right[k] = Math.cos(7 * k) / 3 ** (k % 7);
  }
  instantiate(module, memory.memory).products(left.byteOffset, right.byteOffset, out.byteOffset);
  const sums = entries.map((terms) => terms.reduce((sum, [a, b]) => sum + left[a] * right[b], 0));
  expect(Array.from(out)).toEqual(sums);
});
