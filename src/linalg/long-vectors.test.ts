import { expect, test } from "vitest";
import { LinearMemory } from "../memory/linear-memory.js";
import { longVectors } from "./long-vectors.js";
import { bits } from "./matrices.fixture.js";
import { addScaled, axpy, combine, multiply } from "./vector.js";

test.each([1, 23, 24, 25, 27, 30, 1000, 1001, 1007])(
  "sums and products of %i components have the bits of plain loops and write nothing else",
  (n) => {
    const arena = new LinearMemory(40 * n + 1000);
    const [x, y, own, other] = Array.from({ length: 4 }, () => arena.f64(n + 1));
    for (let k = 0; k <= n; k++) {
      x[k] = Math.sin(k) * 10 ** (k % 20);
      y[k] = Math.cos(3 * k) / (k + 1);
    }
    const part = (v: typeof x) => v.subarray(0, n);
    const code = longVectors(arena, n);
    code.addScaled(part(own), part(x), 0.3, part(y));
    addScaled(part(other), x, 0.3, y);
    code.axpy(part(own), -1.7, part(y));
    axpy(part(other), -1.7, y);
    code.multiply(part(own), part(x), part(own));
    multiply(part(other), x, other);
    expect(bits(own)).toEqual(bits(other));
    expect(own[n]).toBe(0);
  },
);

test.each([1, 24, 25, 1001, 1007])("linear combinations of %i components have the bits of plain loops", (n) => {
  const arena = new LinearMemory(40 * n + 1000);
  const [x, y, own, other] = Array.from({ length: 4 }, () => arena.f64(n));
  for (let k = 0; k < n; k++) [x[k], y[k]] = [Math.sin(k) * 10 ** (k % 20), Math.cos(3 * k) / (k + 1)];
  longVectors(arena, n).combine(own, 1.9, x, -0.9, y);
  combine(other, 1.9, x, -0.9, y);
  expect(bits(own)).toEqual(bits(other));
});

test.each([1, 24, 30, 1001, 1007])("an infinity or NaN anywhere among %i components is found", (n) => {
  const arena = new LinearMemory(20 * n + 1000);
  const x = arena.f64(n).fill(-1e300);
  const { allFinite } = longVectors(arena, n);
  expect(allFinite(x)).toBe(true);
  for (let k = 0; k < n; k++)
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      x[k] = value;
      expect(allFinite(x)).toBe(false);
      x[k] = -1e300;
    }
  expect(allFinite(x)).toBe(true);
});

test("products accept vectors outside the arena", () => {
  const arena = new LinearMemory(10_000);
  const w = arena.f64(100).fill(2);
  const x = Float64Array.from({ length: 100 }, (_, k) => k);
  const out = new Float64Array(100);
  longVectors(arena, 100).multiply(out, w, x);
  expect(out[99]).toBe(198);
});
