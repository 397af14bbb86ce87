/**
 * Rosenbrock methods (linearly implicit Runge–Kutta): every stage is one linear system with I / (h gamma) - J, J and
 * F_t taken at the start of each step. There is no iteration that could fail to converge. Tables with orders and
 * sources in `rosenbrock-tables.ts`. F_t is a difference at t, t + h/1024, t + h/512; autonomous systems need none.
 * When J must be found by differences, `rosenbrock4`, whose order depends on an accurate J, takes central ones. Dense
 * output has the order 2 of `rosenbrock23`, and 3 for `rosenbrock4`.
 */

import type { Method } from "../../core/index.js";
import { inRotations } from "../../rotations/rotation-stepper.js";
import { implicitMethod, tabledFactories } from "../common/tabled.js";
import { RosenbrockStepper } from "./parts/rosenbrock-stepper.js";
import { type RosenbrockTable, rosenbrock4Table, rosenbrock23Table } from "./parts/rosenbrock-tables.js";

/**
 * Rosenbrock method of order 2 (ode23s), with error control: for stiff problems at low accuracy.
 *
 * @example
 * run(springs, { method: rosenbrock23(), rtol: 1e-3, until: 10 });
 */
export const rosenbrock23 = (): Method => rosenbrock(rosenbrock23Table);

/**
 * Rosenbrock method of order 4 (RODAS), with error control: for stiff problems of moderate size at moderate accuracy.
 *
 * @example
 * run(springs, { method: rosenbrock4(), rtol: 1e-5, until: 10 });
 */
export const rosenbrock4 = (): Method => rosenbrock(rosenbrock4Table);

const rosenbrock = (table: RosenbrockTable): Method =>
  implicitMethod(table, true, (problem) =>
    inRotations(problem, undefined, (given) => new RosenbrockStepper(given, table)),
  );

export const rosenbrockFactories = tabledFactories([rosenbrock23Table, rosenbrock4Table], rosenbrock);
