/** The named explicit Runge–Kutta methods, which have no options. */

import type { Method } from "../../core/index.js";
import { tabledFactories } from "../common/tabled.js";
import { rungeKutta } from "./runge-kutta.js";
import { bogackiShampineTableau } from "./tableaus/bogacki-shampine.js";
import { dop853Tableau } from "./tableaus/dop853.js";
import { dormandPrinceTableau } from "./tableaus/dormand-prince.js";
import { eulerTableau } from "./tableaus/euler.js";
import { midpointTableau } from "./tableaus/midpoint.js";
import { rk4Tableau } from "./tableaus/rk4.js";

/**
 * Euler's method, order 1, fixed steps: the simplest method; for comparison, not for results.
 *
 * @example
 * run(springs, { method: euler(), step: 1e-3, until: 1 });
 */
export const euler = (): Method => rungeKutta(eulerTableau);

/**
 * The explicit midpoint rule, order 2, fixed steps.
 *
 * @example
 * run(springs, { method: midpoint(), step: 1e-3, until: 1 });
 */
export const midpoint = (): Method => rungeKutta(midpointTableau);

/**
 * The classical Runge–Kutta method, order 4, fixed steps.
 *
 * @example
 * run(pendulum, { method: rk4(), step: 0.01, until: 10 });
 */
export const rk4 = (): Method => rungeKutta(rk4Tableau);

/**
 * Bogacki–Shampine 3(2), error-controlled: for loose tolerances (1e-2 to 1e-4) and rough forces.
 *
 * @example
 * run(pendulum, { method: bs32(), rtol: 1e-3, until: 10 });
 */
export const bs32 = (): Method => rungeKutta(bogackiShampineTableau);

/**
 * Dormand–Prince 5(4), error-controlled: the workhorse for tolerances from 1e-3 to 1e-7.
 *
 * @example
 * run(pendulum, { method: dopri5(), rtol: 1e-6, until: 10 });
 */
export const dopri5 = (): Method => rungeKutta(dormandPrinceTableau);

/**
 * Dormand–Prince 8(5,3), error-controlled: for tolerances from 1e-6 to 1e-14 and smooth forces.
 *
 * @example
 * run(pendulum, { method: dop853(), rtol: 1e-10, until: 10 });
 */
export const dop853 = (): Method => rungeKutta(dop853Tableau);

export const explicitFactories = tabledFactories(
  [eulerTableau, midpointTableau, rk4Tableau, bogackiShampineTableau, dormandPrinceTableau, dop853Tableau],
  rungeKutta,
);
