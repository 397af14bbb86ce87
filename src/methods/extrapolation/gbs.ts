/**
 * Extrapolation of variable order and step (Gragg, Bulirsch, Stoer; Hairer, Norsett, Wanner, Solving Ordinary
 * Differential Equations I, II.9 and II.14, the codes ODEX and ODEX2). A basic method with an error in even powers of
 * its step takes h in n_1 < n_2 < … substeps, and polynomials in 1/n^2 are extrapolated to 0 by Aitken and Neville:
 *
 *     T_{j,1} = y after n_j substeps,     T_{j,l+1} = T_{j,l} + (T_{j,l} - T_{j-1,l}) / ((n_j / n_{j-l})^2 - 1)
 *
 * T_{j,j} has order 2j, and its error estimate T_{j,j} - T_{j,j-1} is O(h^(2j-1)). The basic method is the smoothed
 * midpoint rule (`MidpointColumns`) or, for M q'' = f(t, q) with constant M, Verlet (`VerletColumns`).
 * `ExtrapolationOrder` chooses columns and steps by tolerance, without the controller's safety factor and limits of
 * growth; with fixed steps the order is the option `order`. The method is explicit: stability limits h / n_j as it
 * limits the step of the basic method.
 *
 * Dense output is the polynomial through both ends, their rates, and the derivatives in the middle, extrapolated as y
 * is (`MiddleOutput`). It has order 2j and needs only the rate at the end, which is the next step's first. Steps of high
 * order are long, and where the estimated error of the polynomial exceeds the tolerance, the step is taken once more in
 * pieces (`FinerOutput`). ODEX rejects such steps; here the steps do not depend on what is saved.
 */

import { factory, type Method } from "../../core/index.js";
import { inRotations } from "../common/in-rotations.js";
import { refusesExplicit, refusesSecondOrder } from "../common/refusals.js";
import { MidpointColumns } from "./parts/midpoint-columns.js";
import { ExtrapolationStepper } from "./parts/stepper.js";
import { VerletColumns } from "./parts/verlet-columns.js";

/** Options of `gbs`. */
export interface GbsOptions {
  /** The order when steps are fixed, even, 2 to 18. Default 8. */
  readonly order?: number;
  /** The largest order when steps follow a tolerance, even, 6 to 18. Default 18. */
  readonly maxOrder?: number;
  /** The fraction of the tolerance that the error estimate of a step may reach, above 0 and at most 1; ODEX uses 1.
   * Default 0.1. */
  readonly part?: number;
  /** Whether there is dense output. Without it the midpoint rule takes n_j = 2, 4, 6, …, which needs about a tenth
   * fewer rates. Default true. */
  readonly dense?: boolean;
  /** The basic method that is extrapolated. "auto" takes Verlet if forces do not depend on v, otherwise the midpoint
   * rule. Default "auto". */
  readonly base?: "auto" | "midpoint" | "verlet";
}

const name = "gbs";
/** Orders above 2. */
const higher = [4, 6, 8, 10, 12, 14, 16, 18];

export const gbsFactory = factory({
  name,
  about: "Extrapolation of orders 4 to 18 (as in ODEX): takes long steps on smooth problems; best for high accuracy.",
  options: {
    order: { type: "choice", of: [2, ...higher], about: "Order when steps are fixed; must be even.", default: 8 },
    maxOrder: {
      type: "choice",
      of: higher.slice(1),
      about: "Largest order when steps follow a tolerance; must be even and at most 18.",
      default: 18,
    },
    part: {
      type: "number",
      above: 0,
      to: 1,
      about: "Fraction of the tolerance that an error estimate may reach; ODEX uses 1.",
      default: 0.1,
    },
    dense: {
      type: "boolean",
      about: "Provide states inside steps. Without them the method needs about a tenth fewer rates.",
      default: true,
    },
    base: {
      type: "choice",
      of: ["auto", "midpoint", "verlet"],
      about: `Basic method that is extrapolated: "midpoint", "verlet", or "auto", which takes Verlet if forces do not depend on v.`,
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
        return inRotations(problem, evaluator, (given) => {
          const extrapolated = byVerlet
            ? new VerletColumns(given, columns, dense)
            : new MidpointColumns(given, evaluator, columns, dense);
          return new ExtrapolationStepper(given, extrapolated, order / 2, part, dense);
        });
      },
    };
  },
});

/**
 * Extrapolation of orders 4 to 18 (as in ODEX): takes long steps on smooth problems, and is best for high accuracy.
 *
 * @example
 * run(pendulum, { method: gbs(), rtol: 1e-12, until: 10 });
 */
export function gbs(options: GbsOptions = {}): Method {
  return gbsFactory.make(options);
}
