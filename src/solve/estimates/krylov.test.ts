import { expect, test } from "vitest";
import { krylovEigenvalues } from "./krylov.js";

/** A diagonal matrix whose eigenvalues are known, and a count of the products with it. */
function diagonal(entries: readonly number[]) {
  const counted = { products: 0 };
  const product = (out: Float64Array, x: Float64Array): boolean => {
    counted.products++;
    for (let k = 0; k < x.length; k++) out[k] = entries[k] * x[k];
    return true;
  };
  const work = [new Float64Array(entries.length), new Float64Array(entries.length)] as const;
  return { counted, found: (steps: number) => krylovEigenvalues(entries.length, steps, ...work, product)! };
}

test("with as many products as rows the eigenvalues are exact, and no more are taken", () => {
  const { counted, found } = diagonal([-1, 2, -30]);
  const { re } = found(20);
  expect([...re].sort((a, b) => a - b).map((x) => Math.round(x * 1e9) / 1e9)).toEqual([-30, -1, 2]);
  expect(counted.products).toBe(3);
});

test("with fewer products than rows only so many are taken, and the outermost eigenvalue is found", () => {
  const { counted, found } = diagonal(Array.from({ length: 50 }, (_, k) => -(k === 49 ? 1000 : k)));
  const { re } = found(8);
  expect(counted.products).toBe(8);
  expect(Math.min(...re)).toBeCloseTo(-1000, 6);
});
