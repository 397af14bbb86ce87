import { expect, test } from "vitest";
import { errorControlled } from "../controllers/index.js";
import type { Status } from "../core/index.js";
import { firstStep } from "./first-step.js";

type Rhs = (dy: Float64Array, t: number, y: Float64Array) => void;

const step = (f: Rhs, y0: number[], { tol = 1e-6, span = 100, order = 5, maxStep = 1e9 } = {}): number => {
  const n = y0.length;
  const y = Float64Array.from(y0);
  const rate = (dy: Float64Array, t: number, at: Float64Array): Status => {
    f(dy, t, at);
    return "ok";
  };
  const f0 = new Float64Array(n);
  rate(f0, 0, y);
  const s = { t: 0, y, q: y.subarray(0, 0), v: y.subarray(0, 0) };
  const pacer = errorControlled({ rtol: tol, atol: tol, maxStep }).bind(n);
  return firstStep(rate, pacer, order, span, s, f0, new Float64Array(n), new Float64Array(n));
};
const oscillator =
  (omega: number): Rhs =>
  (dy, _t, y) => {
    dy[0] = omega * y[1];
    dy[1] = -omega * y[0];
  };

test("the first step is a small but not a tiny part of the fastest period", () => {
  for (const omega of [1e-3, 1, 1e3, 1e6]) {
    const part = omega * step(oscillator(omega), [1, 0], { span: 1e6 });
    expect(part).toBeLessThan(1);
    expect(part).toBeGreaterThan(1e-4);
  }
});

test("the first step follows the tolerance with the power of the method", () => {
  const ratio = step(oscillator(1), [1, 0], { tol: 1e-3 }) / step(oscillator(1), [1, 0], { tol: 1e-8 });
  expect(ratio).toBeGreaterThan(5);
  expect(ratio).toBeLessThan(30);
});

test("the first step is positive, finite and no longer than the run or the longest step, for any start", () => {
  const starts: [Rhs, number[]][] = [
    [oscillator(1), [0, 0]],
    [(dy) => dy.fill(0), [1]],
    [(dy) => dy.fill(1e300), [1]],
    [(dy, _t, y) => dy.fill(Math.sqrt(1 - y[0])), [1]],
  ];
  for (const [f, y0] of starts) {
    for (const span of [100, -1e-3]) {
      const h = step(f, y0, { span, maxStep: 10 });
      expect(h).toBeGreaterThan(0);
      expect(h).toBeLessThanOrEqual(Math.min(10, Math.abs(span)));
    }
  }
});
