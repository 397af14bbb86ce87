/**
 * Backward differentiation formulas of order k = 1 to 5 and their numerical differentiation variants (NDF), in
 * quasi-constant-step form (Shampine, Reichelt, The MATLAB ODE Suite, SIAM J. Sci. Comput. 18, 1997, sec. 2;
 * Klopfenstein 1971 for order 2): with gamma_k = 1 + 1/2 + ... + 1/k and the predicted y* = D_0 + ... + D_k,
 *
 *     y = y* + d,     (1 - kappa) gamma_k d + sum_(j=1..k) gamma_j D_j = h F(t + h, y),     error = (kappa gamma_k + 1/(k+1)) d
 *
 * A(alpha)-stable with alpha = 90, 90, 80, 66, 51 degrees (NDF) and 90, 90, 86, 73, 51 (BDF), L-stable at orders 1 and
 * 2. NDF takes steps longer by 26, 26, 26, 12 and 0 per cent at equal error.
 *
 * The estimate is held to 4 rtol^(6/5), which is rtol at 1e-3 and a quarter of it at 1e-6, so that errors at the end
 * are proportional to rtol where the order is 5 (`calibrated.ts`). Order and step change together, after k + 2 equal
 * steps or when a step fails. With fixed steps the order is `maxOrder` throughout, and the first steps are Gauss
 * collocation of order
 * 6. When the accepted state is moved (by a projection or an event), the history moves along with it and the differences stay. After a move of more than ten tolerances the method starts again at order 1.
 */

import { factory, type Method } from "../../core/index.js";
import { inRotations } from "../../rotations/rotation-stepper.js";
import { refuseEvaluator, refusesImplicit } from "../common/refusals.js";
import { BdfStepper } from "./parts/bdf-stepper.js";

/** Options of `bdf`. */
export interface BdfOptions {
  /** Numerical differentiation formulas, or plain BDF. Default true. */
  readonly ndf?: boolean;
  /** The highest order, 1 to 5, which is the order of every step when steps are fixed. Default 5. */
  readonly maxOrder?: number;
}

const name = "bdf";

export const bdfFactory = factory({
  name,
  about:
    "Backward differentiation of variable order 1 to 5 and variable step: for stiff problems, including large ones.",
  options: {
    ndf: {
      type: "boolean",
      about: "Use numerical differentiation formulas, which take longer steps than plain BDF.",
      default: true,
    },
    maxOrder: {
      type: "integer",
      from: 1,
      to: 5,
      about: "Highest order, 1 to 5, which is the order of all steps when they are fixed.",
      default: 5,
    },
  },
  make: ({ ndf, maxOrder }): Method => ({
    name,
    order: maxOrder,
    estimatesError: true,
    damps: true,
    wants: "rates",
    refuses: (problem) => refusesImplicit(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return inRotations(problem, evaluator, (given) => new BdfStepper(given, ndf, maxOrder));
    },
  }),
});

/**
 * Backward differentiation of variable order 1 to 5 and variable step: for stiff problems, including large ones.
 *
 * @example
 * run(springs, { method: bdf({ maxOrder: 2 }), rtol: 1e-4, until: 10 });
 */
export function bdf(options: BdfOptions = {}): Method {
  return bdfFactory.make(options);
}
