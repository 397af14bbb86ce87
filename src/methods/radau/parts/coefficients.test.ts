import { describe, expect, test } from "vitest";
import { A, alpha, beta, c, e, gamma, inverseT, T } from "./coefficients.js";

const three = [0, 1, 2];
const b = A[2];
const fullT = [...T, [1, 1, 0]];
const product = (X: readonly (readonly number[])[], Y: readonly (readonly number[])[]) =>
  three.map((i) => three.map((j) => three.reduce((sum, k) => sum + X[i][k] * Y[k][j], 0)));
const close = (x: number, y: number, ulps = 8) =>
  expect(Math.abs(x - y)).toBeLessThan(ulps * 2 ** -52 * (1 + Math.abs(y)));

describe("the coefficients of Radau IIA", () => {
  test("integrate polynomials of degree 4 and, at the stages, of degree 2: orders 5 and 3", () => {
    for (let k = 1; k <= 5; k++) {
      close(
        three.reduce((sum, j) => sum + b[j] * c[j] ** (k - 1), 0),
        1 / k,
      );
    }
    for (let k = 1; k <= 3; k++) {
      for (const i of three) {
        close(
          three.reduce((sum, j) => sum + A[i][j] * c[j] ** (k - 1), 0),
          c[i] ** k / k,
        );
      }
    }
    // D(2), with which these make the order 5: sum_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k) / k
    for (let k = 1; k <= 2; k++) {
      for (const j of three) {
        close(
          three.reduce((sum, i) => sum + b[i] * c[i] ** (k - 1) * A[i][j], 0),
          (b[j] * (1 - c[j] ** k)) / k,
        );
      }
    }
  });

  test("T brings the inverse of A to its real form: A T Lambda = T", () => {
    const Lambda = [
      [gamma, 0, 0],
      [0, alpha, -beta],
      [0, beta, alpha],
    ];
    const left = product(product(A, fullT), Lambda);
    const identity = product(fullT, inverseT);
    for (const i of three) {
      for (const j of three) {
        close(left[i][j], fullT[i][j]);
        close(identity[i][j], Number(i === j), 16);
      }
    }
    close(1 / gamma, (6 + Math.cbrt(81) - Math.cbrt(9)) / 30);
  });

  // y = t^k from 0 to 1 has Z_i = c_i^k: F(0) + sum e_i Z_i must vanish for k = 1, 2, 3 but not for 4
  test("the embedded formula has order 3", () => {
    for (let k = 1; k <= 3; k++) {
      close(
        three.reduce((sum, i) => sum + e[i] * c[i] ** k, 0),
        k === 1 ? -1 : 0,
        32,
      );
    }
    expect(Math.abs(three.reduce((sum, i) => sum + e[i] * c[i] ** 4, 0))).toBeGreaterThan(0.1);
  });
});
