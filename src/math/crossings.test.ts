import { expect, test } from "vitest";
import { crossingsOf, mayCross } from "./crossings.js";

const parts = 4;
const sampled = (f: (x: number) => number): Float64Array =>
  Float64Array.from({ length: parts + 1 }, (_, k) => f(k / parts));

test("a parabola that dips through zero between two samples may cross, from above and below, and has both its zeros", () => {
  for (const sign of [1, -1])
    for (let lowest = 0.01; lowest < 1; lowest += 0.013) {
      const f = (x: number): number => sign * ((x - lowest) ** 2 - 1e-6);
      const samples = sampled(f);
      expect(mayCross(samples, 0, 1, parts), `lowest point at ${lowest}`).toBe(true);
      expect(crossingsOf(f, samples[0], samples[parts], parts).roots).toHaveLength(2);
    }
});

test("the square of a function that passes zero once dips to zero where that is, whatever its second and third derivatives", () => {
  const steps = Array.from({ length: 9 }, (_, k) => k / 8 - 0.5);
  let [found, all] = [0, 0];
  for (let zero = 0.15; zero < 0.85; zero += 0.017)
    for (const second of steps)
      for (const third of steps) {
        const f = (x: number): number => ((x - zero) * (1 + (x - zero) * (second + third * (x - zero)))) ** 2 - 1e-6;
        const samples = sampled(f);
        all++;
        if (!mayCross(samples, 0, 1, parts)) continue;
        const { roots } = crossingsOf(f, samples[0], samples[parts], parts);
        expect(roots).toHaveLength(2);
        for (const { theta } of roots) expect(Math.abs(f(theta))).toBeLessThan(1e-12);
        found++;
      }
  // parabolas alone miss one in six
  expect(found / all).toBeGreaterThan(0.999);
});

test("a parabola of one sign that stays above half its smallest sample may not cross, one that comes below may", () => {
  const bowl = (depth: number) => sampled((x) => depth + (x - 0.375) ** 2);
  // the smallest sample is depth + 1/64, the lowest point is depth
  expect(mayCross(bowl(0.02), 0, 1, parts)).toBe(false);
  expect(mayCross(bowl(0.01), 0, 1, parts)).toBe(true);
  expect(mayCross(bowl(10), 0, 1, parts)).toBe(false);
});

test("a missing sample does not hide a change of sign, and rows of several functions are told apart by their stride", () => {
  expect(mayCross(Float64Array.of(5, Number.NaN, 5, -5, 5), 0, 1, parts)).toBe(true);
  const two = Float64Array.from({ length: 2 * (parts + 1) }, (_, k) => (k % 2 === 0 ? 5 : k - 4));
  expect([mayCross(two, 0, 2, parts), mayCross(two, 1, 2, parts)]).toEqual([false, true]);
});
