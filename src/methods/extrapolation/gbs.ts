/**
 * Extrapolation of variable order and step (Gragg, Bulirsch, Stoer; Hairer, Norsett, Wanner, Solving Ordinary Differential
 * Equations I, II.9 and II.14, the codes ODEX and ODEX2). A basic method with an error in even powers of its step takes h in
 * n_1 < n_2 < … substeps, and polynomials in 1/n^2 are taken to 0 by Aitken and Neville:
 *
 *     T_{j,1} = y after n_j substeps,     T_{j,l+1} = T_{j,l} + (T_{j,l} - T_{j-1,l}) / ((n_j / n_{j-l})^2 - 1)
 *
 * T_{j,j} has order 2j, and its error estimate T_{j,j} - T_{j,j-1} is O(h^(2j-1)). The basic method is the smoothed midpoint
 * rule (`MidpointColumns`) or, for M q'' = f(t, q) with constant M, Verlet (`VerletColumns`). `ExtrapolationOrder` chooses
 * columns and steps by tolerance, and the controller's safety and limits of growth are not used; with fixed steps the order
 * is the option `order`. Explicit: h / n_j is limited for stability as the step of the basic method is.
 *
 * Dense output is the polynomial through both ends, their rates, and the derivatives in the middle, extrapolated as y is
 * (`MiddleOutput`): order 2j, without more rates than that at the end, which is the next step's first.
 */

import { factory, type Method } from "../../core/index.js";
import { refusesExplicit, refusesSecondOrder } from "../common/refusals.js";
import { MidpointColumns } from "./parts/midpoint-columns.js";
import { ExtrapolationStepper } from "./parts/stepper.js";
import { VerletColumns } from "./parts/verlet-columns.js";

export interface GbsOptions {
  /** Order when steps are fixed, even, 2 to 18. Default 8. */
  readonly order?: number;
  /** Largest order when steps follow a tolerance, even, 6 to 18. Default 18. */
  readonly maxOrder?: number;
  /** Part of the tolerance that the error estimate of a step may reach, above 0, at most 1; 1: as ODEX. Default 0.1. */
  readonly part?: number;
  /** Dense output. Without it the midpoint rule takes n_j = 2, 4, 6, …, about a tenth fewer rates. Default true. */
  readonly dense?: boolean;
  /** What is extrapolated; "auto": Verlet where forces do not depend on v, otherwise the midpoint rule. Default "auto". */
  readonly base?: "auto" | "midpoint" | "verlet";
}

const name = "gbs";
/** Orders above 2. */
const higher = [4, 6, 8, 10, 12, 14, 16, 18];

export const gbsFactory = factory({
  name,
  about: "Extrapolation of orders 4 to 18 (as ODEX): long steps for smooth problems, best to many digits.",
  options: {
    order: { type: "choice", of: [2, ...higher], about: "Order when steps are fixed, even.", default: 8 },
    maxOrder: {
      type: "choice",
      of: higher.slice(1),
      about: "Largest order when steps follow a tolerance, even, at most 18.",
      default: 18,
    },
    part: {
      type: "number",
      above: 0,
      to: 1,
      about: "Part of the tolerance that an error estimate may reach; 1 is as ODEX.",
      default: 0.1,
    },
    dense: {
      type: "boolean",
      about: "States inside steps; without them about a tenth fewer rates are needed.",
      default: true,
    },
    base: {
      type: "choice",
      of: ["auto", "midpoint", "verlet"],
      about: `What is extrapolated: "midpoint", "verlet", or "auto", which takes Verlet where it can.`,
      default: "auto",
    },
  },
  make({ order, maxOrder, part, dense, base }): Method {
    const columns = Math.max(order, maxOrder) / 2;
    return {
      name,
      order,
      estimatesError: true,
      wants: "rates",
      refuses(problem) {
        const refusal = refusesExplicit(name, problem);
        return refusal === undefined && base === "verlet" ? refusesSecondOrder(name, problem) : refusal;
      },
      bind(problem, evaluator) {
        const byVerlet =
          base !== "midpoint" && evaluator === undefined && refusesSecondOrder(name, problem) === undefined;
        const extrapolated = byVerlet
          ? new VerletColumns(problem, columns, dense)
          : new MidpointColumns(problem, evaluator, columns, dense);
        return new ExtrapolationStepper(problem, extrapolated, order / 2, part, dense);
      },
    };
  },
});

export function gbs(options: GbsOptions = {}): Method {
  return gbsFactory.make(options);
}
