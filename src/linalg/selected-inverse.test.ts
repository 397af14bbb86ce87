import { expect, test } from "vitest";
import { matrix, randomSpd } from "./matrices.fixture.js";
import { SelectedInverse } from "./selected-inverse.js";

test.each([
  [1, 1],
  [6, 0.9],
  [20, 0.15],
  [60, 0.05],
])("the entries of the inverse in the pattern and the determinant are right for %s rows", (n, filled) => {
  const dense = randomSpd(n, filled, 7);
  const pattern = matrix(dense);
  const found = new SelectedInverse(pattern);
  expect(found.evaluate(pattern.lower)).toBe(true);
  // solve A Z = 1 by elimination
  const work = dense.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  let logDeterminant = 0;
  for (let k = 0; k < n; k++) {
    logDeterminant += Math.log(work[k][k]);
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const ratio = work[i][k] / work[k][k];
      for (let j = k; j < 2 * n; j++) work[i][j] -= ratio * work[k][j];
    }
  }
  pattern.rows.forEach((i, k) => {
    const exact = work[i][n + pattern.cols[k]] / work[i][i];
    expect(Math.abs(found.entry(k) - exact)).toBeLessThan(1e-11 * (1 + Math.abs(exact)));
  });
  expect(found.logDeterminant).toBeCloseTo(logDeterminant, 9);
});

test("a matrix that is not positive definite is refused", () => {
  const indefinite = matrix([
    [1, 2],
    [2, 1],
  ]);
  expect(new SelectedInverse(indefinite).evaluate(indefinite.lower)).toBe(false);
});

test.each([1e-60, 1e60])("the determinant of many pivots of %s is found without overflow", (pivot) => {
  const diagonal = matrix(
    Array.from({ length: 12 }, (_, i) => Array.from({ length: 12 }, (_, j) => (i === j ? pivot : 0))),
  );
  const found = new SelectedInverse(diagonal);
  expect(found.evaluate(diagonal.lower)).toBe(true);
  expect(found.logDeterminant).toBeCloseTo(12 * Math.log(pivot), 9);
});
