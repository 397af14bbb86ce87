import { expect, test } from "vitest";
import { firstOrder } from "../../test/fixtures/systems.js";
import { newState } from "../core/index.js";
import { ode } from "../formulations/index.js";
import { type InnerEulerOptions, innerEuler } from "./inner-euler.js";

/** Where one application moves y = 0 under y' = rate(t). */
function moved(rate: (t: number) => number, options: InnerEulerOptions): number {
  const problem = ode().apply(
    firstOrder(
      (dy, t) => {
        dy[0] = rate(t);
      },
      [0],
    ),
  );
  const s = newState(problem.arena, 1, 0);
  s.t = 0;
  s.y[0] = 0;
  expect(innerEuler(options).bind(problem).apply(s)).toBe("ok");
  return s.y[0];
}

test("at a constant rate every level has its length: `steps` steps of the slowest move by steps / beta", () => {
  for (const rates of [[10], [100, 10], [1000, 100, 10]])
    for (const steps of [1, 2, 3]) {
      expect(moved(() => 7, { rates, steps, keepTime: false })).toBeCloseTo((7 * steps) / 10, 13);
      // moved back along the final rate, which is the same
      expect(moved(() => 7, { rates, steps })).toBeCloseTo(0, 13);
    }
});

test("the levels advance the time at which rates are evaluated", () => {
  // y' = t with two steps of two levels: inner steps at 0, .01, .02, the chord of the last to .1; then the same from there
  const first = 0.01 * (0 + 0.01 + 0.02) + 0.07 * 0.02;
  const second = 0.01 * (0.1 + 0.11 + 0.12) + 0.07 * 0.12;
  expect(moved((t) => t, { rates: [100, 10], steps: 2, keepTime: false })).toBeCloseTo(first + second, 13);
});
