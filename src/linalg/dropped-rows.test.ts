import { describe, expect, it } from "vitest";
import {
  bits,
  close,
  denseSolve,
  error,
  factorisation,
  gram,
  matrix,
  rhs,
  rows,
  times,
  uniform,
  unsymmetric,
  zoo,
} from "./matrices.fixture.js";

describe.each([{ unroll: true }, { unroll: false }])("dropped rows, unroll: $unroll", ({ unroll }) => {
  // 40 rows over 50 numbers; row 7 repeats row 3 and row 30 is a combination of rows 11 and 12
  const G = rows(40, 50, 4, 77).map((row, i) => row.map((x, j) => (i === j ? 1 : x)));
  G[7] = G[3].map((x) => -2 * x);
  G[30] = G[11].map((x, k) => x + 3 * G[12][k]);
  const dense = gram(G);
  const families = [
    [3, 7],
    [11, 12, 30],
  ];

  it("are one for each dependence, and the solution of the rest satisfies the whole consistent system", () => {
    const f = factorisation(matrix(dense), { unroll });
    expect(f.factor(1e-10, 1)).toBe(-1);
    const found = [...f.dropped.keys()].filter((i) => f.dropped[i] !== 0);
    expect(found).toHaveLength(2);
    for (const family of families) expect(family.some((i) => found.includes(i))).toBe(true);

    const b = times(dense, rhs(40));
    const x = f.solve(b);
    for (const i of found) expect(x[i]).toBe(0);
    expect(error(times(dense, x), b)).toBeLessThan(100 * close);
  });

  it("stay dropped in later factorisations, with the same bits, and for any values", () => {
    const f = factorisation(matrix(dense), { unroll });
    f.factor(1e-10, 1);
    const first = [bits(f.store), bits(f.solve(rhs(40)))];
    expect(f.factor()).toBe(-1);
    expect([bits(f.store), bits(f.solve(rhs(40)))]).toEqual(first);

    // the system of the remaining rows alone
    const kept = [...Array(40).keys()].filter((i) => f.dropped[i] === 0);
    const other = unsymmetric(dense, 5);
    const g = factorisation(matrix(other), { unroll });
    g.dropped.set(f.dropped);
    expect(g.factorGeneral()).toBe(-1);
    const alone = denseSolve(
      kept.map((i) => kept.map((j) => other[i][j])),
      kept.map((i) => rhs(40)[i]),
    );
    const x = g.solveGeneral(rhs(40));
    expect(
      error(
        Float64Array.from(kept, (i) => x[i]),
        alone,
      ),
    ).toBeLessThan(100 * close);
  });

  it("are reported by their original index when dropping is not allowed", () => {
    const marked = factorisation(matrix(dense), { unroll });
    marked.factor(1e-10, 1);
    const f = factorisation(matrix(dense), { unroll });
    const bad = f.factor();
    expect(marked.dropped[bad]).toBe(1);
    expect([...f.dropped]).toEqual(Array(40).fill(0));
  });

  it("are judged against their own diagonal, so that scaling changes nothing", () => {
    const next = uniform(6);
    const size = Array.from({ length: 40 }, () => 10 ** Math.round(16 * next() - 8));
    const scaled = dense.map((row, i) => row.map((a, j) => a * size[i] * size[j]));
    const plain = factorisation(matrix(dense), { unroll });
    const f = factorisation(matrix(scaled), { unroll });
    plain.factor(1e-10, 1);
    expect(f.factor(1e-10, 1)).toBe(-1);
    expect([...f.dropped]).toEqual([...plain.dropped]);
  });

  it("do not hide a number that is not finite, and a failure does not affect later factorisations", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const m = matrix(zoo.grid);
      const f = factorisation(m, { unroll });
      const slot = m.rows.findIndex((i, k) => i === 77 && m.cols[k] === 76);
      f.lower[slot] = value;
      expect(f.factor(1e-10, 1)).toBeGreaterThanOrEqual(0);
      expect(f.factorGeneral(1e-10, 1)).toBeGreaterThanOrEqual(0);
      f.lower[slot] = m.lower[slot];
      f.dropped.fill(0);
      expect([f.factor(), f.factorGeneral()]).toEqual([-1, -1]);
      for (const solve of [f.solve, f.solveGeneral])
        expect(error(solve(rhs(144)), denseSolve(zoo.grid, rhs(144)))).toBeLessThan(close);
    }
  });
});

describe("rank", () => {
  // G M^-1 G^T of a straight hanging chain; masses differ by a factor 1e6 in the second case
  it.each([1, 1e-6])("of a straight chain of 1,000 rods is full, mass ratio %d", (light) => {
    const n = 1000;
    const inverseMass = (i: number) => (i % 2 === 0 ? 1 : 1 / light);
    const at = (i: number, j: number) =>
      j === i - 1 ? -inverseMass(j) : inverseMass(i) + (i > 0 ? inverseMass(i - 1) : 0);
    const index = Array.from({ length: n }, (_, i) => i);
    const rowsOf = [...index, ...index.slice(1)];
    const cols = [...index, ...index.slice(0, -1)];
    const lower = Float64Array.from(rowsOf, (i, k) => at(i, cols[k]));
    const f = factorisation({ n, rows: Int32Array.from(rowsOf), cols: Int32Array.from(cols), lower, upper: lower });
    expect(f.factor(1e-10, 1)).toBe(-1);
    expect(f.dropped.every((flag) => flag === 0)).toBe(true);
    // each rod carries the weight of everything below it: the solution of S x = e_0 sums m_k from each rod down
    const e0 = new Float64Array(n);
    e0[0] = 1;
    const x = f.solve(e0);
    const below = (i: number) => index.slice(i).reduce((sum, k) => sum + 1 / inverseMass(k), 0);
    for (const i of [0, 500, 999]) expect(Math.abs(x[i] / below(i) - 1)).toBeLessThan(1e-9);
  });
});

it("an empty system is solved by doing nothing", () => {
  const f = factorisation(matrix([]));
  expect(f.factor()).toBe(-1);
  expect(f.solve([])).toHaveLength(0);
});
