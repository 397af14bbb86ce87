/**
 * The trapezoidal rule and TR-BDF2, implicit Runge–Kutta methods whose first stage is the rate k_0 at the start of the
 * step and whose other stages share one matrix I - h d J. Rates come from the solved equations, not from F, so that
 * errors of the iteration are not multiplied by J; the last one begins the next step. Dense output is the cubic of
 * Hermite.
 *
 * `implicit-euler`: y_1 = y_0 + h k_1, with fixed steps. Order 1, L-stable.
 *
 * `trapezoidal` (ode23t): y_1 = y_0 + h (k_0 + k_1) / 2. Order 2, A-stable, without damping, so stiff oscillations keep
 * ringing. Its error, h^3 y''' / 12, is estimated from the rates of this step and the last one (in the first step from
 * the rate in the middle).
 *
 * `tr-bdf2` (ode23tb; Bank et al., IEEE Trans. CAD 4, 1985; Hosea, Shampine, Appl. Numer. Math. 20, 1996): the
 * trapezoidal rule to t + (2 - sqrt 2) h, then BDF2. Order 2, L-stable; error by an embedded formula of order 3.
 *
 * Error estimates are multiplied by (I - h d J)^-1, which keeps stiff components from dominating them, and held to 5
 * rtol^(3/2), which makes the error at the end proportional to rtol (`calibrated.ts`). A step that could grow by less
 * than a fifth keeps its length, so that its matrix can be reused.
 */

import type { Method } from "../../core/index.js";
import { inRotations } from "../../rotations/rotation-stepper.js";
import { implicitMethod, tabledFactories } from "../common/tabled.js";
import { EsdirkStepper } from "./parts/esdirk-stepper.js";
import { type EsdirkTable, implicitEulerTable, trapezoidalTable, trBdf2Table } from "./parts/trapezoidal-tables.js";

/**
 * Backward Euler with fixed steps, order 1, L-stable: the simplest stiff solver, for comparison.
 *
 * @example
 * run(springs, { method: implicitEuler(), step: 0.01, until: 1 });
 */
export const implicitEuler = (): Method => esdirk(implicitEulerTable);

/**
 * The trapezoidal rule with error control (ode23t), order 2: for moderately stiff problems without damping.
 *
 * @example
 * run(springs, { method: trapezoidal(), rtol: 1e-3, until: 10 });
 */
export const trapezoidal = (): Method => esdirk(trapezoidalTable);

/**
 * The trapezoidal rule, then BDF2, with error control (ode23tb), order 2, L-stable: for stiff problems at low accuracy.
 *
 * @example
 * run(springs, { method: trBdf2(), rtol: 1e-3, until: 10 });
 */
export const trBdf2 = (): Method => esdirk(trBdf2Table);

const esdirk = (table: EsdirkTable): Method =>
  implicitMethod(table, table.fixedSteps !== true, (problem) =>
    inRotations(problem, undefined, (given) => new EsdirkStepper(given, table)),
  );

export const trapezoidalFactories = tabledFactories([implicitEulerTable, trapezoidalTable, trBdf2Table], esdirk);
