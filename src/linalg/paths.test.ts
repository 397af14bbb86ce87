import { expect, it } from "vitest";
import {
  band,
  bits,
  close,
  denseSolve,
  error,
  factorisation,
  matrix,
  rhs,
  square,
  unsymmetric,
} from "./matrices.fixture.js";
import { gaps, pathsOf } from "./paths.js";
import { analyse } from "./symbolic-factor.js";

const chain = (n: number): number[][] => band(n, 2.5, -1);

/** A dense part of 6 rows with two chains of 70 rows; the second hangs on it by its first row, the first by its last one. */
const joined = square(146, (i, j) => {
  const [a, b] = [Math.min(i, j), Math.max(i, j)];
  const [isFirst, isSecond] = [b < 70, a >= 76];
  if (a === b) return 9;
  if (a >= 70 && b < 76) return 1;
  return b - a === 1 && (isFirst || isSecond || a === 69 || b === 76) ? -1 : 0;
});

const ordered = (dense: number[][]) => matrix(dense, "by rows");

it("finds a chain, except for its first row and the supernode at its end", () => {
  const [path, ...others] = pathsOf(analyse(ordered(chain(200))));
  expect(others).toEqual([]);
  expect(path).toMatchObject({ flipped: false, original: { stride: 1 }, diagonal: { stride: 2 }, slot: { stride: 2 } });
  expect(path.to - path.from).toBeGreaterThan(190);
});

it("finds the chains of a larger structure in both directions", () => {
  const paths = pathsOf(analyse(ordered(joined)));
  expect(paths.map(({ flipped, original }) => [flipped, original.stride])).toEqual([
    [false, 1],
    [true, -1],
  ]);
});

it("finds no paths in a band, and none where the slots have no fixed stride", () => {
  expect(pathsOf(analyse(ordered(band(120, 9, -2, 1, 0.5))))).toEqual([]);
  expect(pathsOf(analyse(matrix(chain(200))))).toEqual([]);
});

it("leaves out what lies between paths", () => {
  expect(
    gaps(
      [
        { from: 2, to: 5 },
        { from: 5, to: 7 },
      ],
      9,
    ),
  ).toEqual([
    [0, 2],
    [5, 5],
    [7, 9],
  ]);
});

it("solves a ring and a chain with a branch, whose paths do not reach both ends", () => {
  const ring = chain(500);
  ring[0][499] = ring[499][0] = -0.1;
  const branched = chain(500);
  branched[100][300] = branched[300][100] = -0.1;
  for (const dense of [ring, branched]) {
    const f = factorisation(ordered(dense), { unroll: false });
    expect(f.factor()).toBe(-1);
    expect(error(f.solve(rhs(500)), denseSolve(dense, rhs(500)))).toBeLessThan(close);
  }
});

const systems = { chain: chain(200), joined, "a long chain": chain(453) };

it.each(Object.keys(systems))("has the bits of the tables, symmetric and general: %s", (name) => {
  const dense = systems[name as keyof typeof systems];
  const n = dense.length;
  for (const m of [ordered(dense), ordered(unsymmetric(dense, 5))]) {
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

it.each([120, 460])("drops and reports the same rows as the tables, with the same bits, in a chain of %d", (n) => {
  const dense = chain(n);
  // pivots of both are negative; in the longer chain, the second one is met first by the path from the other end
  for (const row of [60, n - 40]) dense[row][row] = 0.1;
  const [a, b] = [true, false].map((paths) => factorisation(ordered(dense), { unroll: false, paths }));
  expect([a.factor(), b.factor()]).toEqual([60, 60]);
  for (const f of [a, b]) {
    expect(f.factor(1e-10, 1)).toBe(-1);
    f.dropped[20] = 1;
    expect(f.factor(1e-10, 1)).toBe(-1);
    expect(f.factorGeneral(1e-10, 1)).toBe(-1);
  }
  expect(a.dropped).toEqual(b.dropped);
  expect(a.dropped.filter((flag) => flag === 1).length).toBe(3);
  expect(bits(a.solve(rhs(n)))).toEqual(bits(b.solve(rhs(n))));
  expect(bits(a.solveGeneral(rhs(n)))).toEqual(bits(b.solveGeneral(rhs(n))));
});
