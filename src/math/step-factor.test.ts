import { expect, test } from "vitest";
import { roughExp2, roughLog2 } from "./step-factor.js";

const exponents = Array.from({ length: 2000 }, (_, k) => -30 + 0.03 * k + 1e-4 * (k % 7));

test("powers of two are accurate to 1e-8, and logarithms to 2e-9", () => {
  for (const x of exponents) {
    expect(Math.abs(roughExp2(x) / 2 ** x - 1)).toBeLessThan(1e-8);
    expect(Math.abs(roughLog2(2 ** x) - x)).toBeLessThan(2e-9);
  }
});

test("both rise where their argument rises by more than their error", () => {
  for (const x of exponents) {
    expect(roughExp2(x + 2e-8)).toBeGreaterThan(roughExp2(x));
    expect(roughLog2(2 ** x * (1 + 4e-9))).toBeGreaterThan(roughLog2(2 ** x));
  }
});

test("results are finite at the ends of the documented range", () => {
  expect(roughLog2(1e300)).toBeCloseTo(996.5784, 3);
  expect(roughLog2(2 ** -1022)).toBeCloseTo(-1022, 8);
  expect(roughExp2(-1000)).toBeGreaterThan(0);
  expect(roughExp2(1000)).toBeLessThan(Number.POSITIVE_INFINITY);
});
