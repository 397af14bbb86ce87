import { expect, test } from "vitest";
import { limitWeights, narrow, nevilleFactors, wide } from "./columns.js";

const substeps = [2, 6, 10, 14, 18];

test("central differences over 2 substeps and over 1 are exact for powers up to their order, and vanish below", () => {
  for (const [difference, spacing] of [
    [wide, 2],
    [narrow, 1],
  ] as const) {
    for (let order = 0; order <= 8; order++) {
      const weights = difference(order);
      const reach = (weights.length - 1) / 2;
      let factorial = spacing ** order;
      for (let p = 2; p <= order; p++) factorial *= p;
      for (let power = 0; power <= order; power++) {
        const sum = weights.reduce((total, w, i) => total + w * (i - reach) ** power, 0);
        expect(sum).toBeCloseTo(power < order ? 0 : factorial, 6);
      }
    }
  }
});

test("weights to step 0 are exact for polynomials in 1/n^2, and agree with Aitken and Neville", () => {
  const value = (n: number) => 3 - 5 / n ** 2 + 7 / n ** 4 - 11 / n ** 6;
  const weights = limitWeights(substeps, 1, 4);
  expect(weights[0]).toBe(0);
  expect(weights.reduce((sum, w, j) => sum + w * value(substeps[j]), 0)).toBeCloseTo(3, 13);

  const factors = nevilleFactors(substeps);
  const T: number[] = [];
  for (let j = 0; j < 5; j++) {
    T[j] = value(substeps[j]);
    for (let l = j; l > 0; l--) T[l - 1] = T[l] + (T[l] - T[l - 1]) * factors[j][l - 1];
  }
  expect(T[0]).toBeCloseTo(3, 13);
});
