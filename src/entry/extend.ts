/**
 * What an extension needs: the contracts of methods, formulations, projections and observers, and the helpers that the
 * built-in ones are made with. A part of your own is a value: pass it to `run` or `solve`, nothing is registered.
 *
 * @example
 * import { run } from "taut";
 * import { rungeKutta, type Tableau } from "taut/extend";
 * const heun: Tableau = { name: "heun", about: "Heun's method.", order: 2, a: [[], [1]], b: [1 / 2, 1 / 2], c: [0, 1] };
 * run(model, { method: rungeKutta(heun), step: 0.01, until: 1 });
 */

export {
  type Arena,
  type Constraints,
  type Controller,
  copyState,
  type Derivatives,
  type Evaluator,
  type EventFunction,
  type F64,
  type Factory,
  type Formulation,
  type FormulationDefinition,
  factory,
  formulation,
  formulationRefuses,
  type Look,
  type Manifold,
  type Mechanics,
  type Method,
  methodRefuses,
  newState,
  type Observer,
  type OptionTable,
  type Pacer,
  type Problem,
  type Projection,
  type Projector,
  type ProjectWhen,
  projectionRefuses,
  type Rate,
  type Refusal,
  type SecondOrder,
  type SparseJacobian,
  type State,
  type Status,
  type Stepper,
  type System,
  sentence,
  type Workspace,
} from "../core/index.js";
export { type Equations, type PlainDescription, plainSystem } from "../functions/index.js";
export { rungeKutta } from "../methods/runge-kutta/runge-kutta.js";
export type { Dense, EmbeddedError, Tableau } from "../methods/runge-kutta/tableaus/tableau.js";
export type { Catalogue, ElementDefinition } from "../model/index.js";
export { newtonOnto } from "../projections/newton.js";
