import { expect, test } from "vitest";
import { combine, row } from "./combine.js";

test("every number of terms gives the bits of the plain sum, in the order of the stages", () => {
  const dimension = 5;
  for (let stages = 1; stages <= 17; stages++) {
    const K = Float64Array.from({ length: stages * dimension }, (_, i) => Math.sin(i + 1));
    const y = Float64Array.from({ length: dimension }, (_, i) => Math.cos(i));
    const weights = Array.from({ length: stages }, (_, j) => (j % 3 === 1 ? 0 : 1 / (j + 3)));
    const out = new Float64Array(dimension);
    combine(out, y, 0.1, K, row(weights, dimension));
    for (let i = 0; i < dimension; i++) {
      let sum = 0;
      for (let j = 0; j < stages; j++) if (weights[j] !== 0) sum += weights[j] * K[j * dimension + i];
      expect(out[i]).toBe(y[i] + 0.1 * sum);
    }
  }
});

test("the result may replace the start", () => {
  const y = Float64Array.of(1, 2);
  combine(y, y, 0.5, Float64Array.of(10, 20), row([1], 2));
  expect([...y]).toEqual([6, 12]);
});

test("a row without weights adds nothing", () => {
  const out = new Float64Array(2);
  combine(out, Float64Array.of(1, 2), 0.5, Float64Array.of(10, 20), row([0], 2));
  expect([...out]).toEqual([1, 2]);
});
