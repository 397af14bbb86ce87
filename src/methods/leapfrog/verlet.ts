/**
 * Velocity Verlet for M q'' = f(t, q), M constant:
 *
 *     v_h = v_0 + h/2 M^-1 f(t_0, q_0),   q_1 = q_0 + h v_h,   v_1 = v_h + h/2 M^-1 f(t_1, q_1)
 *
 * Order 2, symplectic, reversible, stable for h omega < 2. It takes one force per step, because the force at the end is
 * the first of the next step. L. Verlet, Phys. Rev. 159 (1967) 98; W. C. Swope et al., J. Chem. Phys. 76 (1982) 637.
 */

import { factory, type Method } from "../../core/index.js";
import { refuseEvaluator, refusesUnconstrained } from "../common/refusals.js";
import { accelerationCalls, ForcesAt } from "./parts/forces-at.js";
import { LeapfrogStepper } from "./parts/leapfrog.js";

const name = "verlet";

/**
 * Velocity Verlet, order 2, symplectic, fixed steps: for forces that depend on positions only, without constraints.
 *
 * @example
 * run(springs, { method: verlet(), step: 0.01, until: 10 });
 */
export function verlet(): Method {
  return {
    name,
    order: 2,
    estimatesError: false,
    wants: "forces",
    kicksAndDrifts: true,
    stability: { real: 0, imaginary: 2 },
    refuses: (problem) => refusesUnconstrained(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new LeapfrogStepper(problem, (p) => new ForcesAt(p), false, accelerationCalls(problem));
    },
  };
}

export const verletFactory = factory({
  name,
  about:
    "Velocity Verlet, order 2, symplectic, fixed steps: for forces that depend on positions only, without constraints.",
  options: {},
  make: verlet,
});
