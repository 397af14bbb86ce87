import { describe, expect, test } from "vitest";
import { TautError } from "../core/index.js";
import { cubic, exponential, type Filter, response, sample, smooth, verletCosine } from "./filter.js";

const filters: readonly Filter[] = [cubic, exponential, smooth(1, 2), smooth(3, 6), smooth(7, 4), smooth(15, 12)];
const title = ({ name, moments, smoothness }: Filter): string => `${name} (mu = ${moments}, nu = ${smoothness})`;

/** Sum of w_k (k / steps)^j over the window. */
function moment(weights: Float64Array, j: number): number {
  const steps = weights.length - 1;
  return weights.reduce((sum, w, k) => sum + (k === 0 ? (j === 0 ? w : 0) : 2 * w * (k / steps) ** j), 0);
}

describe.each(filters.map((filter) => [title(filter), filter] as const))("%s", (_, filter) => {
  test("has unit mass and its vanishing moments in the sum, for any number of steps", () => {
    for (const steps of [18, 37, 60, 120]) {
      const weights = sample(filter, steps);
      // weights cancel when there are many moments, so rounding is relative to their size
      const size = weights.reduce((sum, w) => sum + Math.abs(w), 0);
      expect(Math.abs(moment(weights, 0) - 1)).toBeLessThan(1e-13 * size * filter.moments);
      for (let j = 2; j < filter.moments; j += 2)
        expect(Math.abs(moment(weights, j))).toBeLessThan(1e-13 * size * filter.moments);
    }
  });

  test("the next moment does not vanish", () => {
    expect(Math.abs(moment(sample(filter, 60), filter.moments + 1))).toBeGreaterThan(1e-8);
  });

  test("damps f oscillations by f^-nu, or faster than any power", () => {
    // largest responses around f and 4 f half-periods, on a grid fine enough to stand for the integral
    const weights = sample(filter, 4000);
    const most = (f: number): number => {
      let largest = 0;
      for (let k = 0; k < 40; k++)
        largest = Math.max(largest, Math.abs(response(weights, Math.cos((Math.PI * f * (1 + k / 80)) / 4000))));
      return largest;
    };
    const order = Math.log(most(20) / most(80)) / Math.log(4);
    if (filter.smoothness === Number.POSITIVE_INFINITY) expect(order).toBeGreaterThan(7);
    else if (filter.smoothness <= 6) expect(Math.abs(order - filter.smoothness)).toBeLessThan(0.35);
    else expect(order).toBeGreaterThan(6);
  });
});

test("the cubic's weights are the trapezoid sum of Ariel section 5.2, which has mass 1 and second moment 0 by itself", () => {
  const weights = sample(cubic, 18);
  for (let k = 0; k <= 18; k++) expect(weights[k]).toBeCloseTo(cubic.value(k / 18) / 18, 15);
});

test("the response of a constant is the mass, and Clenshaw's sum is the plain one", () => {
  const weights = sample(smooth(5, 3), 24);
  expect(response(weights, 1)).toBeCloseTo(1, 13);
  const theta = 0.7;
  const plain = weights.reduce((sum, w, k) => sum + (k === 0 ? w : 2 * w * Math.cos(k * theta)), 0);
  expect(response(weights, Math.cos(theta))).toBeCloseTo(plain, 13);
});

test("Verlet's angle: two steps of x_1 = 2 cos(theta) x_0 - x_-1 with force -omega^2 x", () => {
  expect(2 * verletCosine(0.3)).toBeCloseTo(2 - 0.3 ** 2, 15);
});

test("options that no filter can have are refused by name", () => {
  expect(() => smooth(2, 3)).toThrow(TautError);
  expect(() => smooth(3, 1)).toThrow(/smoothness/);
  expect(() => sample(smooth(31, 3), 8)).toThrow(/needs more than 8 steps/);
});
