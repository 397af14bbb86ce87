import { expect, test } from "vitest";
import { distance, load, solution } from "./gallery.js";

test("after ten periods Kepler's ellipse returns to its start within 1e-9 at rtol 1e-12, and keeps both invariants", () => {
  const { y, workspace, ledger, t } = solution(load("kepler"), { rtol: 1e-12 });
  expect(t).toBeCloseTo(20 * Math.PI, 13);
  expect(distance(y, workspace.initial)).toBeLessThan(1e-9);
  for (const { maxDeviation } of Object.values(ledger.invariants)) expect(maxDeviation).toBeLessThan(1e-13);
});
