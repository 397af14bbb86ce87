import { describe, expect, test } from "vitest";
import { denseWeights } from "../parts/dense-weights.js";
import { bogackiShampineTableau } from "./bogacki-shampine.js";
import { dop853Tableau } from "./dop853.js";
import { dormandPrinceTableau } from "./dormand-prince.js";
import { eulerTableau } from "./euler.js";
import { midpointTableau } from "./midpoint.js";
import { rk4Tableau } from "./rk4.js";
import type { Tableau } from "./tableau.js";

const tableaus: [Tableau][] = [
  [eulerTableau],
  [midpointTableau],
  [rk4Tableau],
  [bogackiShampineTableau],
  [dormandPrinceTableau],
  [dop853Tableau],
];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** Weights reach 400 in dop853's dense output, so that rounding after cancellation is 400 eps at most. */
const rounding = 1e-13;

describe.each(tableaus)("$name", ({ a, b, c, order, error, dense }) => {
  const nodes = [...c, 1, ...(dense?.c ?? [])];

  test("is consistent: every row of a sums to its c", () => {
    a.forEach((row, i) => {
      expect(Math.abs(sum(row) - c[i])).toBeLessThan(rounding);
      expect(row.length).toBe(i);
    });
    dense?.a.forEach((row, j) => {
      expect(Math.abs(sum(row) - dense.c[j])).toBeLessThan(rounding);
    });
  });

  test("integrates t^k exactly up to its order, and its error estimates see only higher powers", () => {
    const power = (weights: readonly number[], k: number) => sum(weights.map((w, i) => w * nodes[i] ** k));
    for (let k = 0; k < order; k++) expect(Math.abs(power(b, k) - 1 / (k + 1))).toBeLessThan(rounding);
    for (const weights of [error?.weights, error?.second]) {
      if (weights === undefined) continue;
      for (let k = 0; k < 2; k++) expect(Math.abs(power(weights, k))).toBeLessThan(rounding);
    }
  });

  test("has dense output that integrates t^k inside the step up to its order", () => {
    const exact = dense === undefined ? Math.min(order, 3) : dense.d.length === 1 ? 4 : 7;
    const w = new Float64Array(nodes.length);
    for (const theta of [0, 0.125, 0.5, 0.7, 1]) {
      denseWeights(w, theta, b, dense);
      for (let k = 0; k < exact; k++) {
        const value = sum([...w].map((weight, i) => weight * nodes[i] ** k));
        expect(Math.abs(value - theta ** (k + 1) / (k + 1))).toBeLessThan(rounding);
      }
    }
  });
});
