/**
 * Adams PECE of variable step and order (Shampine, Gordon, Computer Solution of Ordinary Differential Equations, 1975;
 * the choices of step and order as in ode113, Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997) 1). With the modified
 * divided differences phi_i of the last rates (`AdamsDifferences`) and what depends on the lengths of steps alone
 * (`AdamsGrid`):
 *
 *     P   p = y_n + h sum_{i=1}^k g_i beta_i phi_i          the polynomial through k rates, integrated
 *     E   delta = F(t_{n+1}, p) - P_1,   P_i = beta_i phi_i + P_{i+1}, the differences of that polynomial at t_{n+1}
 *     C   y_{n+1} = p + h g_{k+1} delta                     order k + 1: local extrapolation
 *     E   phi_i(n+1) = P_i + F(t_{n+1}, y_{n+1}) - P_1
 *
 * The error estimate is that of order k, |h (g_k - g_{k+1}) delta|; those of the orders around k choose the next order
 * (`AdamsOrder`). The method takes two rates per step and one per rejection. It does not use the controller's safety
 * factor and limits of growth.
 *
 * The history holds rates only, so a state that was moved (Gear section 4) costs nothing: the second E is postponed
 * until the next step or its length is requested, and is then made at the moved state. Order, step and error estimates
 * are not affected. With an evaluator every rate is taken at the projection of its stage, and the step leaves from the
 * projection of its start. Dense output is the integrated polynomial through k rates and F(p), order k + 1; it joins
 * both ends.
 */

import { factory, type Method } from "../../core/index.js";
import { inRotations } from "../../rotations/rotation-stepper.js";
import { refusesExplicit } from "../common/refusals.js";
import { AdamsStepper } from "./parts/adams-stepper.js";

/** Options of `adams`. */
export interface AdamsOptions {
  /** The largest order of the predictor, 1 to 12; the corrector's order is one higher. Default 12. */
  readonly maxOrder?: number;
  /** The fraction of the tolerance that the error estimate of a step may reach, above 0 and at most 1; ode113 uses 1.
   * Default 0.1. */
  readonly part?: number;
}

const name = "adams";

export const adamsFactory = factory({
  name,
  about: "Adams PECE of orders 1 to 13 with variable steps (as in ode113): for smooth problems with expensive rates.",
  options: {
    maxOrder: {
      type: "integer",
      from: 1,
      to: 12,
      about: "Largest order of the predictor, 1 to 12; the corrector's order is one higher.",
      default: 12,
    },
    part: {
      type: "number",
      above: 0,
      to: 1,
      about: "Fraction of the tolerance that an error estimate may reach; ode113 uses 1.",
      default: 0.1,
    },
  },
  make: ({ maxOrder, part }): Method => ({
    name,
    order: maxOrder + 1,
    estimatesError: true,
    wants: "rates",
    needsTolerance: true,
    refuses: (problem) => refusesExplicit(name, problem),
    bind: (problem, evaluator) =>
      inRotations(problem, evaluator, (given) => new AdamsStepper(given, evaluator, maxOrder, part)),
  }),
});

/**
 * Adams PECE of orders 1 to 13 with variable steps (as in ode113): for smooth problems with expensive rates.
 *
 * @example
 * run(pendulum, { method: adams(), rtol: 1e-9, until: 10 });
 */
export function adams(options: AdamsOptions = {}): Method {
  return adamsFactory.make(options);
}
