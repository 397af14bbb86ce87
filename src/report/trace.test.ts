import { expect, test } from "vitest";
import { curvePath, round, sample, tracePath } from "./trace.js";

const same = (value: number) => value;

test("a peak of one sample in a million is drawn, in a path of a few kilobytes", () => {
  const n = 1_000_000;
  const x = Float64Array.from({ length: n }, (_, i) => (500 * i) / n);
  const y = new Float64Array(n);
  y[654_321] = -123.4;
  const d = tracePath(x, y, same, same);
  expect(d).toContain("-123.4");
  expect(d.length).toBeLessThan(8000);
});

test("an oscillation faster than the columns keeps its full height in every column", () => {
  const n = 100_000;
  const x = Float64Array.from({ length: n }, (_, i) => (100 * i) / n);
  const y = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -50 : 50));
  expect(tracePath(x, y, same, same).match(/l\S+ -?100/g)?.length).toBeGreaterThanOrEqual(100);
});

test("values that are NaN leave gaps, and a point between two gaps is a dot", () => {
  const x = [0, 10, 20, 30, 40, 50];
  const y = [1, 2, Number.NaN, 3, Number.NaN, 4];
  expect(tracePath(x, y, same, same)).toBe("M0 1l10 1M30 3h0M50 4h0");
});

test("relative steps in tenths add up without drift", () => {
  const x = Array.from({ length: 1000 }, (_, i) => 1.037 * i);
  const d = tracePath(x, x, same, same);
  const steps = [...d.matchAll(/[Ml](-?[\d.]+) /g)].map((m) => Number(m[1]));
  const end = steps.reduce((sum, dx) => sum + dx, 0);
  expect(Math.abs(end - 1.037 * 999)).toBeLessThan(0.06); // half a tenth, plus the rounding of the sum
});

test("nothing to draw gives no path", () => {
  expect(tracePath([], [], same, same)).toBe("");
  expect(tracePath([1], [Number.NaN], same, same)).toBe("");
});

test("curves leave out points that are too close to each other, but keep the last point", () => {
  const x = [0, 0.1, 1.2, 5, 5.1];
  expect(curvePath(x, [0], same, same)).toBe("M0 0l5 0l.1 0");
  expect(curvePath([0, 0.1, Number.NaN, 9], [0], same, same)).toBe("M0 0l.1 0M9 0h0");
});

test("a short column keeps its last value", () => {
  expect([sample([7], 5), sample([1, 2], 1)]).toEqual([7, 2]);
  expect(sample([], 0)).toBeNaN();
});

test("coordinates are rounded to tenths, without a leading zero", () => {
  expect([0.04, 0.26, -0.26, 12, -3.55].map(round)).toEqual(["0", ".3", "-.3", "12", "-3.5"]);
});
