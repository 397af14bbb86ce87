/**
 * Radau IIA with three stages: order 5, L-stable, stiffly accurate, with error control. E. Hairer, G. Wanner, Solving
 * Ordinary Differential Equations II, IV.5 (method), IV.8 (Newton, estimate, steps: the code RADAU5).
 *
 * A problem with a complete right-hand side is solved directly. Constraints that are left to the method (formulation
 * "rigid") are imposed on the stages, and `index` says at which level. Orders of q, v and the method's own lambda
 * (`Stepper.multipliers`) are those of Hairer, Lubich, Roche, The Numerical Solution of Differential-Algebraic Systems
 * by Runge-Kutta Methods, Lecture Notes in Mathematics 1409 (1989):
 *
 *     1   accelerations, G a + c = 0      5 5 5    positions and velocities drift, as those of "underlying"
 *     2   velocities, G v + g_t = 0       5 5 3    positions drift, unless `keepPositions` (default) imposes them too
 *     3   positions, g = 0                5 3 2    velocities leave the manifold by O(h^3); projected onto it: order 5
 *
 * In index 3, where errors of v are of lower order, the estimate multiplies them by h. Errors of lambda are never
 * included.
 */

import { factory, type Method, methodRefuses, type Problem, type Refusal } from "../../core/index.js";
import { inRotations } from "../common/in-rotations.js";
import { refuseEvaluator } from "../common/refusals.js";
import { AlgebraicSystem } from "./parts/algebraic-system.js";
import { ConstrainedSystem } from "./parts/constrained-system.js";
import { OdeSystem } from "./parts/ode-system.js";
import { RadauStepper } from "./parts/radau-stepper.js";
import { SecondOrderSystem } from "./parts/second-order-system.js";
import type { StageSystem } from "./parts/stage-system.js";
import { UnderlyingSystem } from "./parts/underlying-system.js";

/** Options of `radau5`. */
export interface Radau5Options {
  /** Level at which constraints left to the method are imposed: 1 accelerations, 2 velocities, 3 positions. Default 2. */
  readonly index?: 1 | 2 | 3;
  /** With index 2: impose the positions too (Gear, Gupta and Leimkuhler). Default true. */
  readonly keepPositions?: boolean;
  /** The largest number of Newton iterations in a step with error control. Default 7. */
  readonly iterations?: number;
}

const name = "radau5";
/**
 * Bodies of systems of up to this many unknowns are stepped as rotations, whose Jacobian is taken by differences. In
 * larger ones those cost more than the steps they save, and directors have exact, sparse derivatives.
 */
const rotationsUpTo = 64;

export const radau5Factory = factory({
  name,
  about:
    "Radau IIA of order 5 with error control, for stiff equations and for constraints kept at a level of your choice.",
  options: {
    index: {
      type: "choice",
      of: [1, 2, 3],
      about:
        "Level at which the method imposes the constraints that are left to it: 1 accelerations, 2 velocities, 3 positions.",
      default: 2,
    },
    keepPositions: { type: "boolean", about: "With index 2, impose the positions too.", default: true },
    iterations: {
      type: "integer",
      from: 2,
      about: "Largest number of Newton iterations in a step with error control.",
      default: 7,
    },
  },
  make({ index, keepPositions, iterations }): Method {
    const bindSystem = (problem: Problem): StageSystem => {
      if (problem.rate !== undefined) return withRates(problem);
      if (problem.algebraic !== undefined) return new AlgebraicSystem(problem);
      if (index === 1) return new UnderlyingSystem(problem);
      if (index === 3) return new ConstrainedSystem(problem, "positions");
      return new ConstrainedSystem(problem, keepPositions ? "both" : "velocities");
    };
    return {
      name,
      order: 5,
      estimatesError: true,
      damps: true,
      wants: "rates",
      solvesVariables: true,
      refuses: refusal,
      bind(problem, evaluator) {
        refuseEvaluator(name, evaluator);
        const bind = (inner: Problem) => new RadauStepper(bindSystem(inner), inner, iterations);
        const turns = problem.rate !== undefined && problem.dimension <= rotationsUpTo;
        return turns ? inRotations(problem, undefined, bind) : bind(problem);
      },
    };
  },
});

/**
 * Radau IIA of order 5 with error control: for stiff equations, and for constraints that the method keeps at a level of
 * your choice.
 *
 * @example
 * run(pendulum, { formulation: rigid(), method: radau5({ index: 3 }), rtol: 1e-8, until: 10 });
 */
export function radau5(options: Radau5Options = {}): Method {
  return radau5Factory.make(options);
}

/** The stage system of a problem with a complete right-hand side, chosen by the structure of that side. */
function withRates(problem: Problem): StageSystem {
  const { secondOrder, manifold, workspace } = problem;
  const jacobian = problem.rate?.jacobian?.();
  if (secondOrder !== undefined && jacobian !== undefined) return new SecondOrderSystem(problem, jacobian);
  // the multipliers were eliminated
  const isUnderlying = secondOrder === undefined && manifold?.constraints !== undefined && jacobian === undefined;
  const isAlone = workspace.coupled === undefined;
  if (isUnderlying && isAlone && workspace.mechanics?.derivatives.force("soft") !== undefined)
    return new UnderlyingSystem(problem);
  return new OdeSystem(problem);
}

function refusal({ rate, secondOrder, constraints, algebraic, workspace }: Problem): Refusal | undefined {
  if (rate !== undefined || algebraic !== undefined) return undefined;
  if (secondOrder === undefined || constraints === undefined) {
    return methodRefuses(name, {
      code: "needs-rate",
      needs: "a right-hand side or constraints with forces",
      found: `"${workspace.name}" has neither`,
      instead: `Use formulation "underlying"`,
    });
  }
  const { mechanics } = secondOrder;
  if (mechanics.derivatives.force("soft") === undefined) {
    return methodRefuses(name, {
      code: "needs-derivatives",
      needs: "the derivatives of the forces to keep constraints",
      found: `"${workspace.name}" has a force that is a function`,
      instead: `Use formulation "underlying"`,
    });
  }
  return undefined;
}
