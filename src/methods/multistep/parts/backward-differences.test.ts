import { expect, test } from "vitest";
import { BackwardDifferences } from "./backward-differences.js";

const polynomial = (t: number): number => 1 + t * (2 - t * (3 - t * (1 - t / 4)));

/** Differences of order 0 ... k of a function at t, t - h, ... */
function differences(f: (t: number) => number, t: number, h: number, k: number): number[] {
  let row = Array.from({ length: k + 1 }, (_, j) => f(t - j * h));
  const out = [row[0]];
  for (let j = 1; j <= k; j++) {
    row = row.slice(0, -1).map((x, i) => x - row[i + 1]);
    out.push(row[0]);
  }
  return out;
}

function filled(h: number): BackwardDifferences {
  const history = new BackwardDifferences(1, 5);
  history.h = h;
  differences(polynomial, 1, h, 4).forEach((x, j) => {
    history.D[j][0] = x;
  });
  return history;
}

test("another spacing gives the differences of the same polynomial, longer or shorter", () => {
  for (const h of [0.03, 0.1, 0.25, 0.7]) {
    const history = filled(0.1);
    history.rescale(4, h);
    // rounding of the given differences grows by (h / 0.1)^4
    differences(polynomial, 1, h, 4).forEach((x, j) => void expect(history.D[j][0]).toBeCloseTo(x, 10));
    expect(history.h).toBe(h);
  }
});

test("prediction and interpolation are exact for the polynomial, before and after the step is pushed", () => {
  const history = filled(0.1);
  const out = new Float64Array(1);
  history.predict(out, 4);
  expect(out[0]).toBeCloseTo(polynomial(1.1), 13);
  const d = Float64Array.of(polynomial(1.1) - out[0]);
  for (const x of [-1, -0.7, -0.2, 0]) {
    history.interpolate(out, 4, x, d);
    expect(out[0]).toBeCloseTo(polynomial(1.1 + 0.1 * x), 13);
  }
  history.push(4, d);
  differences(polynomial, 1.1, 0.1, 4).forEach((x, j) => void expect(history.D[j][0]).toBeCloseTo(x, 13));
  history.interpolate(out, 4, -0.6);
  expect(out[0]).toBeCloseTo(polynomial(1.04), 13);
});

test("a change of spacing does not touch y, and loses no small differences beside a large y", () => {
  const history = filled(0.1);
  const y = 1e12;
  history.D[0][0] = y;
  history.rescale(4, 0.05);
  expect(history.D[0][0]).toBe(y);
  expect(history.D[4][0]).toBeCloseTo(differences(polynomial, 1, 0.05, 4)[4], 14);
});
