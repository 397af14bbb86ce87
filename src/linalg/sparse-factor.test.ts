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
  unsymmetric,
  zoo,
} from "./matrices.fixture.js";

describe.each([{ unroll: true }, { unroll: false }])("sparse factorisation, unroll: $unroll", ({ unroll }) => {
  it.each(Object.keys(zoo))("solves a system like dense LU: %s", (name) => {
    const dense = zoo[name];
    const f = factorisation(matrix(dense), { unroll });
    const b = rhs(dense.length);
    expect(f.factor()).toBe(-1);
    expect(error(f.solve(b), denseSolve(dense, b))).toBeLessThan(close);
    expect(f.taken).toBe(f.bytes);
  });

  it("keeps its numbers in the store, so that two factorisations of one pattern do not affect each other", () => {
    const f = factorisation(matrix(zoo.grid), { unroll });
    const b = rhs(144);
    f.factor();
    const x = f.solve(b);
    f.lower.forEach((value, k) => {
      f.lower[k] = 4 * value;
    });
    f.factor(1e-10, 0, f.otherStore);
    expect(bits(f.solve(b))).toEqual(bits(x));
    expect(f.solve(b, f.otherStore)).toEqual(x.map((c) => c / 4));
  });

  it.each(Object.keys(zoo))("solves an unsymmetric system with the same pattern: %s", (name) => {
    const dense = unsymmetric(zoo[name], 8);
    const f = factorisation(matrix(dense), { unroll });
    const b = rhs(dense.length);
    expect(f.factorGeneral()).toBe(-1);
    expect(error(f.solveGeneral(b), denseSolve(dense, b))).toBeLessThan(close);
  });
});

describe("unrolled code and loops", () => {
  it("give the same bits, symmetric and general, with and without dropped rows", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const n = 1 + (seed % 23);
      // every third system has dependent rows
      const G = rows(n, seed % 3 === 0 ? Math.ceil(n / 2) : n, 3, seed).map((row, i) =>
        row.map((x, j) => (i === j ? 2 : x)),
      );
      const m = matrix(gram(G), seed);
      const general = matrix(unsymmetric(gram(G), seed), seed);
      const [a, b] = [true, false].map((unroll) => {
        const f = factorisation(m, { unroll });
        const g = factorisation(general, { unroll });
        const result = f.factor(1e-10, 1);
        g.dropped.set(f.dropped);
        const again = g.factorGeneral(1e-10, 1);
        const x = f.solve(rhs(n));
        const y = g.solveGeneral(rhs(n));
        return { result, again, dropped: [...f.dropped], numbers: [f.store, g.generalStore, x, y].map(bits) };
      });
      expect(a).toEqual(b);
    }
  });
});

describe("general factorisation", () => {
  it("of a symmetric matrix gives the bits of the symmetric factorisation", () => {
    for (const unroll of [true, false]) {
      const f = factorisation(matrix(zoo.random), { unroll });
      f.factor();
      f.factorGeneral();
      expect(bits(f.solveGeneral(rhs(100)))).toEqual(bits(f.solve(rhs(100))));
    }
  });

  it("accepts negative pivots, which the symmetric factorisation treats as a loss of rank", () => {
    const f = factorisation(
      matrix([
        [-2, 1],
        [1, 3],
      ]),
    );
    expect(f.factor()).not.toBe(-1);
    expect(f.factorGeneral()).toBe(-1);
  });
});
