import { expect, test } from "vitest";
import { response, verletCosine } from "./filter.js";
import { zeroFilter } from "./zeros.js";

const sums = (weights: Float64Array, j: number): number =>
  weights.reduce((sum, w, k) => sum + (k === 0 ? (j === 0 ? w : 0) : 2 * w * k ** j), 0);

test.each([1, 2, 3, 6])("%i zeros: mass 1, second moment 0, response 0 at every zero, count + 1 steps", (count) => {
  const x = Array.from({ length: count }, (_, j) => verletCosine(0.6 + (1.1 * j) / Math.max(1, count - 1)));
  const even = new Float64Array(count + 2);
  const odd = new Float64Array(count + 2);
  zeroFilter(count).compute(even, odd, x, count);
  // the weights grow with the number of zeros, and so does rounding
  const rounding = 1e-15 * even.reduce((sum, w, k) => sum + Math.abs(w) * k ** 2, 10);
  expect(Math.abs(sums(even, 0) - 1)).toBeLessThan(rounding);
  expect(Math.abs(sums(even, 2))).toBeLessThan(50 * rounding);
  for (const zero of x) expect(Math.abs(response(even, zero))).toBeLessThan(rounding);
});

test("the odd weights give 1 for t, and 0 for the sine of every zero", () => {
  const x = [0.4, -0.2, 0.8];
  const even = new Float64Array(5);
  const odd = new Float64Array(5);
  zeroFilter(3).compute(even, odd, x, 3);
  const apply = (f: (k: number) => number): number =>
    odd.reduce((sum, d, k) => sum + (k === 0 ? 0 : d * (f(k) - f(-k))), 0);
  expect(apply((k) => k)).toBeCloseTo(1, 12);
  for (const zero of x) expect(apply((k) => Math.sin(k * Math.acos(zero)))).toBeCloseTo(0, 12);
});
