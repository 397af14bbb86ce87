import { describe, expect, it } from "vitest";
import { gramSolver } from "./gram.js";

const solve = (a: readonly number[], b: readonly number[]) => {
  const solver = gramSolver(b.length, 1e-13);
  const x = new Float64Array(b.length);
  expect(solver.factor(Float64Array.from(a))).toBe(true);
  solver.solve(x, Float64Array.from(b));
  return x;
};

describe("Gram matrices", () => {
  it("of independent vectors give the unique solution", () => {
    const x = solve([1, 0.5, 0, 0.5, 1, -0.25, 0, -0.25, 1], [2, 1.0625, 2.5]);
    expect(Array.from(x, (each) => Math.round(each * 1e13) / 1e13)).toEqual([1.5, 1, 2.75]);
  });

  it("of parallel vectors give the solution of least norm", () => {
    for (const x of solve([1, 1, 1, 1], [3, 3])) expect(x).toBeCloseTo(1.5, 13);
    const [x, y] = solve([1, 0, 0, 0], [2, 0]);
    expect([x, y]).toEqual([2, 0]);
  });

  it("of nearly parallel vectors are solved as accurately as their condition allows", () => {
    for (const gap of [1e-4, 1e-6, 1e-7, 1e-9, 1e-11]) {
      const c = 1 - gap;
      const [x, y] = solve([1, c, c, 1], [1 + 2 * c, c + 2]);
      expect(Math.abs(x - 1) + Math.abs(y - 2)).toBeLessThan(4e-16 / gap);
    }
  });

  it("that are not finite are refused", () => {
    expect(gramSolver(2, 1e-13).factor(Float64Array.from([1, Number.NaN, Number.NaN, 1]))).toBe(false);
    expect(gramSolver(1, 1e-13).factor(Float64Array.from([Number.POSITIVE_INFINITY]))).toBe(false);
  });
});
