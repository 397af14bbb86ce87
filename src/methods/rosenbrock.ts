/**
 * Rosenbrock methods (linearly implicit Runge–Kutta): every stage is one linear system with I / (h gamma) - J, J and F_t
 * taken at the start of each step; no iteration, so nothing that could fail to converge. Tables with orders and sources in
 * `rosenbrock-tables.ts`. F_t is a difference at t, t + h/1024, t + h/512, none for autonomous systems. Where J
 * must be found by differences, `rosenbrock4`, whose order rests on it, takes central ones. Dense output has
 * the order 2 of `rosenbrock23`, and 3 for `rosenbrock4`.
 */

import { checkOptions, type Factory, type Method } from "../core/index.js";
import { RosenbrockStepper } from "./implicit/rosenbrock-stepper.js";
import { refuseEvaluator, refusesImplicit } from "./refusals.js";
import { type RosenbrockTable, rosenbrock4Table, rosenbrock23Table } from "./rosenbrock-tables.js";

export const rosenbrock23 = (): Method => rosenbrock(rosenbrock23Table);
export const rosenbrock4 = (): Method => rosenbrock(rosenbrock4Table);

function rosenbrock(table: RosenbrockTable): Method {
  const { name, order } = table;
  return {
    name,
    order,
    estimatesError: true,
    refuses: (problem) => refusesImplicit(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new RosenbrockStepper(problem, table);
    },
  };
}

export const rosenbrockFactories: readonly Factory<Method>[] = [rosenbrock23Table, rosenbrock4Table].map((table) => {
  const { name, about } = table;
  return {
    name,
    about,
    options: {},
    make(options = {}) {
      checkOptions({ name, options: {} }, options);
      return rosenbrock(table);
    },
  };
});
