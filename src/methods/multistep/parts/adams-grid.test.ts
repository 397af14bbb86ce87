import { expect, test } from "vitest";
import { AdamsGrid } from "./adams-grid.js";
import { gammaStar } from "./adams-order.js";

/** A grid at order k after steps of these lengths, the last of which is only attempted. */
function after(steps: readonly number[], k: number): AdamsGrid {
  const grid = new AdamsGrid(12);
  steps.forEach((h, i) => {
    const last = i === steps.length - 1;
    grid.attempt(h, last ? k : Math.min(i + 1, k));
    if (!last) grid.accept(h, Math.min(i + 1, k));
  });
  return grid;
}

test("with equal steps g_i are the coefficients of Adams and Bashforth, and nothing is scaled", () => {
  const grid = after(Array(9).fill(0.1), 8);
  const gamma = [1, 1 / 2, 5 / 12, 3 / 8, 251 / 720, 95 / 288, 19087 / 60480, 5257 / 17280, 1070017 / 3628800];
  for (const [i, value] of gamma.entries()) expect(grid.g[i + 1]).toBeCloseTo(value, 14);
  for (let i = 1; i <= 8; i++) {
    expect(grid.beta[i]).toBe(1);
    expect(grid.sigma[i]).toBeCloseTo(1, 14);
  }
});

test("gamma*_k follow from their recursion, sum_j gamma*_j / (k + 1 - j) = 0, to rounding", () => {
  const signed = [1, ...gammaStar.map((x) => -x)];
  expect(gammaStar.length).toBe(13);
  for (let k = 1; k <= 13; k++) {
    let sum = 0;
    for (let j = 0; j <= k; j++) sum += signed[j] / (k + 1 - j);
    expect(Math.abs(sum)).toBeLessThan(1e-15);
  }
});

const steps = [0.3, 0.1, 0.2, 0.25, 0.05, 0.1, 0.2, 0.15];

test.each([0, 0.3, 0.7, 1])(
  "with unequal steps polynomials of degree k are integrated to theta = %f of the step, from k + 1 of their values",
  (theta) => {
    const k = 6;
    const grid = after(steps, k);
    const h = steps[7];
    const g = new Float64Array(14);
    grid.weights(g, theta, k);
    const rate = (t: number) => 1 + t - 3 * t ** 3 + 2 * t ** 5 - 4 * t ** 6;
    const integral = (t: number) => t + t ** 2 / 2 - (3 / 4) * t ** 4 + t ** 6 / 3 - (4 / 7) * t ** 7;

    // times of the rates before the step, newest first, with 0 at its start; then its end
    const times = [0];
    for (let i = 6; i >= 0; i--) times.push(times[times.length - 1] - steps[i]);
    const star = differences([...times.slice(0, k), h], rate, h);
    const sum = star.reduce((total, phi, i) => total + g[i + 1] * phi, 0);
    expect(h * sum).toBeCloseTo(integral(theta * h), 13);
  },
);

/** phi*_i: psi_1 … psi_{i-1} of the attempted step times the divided differences at t_n, t_{n-1}, …, and at last the end. */
function differences(times: readonly number[], rate: (t: number) => number, h: number): number[] {
  let column = times.map(rate);
  const star = [column[0]];
  let psi = 1;
  for (let i = 1; i < times.length; i++) {
    column = column.slice(1).map((x, j) => (x - column[j]) / (times[j + i] - times[j]));
    psi *= h - times[i - 1];
    star.push(psi * column[0]);
  }
  return star;
}

test("coefficients are kept while step and order stay the same, and a rejected step of another length does not change them", () => {
  const grid = after(Array(9).fill(0.1), 4);
  const before = Array.from(grid.g);
  grid.attempt(0.2, 4);
  expect(grid.g[3]).not.toBe(before[3]);
  grid.attempt(0.1, 4);
  expect(Array.from(grid.g)).toEqual(before);
});
