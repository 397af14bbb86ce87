/** Work on the standard stiff problems; errors against tolerances are in test/problems/tolerance.test.ts. */

import { expect, test } from "vitest";
import { solver } from "../../../test/problems/solved.js";
import { stiffProblems } from "../../../test/problems/stiff.js";
import { bdf } from "../bdf.js";

/** Evaluations of F by SciPy 1.17's BDF at the same tolerances, with errors larger than ours or equal. */
test.each([
  ["van der Pol 1e6", 1e-4, 1786],
  ["van der Pol 1e6", 1e-6, 3775],
  ["Robertson to 1e11", 1e-4, 1258],
  ["Robertson to 1e11", 1e-6, 2468],
  ["HIRES", 1e-4, 432],
  ["HIRES", 1e-6, 795],
  ["Oregonator", 1e-6, 3953],
  ["Oregonator", 1e-8, 8782],
  ["damped stiff pendulum", 1e-6, 6662],
])("bdf on %s at %d takes no more evaluations than SciPy's BDF, %d", (name, rtol, evaluations) => {
  const { work } = solver(stiffProblems.find((problem) => problem.name === name)!)(bdf(), rtol);
  expect(work.forces).toBeLessThanOrEqual(evaluations);
});
