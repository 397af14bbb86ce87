/** Work on the standard stiff problems; errors against tolerances are in test/problems/tolerance.test.ts. */

import { expect, test } from "vitest";
import { solver } from "../../../../test/problems/solved.js";
import { stiffProblems } from "../../../../test/problems/stiff.js";
import { bdf } from "../../multistep/bdf.js";

/**
 * Evaluations of F by SciPy 1.17's BDF with the exact Jacobian, and its error; `npm run bench function-counts` prints
 * all of them.
 */
test.each([
  ["van der Pol 1e6", 1e-4, 1786, 4.8e-4],
  ["van der Pol 1e6", 1e-6, 3775, 6.4e-6],
  ["Robertson to 1e11", 1e-6, 2468, 2.8e-6],
  ["Robertson to 1e11", 1e-8, 5357, 7.1e-8],
  ["HIRES", 1e-4, 432, 1.5e-3],
  ["HIRES", 1e-6, 795, 1.6e-5],
])(
  "bdf on %s at %d: as many evaluations as SciPy's %d to a few per cent, and a smaller error than its %d",
  (name, rtol, evaluations, theirs) => {
    const { work, error } = solver(stiffProblems.find((problem) => problem.name === name)!)(bdf(), rtol);
    expect(error * rtol).toBeLessThan(theirs);
    expect(work.forces).toBeLessThan(1.05 * evaluations);
  },
);
