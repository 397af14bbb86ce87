import { expect, test } from "vitest";
import { denseCholesky } from "./dense-cholesky.js";
import { randomSpd } from "./matrices.fixture.js";

test.each([1, 2, 7])("L L^T is the matrix, for %s rows", (n) => {
  const dense = randomSpd(n, 1, 3);
  const A = Float64Array.from(dense.flat());
  denseCholesky(A, n);
  for (let r = 0; r < n; r++)
    for (let c = 0; c <= r; c++) {
      let sum = 0;
      for (let k = 0; k <= c; k++) sum += A[r * n + k] * A[c * n + k];
      expect(sum).toBeCloseTo(dense[r][c], 12);
    }
});
