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

export const euler = (): Method => rungeKutta(eulerTableau);
export const midpoint = (): Method => rungeKutta(midpointTableau);
export const rk4 = (): Method => rungeKutta(rk4Tableau);
export const bs32 = (): Method => rungeKutta(bogackiShampineTableau);
export const dopri5 = (): Method => rungeKutta(dormandPrinceTableau);
export const dop853 = (): Method => rungeKutta(dop853Tableau);

export const explicitFactories = tabledFactories(
  [eulerTableau, midpointTableau, rk4Tableau, bogackiShampineTableau, dormandPrinceTableau, dop853Tableau],
  rungeKutta,
);
