import { describe, expect, it } from "vitest";
import { ComplexSparseLu, complexDenseLu, denseLu, SparseLu } from "./index.js";
import { uniform } from "./matrices.fixture.js";

interface Triplets {
  readonly n: number;
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** A random unsymmetric pattern with `perRow` entries in each row besides the diagonal. */
function pattern(n: number, perRow: number, seed: number, diagonal = true): Triplets {
  const next = uniform(seed);
  const keys = new Set<number>();
  for (let i = 0; i < n; i++) {
    if (diagonal) keys.add(i * n + i);
    for (let k = 0; k < perRow; k++) keys.add(i * n + Math.floor(next() * n));
  }
  return { n, ...split(n, [...keys]) };
}

const split = (n: number, keys: readonly number[]) => ({
  rows: Int32Array.from(keys, (key) => Math.floor(key / n)),
  cols: Int32Array.from(keys, (key) => key % n),
});

const random = (length: number, seed: number): Float64Array => {
  const next = uniform(seed);
  return new Float64Array(length).map(() => 2 * next() - 1);
};

function dense({ n, rows, cols }: Triplets, values: Float64Array): Float64Array {
  const out = new Float64Array(n * n);
  for (let k = 0; k < rows.length; k++) out[rows[k] * n + cols[k]] = values[k];
  return out;
}

function times({ n, rows, cols }: Triplets, values: Float64Array, x: Float64Array): Float64Array {
  const out = new Float64Array(n);
  for (let k = 0; k < rows.length; k++) out[rows[k]] += values[k] * x[cols[k]];
  return out;
}

const distance = (a: Float64Array, b: Float64Array) => a.reduce((max, x, i) => Math.max(max, Math.abs(x - b[i])), 0);

describe("sparse LU", () => {
  it("agrees with dense LU on random matrices, with and without a diagonal", () => {
    for (const [n, perRow, seed] of [
      [1, 0, 1],
      [5, 2, 2],
      [40, 3, 3],
      [90, 5, 4],
      [30, 30, 5],
    ]) {
      for (const diagonal of [true, false]) {
        const a = pattern(n, Math.max(perRow, diagonal ? 0 : 8), seed, diagonal);
        const values = random(a.rows.length, seed + 10);
        const b = random(n, seed + 20);
        const reference = denseLu(n);
        if (!(reference.factor(dense(a, values)) > 1e-6)) continue;
        const expected = b.slice();
        reference.solve(expected);
        const lu = new SparseLu(n, a.rows, a.cols);
        expect(lu.factor(values)).toBe("ok");
        const x = b.slice();
        lu.solve(x);
        // compare residuals, not errors, because random matrices may be ill-conditioned
        expect(distance(times(a, values, x), b)).toBeLessThan(1e-10);
        expect(distance(x, expected)).toBeLessThan(1e-6);
      }
    }
  });

  it("repeats a factorisation with the bits of a fresh factorisation with the same pivots", () => {
    const a = pattern(60, 4, 7);
    const first = random(a.rows.length, 8);
    const other = first.map((x, k) => x * (1 + 0.01 * Math.sin(k)));
    const lu = new SparseLu(60, a.rows, a.cols);
    expect(lu.factor(first)).toBe("ok");
    expect(lu.factor(other)).toBe("ok");
    const fresh = new SparseLu(60, a.rows, a.cols);
    fresh.prescribe(lu.pivots);
    expect(fresh.factor(other)).toBe("ok");
    const [x, y] = [random(60, 9), random(60, 9)];
    lu.solve(x);
    fresh.solve(y);
    expect(x).toEqual(y);
    expect(distance(times(a, other, x), random(60, 9))).toBeLessThan(1e-11);
  });

  it("chooses new pivots when the old ones become too small", () => {
    const a = { n: 2, rows: Int32Array.of(0, 0, 1, 1), cols: Int32Array.of(0, 1, 0, 1) };
    const lu = new SparseLu(2, a.rows, a.cols);
    expect(lu.factor(Float64Array.of(1, 2, 3, 1))).toBe("ok");
    expect(lu.factor(Float64Array.of(1e-20, 1, 1, 1))).toBe("ok");
    const x = Float64Array.of(1, 2);
    lu.solve(x);
    expect(x[0]).toBeCloseTo(1, 14);
    expect(x[1]).toBeCloseTo(1, 14);
  });

  it("makes no fill in a chain and keeps the diagonal where rows are badly scaled", () => {
    // (1, -h; h K, 1) of a chain with stiffness 1e8
    const n = 50;
    const keys: number[] = [];
    const values: number[] = [];
    const put = (i: number, j: number, x: number) => {
      keys.push(i * 2 * n + j);
      values.push(x);
    };
    for (let i = 0; i < n; i++) {
      put(i, i, 1);
      put(i, n + i, -0.01);
      put(n + i, n + i, 1);
      for (const j of [i - 1, i, i + 1]) if (j >= 0 && j < n) put(n + i, j, (j === i ? 2 : -1) * 1e6);
    }
    const { rows, cols } = split(2 * n, keys);
    const lu = new SparseLu(2 * n, rows, cols);
    expect(lu.factor(Float64Array.from(values))).toBe("ok");
    expect(lu.nonzeros).toBeLessThan(2 * keys.length);
    const b = random(2 * n, 3);
    const x = b.slice();
    lu.solve(x);
    expect(distance(times({ n: 2 * n, rows, cols }, Float64Array.from(values), x), b)).toBeLessThan(1e-8);
  });

  it('returns "singular" for an empty column or a dependent row, and "nonfinite" for NaN', () => {
    const a = { rows: Int32Array.of(0, 1), cols: Int32Array.of(0, 0) };
    expect(new SparseLu(2, a.rows, a.cols).factor(Float64Array.of(1, 1))).toBe("singular");
    const full = { rows: Int32Array.of(0, 0, 1, 1), cols: Int32Array.of(0, 1, 0, 1) };
    expect(new SparseLu(2, full.rows, full.cols).factor(Float64Array.of(1, 2, 2, 4))).toBe("singular");
    expect(new SparseLu(2, full.rows, full.cols).factor(Float64Array.of(1, Number.NaN, 2, 4))).toBe("nonfinite");
    expect(new SparseLu(2, full.rows, full.cols).factor(Float64Array.of(1, 1, 2, Number.POSITIVE_INFINITY))).toBe(
      "nonfinite",
    );
  });
});

describe("complex LU", () => {
  const n = 40;
  const a = pattern(n, 4, 11);
  const re = random(a.rows.length, 12);
  const im = random(a.rows.length, 13);
  const [b, c] = [random(n, 14), random(n, 15)];
  const check = (x: Float64Array, y: Float64Array) => {
    const real = times(a, re, x).map((p, i) => p - times(a, im, y)[i]);
    const imaginary = times(a, re, y).map((p, i) => p + times(a, im, x)[i]);
    expect(distance(real, b)).toBeLessThan(1e-11);
    expect(distance(imaginary, c)).toBeLessThan(1e-11);
  };

  it("solves sparse systems, repeatedly with the same pivots, and reports failures", () => {
    const lu = new ComplexSparseLu(n, a.rows, a.cols);
    for (let pass = 0; pass < 2; pass++) {
      expect(lu.factor(re, im)).toBe("ok");
      const [x, y] = [b.slice(), c.slice()];
      lu.solve(x, y);
      check(x, y);
    }
    expect(
      lu.factor(
        re.map(() => 0),
        im.map(() => 0),
      ),
    ).toBe("singular");
    expect(
      lu.factor(
        re,
        im.map((x, k) => (k === 3 ? Number.NaN : x)),
      ),
    ).toBe("nonfinite");
  });

  it("solves dense systems and reports failures", () => {
    const lu = complexDenseLu(n);
    expect(lu.factor(dense(a, re), dense(a, im))).toBe("ok");
    const [x, y] = [b.slice(), c.slice()];
    lu.solve(x, y);
    check(x, y);
    expect(complexDenseLu(1).factor(Float64Array.of(0), Float64Array.of(0))).toBe("singular");
    expect(complexDenseLu(1).factor(Float64Array.of(0), Float64Array.of(Number.NaN))).toBe("nonfinite");
  });
});
