import { expect, it } from "vitest";
import { band, bits, factorisation, gram, matrix, rhs, square, unsymmetric } from "./matrices.fixture.js";
import { gaps, pathsOf } from "./paths.js";
import { analyse } from "./symbolic-factor.js";

const chain = (n: number): number[][] => band(n, 2.5, -1);

/** Two chains of 70 rows that meet in a dense part of 6 rows. */
const joined = square(146, (i, j) => {
  if (i === j) return 9;
  const [a, b] = [Math.min(i, j), Math.max(i, j)];
  if (a >= 140) return 1;
  return (b - a === 1 && b !== 70 && b < 140) || (a === 69 && b === 140) || (a === 139 && b === 143) ? -1 : 0;
});

/** Rows in descending order of the chain, so that slots hold transposed entries. */
const reversed = square(100, (i, j) => [3, -1][Math.abs(i - j)] ?? 0).toReversed().map((row) => row.toReversed());

it("finds the whole of a chain except its first row and its last two, which are a supernode", () => {
  const [path, ...others] = pathsOf(analyse(matrix(chain(200))));
  expect(others).toEqual([]);
  expect(path.to - path.from).toBeGreaterThan(190);
});

it("finds both chains of a larger structure, and nothing in a dense one", () => {
  expect(pathsOf(analyse(matrix(joined))).length).toBe(2);
  expect(pathsOf(analyse(matrix(band(120, 9, -2, 1, 0.5))))).toEqual([]);
});

it("leaves out what lies between paths", () => {
  expect(gaps([{ from: 2, to: 5 }, { from: 5, to: 7 }], 9)).toEqual([
    [0, 2],
    [5, 5],
    [7, 9],
  ]);
});

const systems = { chain: chain(200), joined, reversed };

it.each(Object.keys(systems))("has the bits of the tables, symmetric and general: %s", (name) => {
  const dense = systems[name as keyof typeof systems];
  const n = dense.length;
  for (const m of [matrix(dense), matrix(unsymmetric(dense, 5))]) {
    const [a, b] = [true, false].map((paths) => factorisation(m, { unroll: false, paths }));
    expect(pathsOf(a.analysis).length).toBeGreaterThan(0);
    expect([a.factor(), a.factorGeneral()]).toEqual([b.factor(), b.factorGeneral()]);
    // twice, because the first solve must leave the work row as it was
    for (const seed of [1, 2]) {
      expect(bits(a.solve(rhs(n, seed)))).toEqual(bits(b.solve(rhs(n, seed))));
      expect(bits(a.solveGeneral(rhs(n, seed)))).toEqual(bits(b.solveGeneral(rhs(n, seed))));
    }
  }
});

it("drops and reports the same rows as the tables, with the same bits", () => {
  // rows 60 and 61 are equal, so that the pivot of one of them is zero
  const G = Array.from({ length: 120 }, (_, i) =>
    Array.from({ length: 121 }, (_, j) => (j === i || j === i + 1 ? (j === i ? 1 : -1) : 0)),
  );
  const dense = gram(G);
  for (const k of [59, 60, 61, 62]) dense[60][k] = dense[k][60] = 0;
  const [a, b] = [true, false].map((paths) => factorisation(matrix(dense), { unroll: false, paths }));
  expect(a.factor()).toBe(60);
  expect(b.factor()).toBe(60);
  for (const f of [a, b]) {
    expect(f.factor(1e-10, 1)).toBe(-1);
    f.dropped[20] = 1;
    expect(f.factor(1e-10, 1)).toBe(-1);
    expect(f.factorGeneral(1e-10, 1)).toBe(-1);
  }
  expect(a.dropped).toEqual(b.dropped);
  expect(a.dropped.filter((flag) => flag === 1).length).toBe(2);
  expect(bits(a.solve(rhs(120)))).toEqual(bits(b.solve(rhs(120))));
  expect(bits(a.solveGeneral(rhs(120)))).toEqual(bits(b.solveGeneral(rhs(120))));
});
