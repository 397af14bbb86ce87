import { describe, expect, it } from "vitest";
import { denseEigen, denseLdl, denseLu, denseQr } from "./index.js";

/** Seeded uniform numbers in (-1, 1). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2 ** 31;
  };
}

const random = (length: number, seed: number): Float64Array => new Float64Array(length).map(uniform(seed));

function product(a: Float64Array, b: Float64Array, rows: number, inner: number, cols: number): Float64Array {
  const out = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++)
      for (let k = 0; k < inner; k++) out[i * cols + j] += a[i * inner + k] * b[k * cols + j];
  return out;
}

function transpose(a: Float64Array, rows: number, cols: number): Float64Array {
  return new Float64Array(rows * cols).map((_, k) => a[(k % rows) * cols + Math.floor(k / rows)]);
}

const gram = (a: Float64Array, rows: number, cols: number) => product(a, transpose(a, rows, cols), rows, cols, rows);
const distance = (a: Float64Array, b: Float64Array) => a.reduce((max, x, i) => Math.max(max, Math.abs(x - b[i])), 0);

// condition numbers here are below 1e3, so that 1e-12 leaves a factor of ten over n cond eps
const close = 1e-12;

describe("dense LDL^T", () => {
  it("solves positive definite systems", () => {
    for (const n of [0, 1, 2, 7, 20]) {
      const a = gram(random(n * 2 * n, n + 1), n, 2 * n);
      const x = random(n, 5);
      const b = product(a, x, n, n, 1);
      const ldl = denseLdl(n);
      expect(ldl.factor(a)).toBeGreaterThan(1e-3);
      ldl.solve(b);
      expect(distance(b, x)).toBeLessThan(close);
    }
  });

  it("reports the smallest pivot relative to its own diagonal, for any scaling", () => {
    expect(denseLdl(2).factor(Float64Array.of(1e-20, 0, 0, 1e20))).toBe(1);
    expect(denseLdl(2).factor(Float64Array.of(4, 2, 2, 2))).toBe(0.5);
    expect(denseLdl(2).factor(Float64Array.of(1, 1, 1, 1))).toBe(0);
    expect(denseLdl(2).factor(Float64Array.of(1, Number.NaN, Number.NaN, 1))).toBeNaN();
  });

  it("drops a row whose pivot is zero", () => {
    const ldl = denseLdl(2);
    const x = Float64Array.of(3, 3);
    ldl.factor(Float64Array.of(1, 1, 1, 1));
    ldl.solve(x);
    expect(x).toEqual(Float64Array.of(3, 0));
  });
});

describe("dense LU", () => {
  it("solves systems that need pivoting", () => {
    for (const n of [1, 2, 9, 20]) {
      const a = random(n * n, n + 40);
      a[0] = n === 1 ? 1 : 0;
      const x = random(n, 6);
      const b = product(a, x, n, n, 1);
      const lu = denseLu(n);
      expect(lu.factor(a)).toBeGreaterThan(1e-4);
      lu.solve(b);
      expect(distance(b, x)).toBeLessThan(100 * close);
    }
  });

  it("reports when a matrix is singular or not finite", () => {
    expect(denseLu(2).factor(Float64Array.of(1, 2, 2, 4))).toBe(0);
    expect(denseLu(2).factor(Float64Array.of(1, 2, Number.NaN, 4))).toBeNaN();
  });
});

describe("dense QR", () => {
  it.each([
    [8, 5, 5],
    [5, 8, 5],
    [6, 6, 6],
    [9, 7, 4],
    [7, 9, 4],
    [4, 4, 0],
  ])("finds the rank of a %i x %i matrix of rank %i and the minimum-norm solution", (rows, cols, rank) => {
    const a = product(random(rows * rank, 3), random(rank * cols, 4), rows, rank, cols);
    const b = random(rows, 8);
    const x = new Float64Array(cols);
    const qr = denseQr(rows, cols);
    expect(qr.factor(a)).toBe(rank);
    qr.solve(x, b);

    // least squares: A^T (A x - b) = 0; minimum norm: x = A^T y for some y
    const residual = product(a, x, rows, cols, 1).map((r, i) => r - b[i]);
    const at = transpose(a, rows, cols);
    expect(distance(product(at, residual, cols, rows, 1), new Float64Array(cols))).toBeLessThan(close);
    const inRange = denseQr(cols, rows);
    const y = new Float64Array(rows);
    expect(inRange.factor(at)).toBe(rank);
    inRange.solve(y, x);
    expect(distance(product(at, y, cols, rows, 1), x)).toBeLessThan(100 * close);
  });

  it("applies its tolerance relative to the longest column and refuses NaN", () => {
    const a = Float64Array.of(1e9, 0, 0, 1);
    expect(denseQr(2, 2).factor(a)).toBe(2);
    expect(denseQr(2, 2).factor(a, 1e-8)).toBe(1);
    expect(denseQr(2, 2).factor(Float64Array.of(1, 2, Number.NaN, 4))).toBe(-1);
  });
});

describe("dense eigenvalues", () => {
  it("are those of a fixed string of masses and springs: 2 - 2 cos(k pi / (n + 1))", () => {
    const n = 12;
    const a = new Float64Array(n * n).map((_, k) => [2, -1][Math.abs(Math.floor(k / n) - (k % n))] ?? 0);
    const eigen = denseEigen(n);
    expect(eigen.compute(a)).toBe(true);
    eigen.values.forEach((value, k) => {
      expect(value).toBeCloseTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 13);
    });
    const orthogonal = gram(eigen.vectors, n, n);
    expect(
      distance(
        orthogonal,
        new Float64Array(n * n).map((_, k) => (k % (n + 1) === 0 ? 1 : 0)),
      ),
    ).toBeLessThan(close);
    eigen.values.forEach((value, k) => {
      const v = eigen.vectors.subarray(k * n, (k + 1) * n);
      expect(
        distance(
          product(a, v, n, n, 1),
          v.map((c) => value * c),
        ),
      ).toBeLessThan(close);
    });
  });

  it("of a singular matrix include zero, and a matrix with NaN is refused", () => {
    const a = gram(random(6 * 2, 2), 6, 2);
    const eigen = denseEigen(6);
    expect(eigen.compute(a)).toBe(true);
    for (let k = 0; k < 4; k++) expect(Math.abs(eigen.values[k])).toBeLessThan(1e-15);
    expect(eigen.values[4]).toBeGreaterThan(0.1);
    expect(eigen.compute(a.fill(Number.NaN))).toBe(false);
    expect(eigen.compute(a.fill(0))).toBe(true);
  });
});
