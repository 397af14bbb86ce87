import { expect, test } from "vitest";
import { distance, frequency, halfRange, harmonics, largest, pointDistance, polar, slowMean } from "./signals.js";

const times = (until: number, count: number) => Float64Array.from({ length: count + 1 }, (_, k) => (k * until) / count);

test("sizes and distances are the largest values of the samples", () => {
  expect(largest([1, -3, 2])).toBe(3);
  expect(distance([1, 2], [1, 5])).toBe(3);
  expect(pointDistance([[0, 3], [0, 4]], [[0, 0], [0, 0]])).toBe(5); // biome-ignore format: columns x and y
  expect(halfRange([2, -4, 1])).toBe(3);
});

test("the slow mean removes an oscillation of any phase to rounding", () => {
  const t = times(1, 1200);
  for (const phase of [0, 1, 2]) {
    const samples = t.map((time) => 0.25 + Math.cos(2 * Math.PI * 57.3 * time + phase));
    // 57 periods: (3.5/57)^13 is below rounding
    expect(slowMean(samples)).toBeCloseTo(0.25, 14);
  }
});

test("the frequency is counted from crossings of the centre", () => {
  const t = times(10, 4000);
  const samples = t.map((time) => 3 + 0.1 * Math.sin(20 * time + 1));
  // linear interpolation between 60 samples per period
  expect(frequency(t, samples, 3)).toBeCloseTo(20, 3);
});

test("harmonics finds the coefficients for given frequencies", () => {
  const t = times(10, 300);
  const samples = t.map((time) => 2 * Math.cos(time) - Math.sin(time) + 0.5 * Math.sin(7 * time));
  const expected = [2, -1, 0, 0.5];
  harmonics(t, samples, [1, 7]).forEach((value, k) => {
    expect(value).toBeCloseTo(expected[k], 13);
  });
});

test("harmonics refuses frequencies that cannot be told apart", () => {
  const t = times(10, 300);
  expect(() => harmonics(t, t, [1, 1])).toThrow("cannot be told apart");
});

test("polar coordinates of a spiral, the angle continued through pi", () => {
  const t = times(10, 100);
  const r = t.map((time) => 1 + 0.1 * time);
  const cos = t.map((time) => Math.cos(2 * time));
  const sin = t.map((time) => Math.sin(2 * time));
  const found = polar(
    t.map((_, k) => r[k] * cos[k]),
    t.map((_, k) => r[k] * sin[k]),
    t.map((_, k) => 0.1 * cos[k] - 2 * r[k] * sin[k]),
    t.map((_, k) => 0.1 * sin[k] + 2 * r[k] * cos[k]),
  );
  const last = t.length - 1;
  expect(found.r[last]).toBeCloseTo(2, 14);
  expect(found.phi[last]).toBeCloseTo(20, 13);
  expect(found.rdot[last]).toBeCloseTo(0.1, 13);
  expect(found.phidot[last]).toBeCloseTo(2, 13);
  expect(found.areal[last]).toBeCloseTo(4, 13);
});
