/**
 * SETTLE: RATTLE for rigid triangles in space, such as water, with both of its sets of equations solved in closed form
 * (`settle-code.ts`). It needs neither iterations nor a tolerance. It is the same map as RATTLE, so it has order 2 and
 * is symplectic on the constraint manifold and reversible. Triangles may have any sides and masses, and points without
 * constraints move along. S. Miyamoto, P. A. Kollman, J. Comput. Chem. 13 (1992) 952, treat isosceles triangles.
 */

import { factory, type Method, methodRefuses, type Problem, type Refusal } from "../../core/index.js";
import { refuseEvaluator, refusesConstrained } from "../common/refusals.js";
import { KeptLeapfrogStepper } from "./parts/kept-leapfrog.js";
import { flatTriangle, SettledTriangles } from "./parts/settle-triangles.js";

const name = "settle";

/**
 * SETTLE, order 2, symplectic, fixed steps: for rigid triangles such as water, solved in closed form.
 *
 * @example
 * run(water, { method: settle(), step: 0.05, until: 1 });
 */
export function settle(): Method {
  return {
    name,
    order: 2,
    estimatesError: false,
    wants: "constraints",
    keeps: "positions and velocities",
    refuses: (problem) => refusesConstrained(name, problem) ?? refusesOthers(problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new KeptLeapfrogStepper(problem, new SettledTriangles(problem));
    },
  };
}

function refusesOthers({ workspace, constraints }: Problem): Refusal | undefined {
  const triangles = workspace.mechanics!.structure?.triangles;
  const rest = constraints!.m - 3 * (triangles?.count ?? 0);
  if (triangles === undefined || rest > 0) {
    return methodRefuses(name, {
      code: "structure",
      needs: "constraints that form separate rigid triangles in space",
      found: `${rest} of ${constraints!.m} in "${workspace.name}" are something else`,
      instead: `Use "rattle"`,
    });
  }
  const flat = flatTriangle(triangles);
  if (flat < 0) return undefined;
  const sides = Array.from(triangles.lengths.subarray(3 * flat, 3 * flat + 3)).join(", ");
  return methodRefuses(name, {
    code: "structure",
    needs: "triangles with an area",
    found: `one in "${workspace.name}" has the sides ${sides}`,
    instead: `Use "rattle" after correcting the lengths`,
  });
}

export const settleFactory = factory({
  name,
  about: "SETTLE, order 2, symplectic, fixed steps: for rigid triangles such as water, solved in closed form.",
  options: {},
  make: settle,
});
