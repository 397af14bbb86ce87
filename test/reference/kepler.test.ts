import { expect, test } from "vitest";
import { distance, load, solution } from "./gallery.js";

test("after ten periods Kepler's ellipse ends where it began: within 1e-9 at rtol 1e-12, on both invariants", () => {
  const { y, system, ledger, t } = solution(load("kepler"), { rtol: 1e-12 });
  expect(t).toBeCloseTo(20 * Math.PI, 13);
  expect(distance(y, system.initial)).toBeLessThan(1e-9);
  for (const { maxDeviation } of Object.values(ledger.invariants)) expect(maxDeviation).toBeLessThan(1e-13);
});
