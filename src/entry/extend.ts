/**
 * What an extension needs: the contracts of methods, formulations, projections and observers, and the helpers that the
 * built-in ones are made with. A part of your own is a value: pass it to `run` or `solve`, nothing is registered.
 *
 * @module
 *
 * @example
 * import { run } from "taut";
 * import { rungeKutta, type Tableau } from "taut/extend";
 * const coefficients = { c: [0, 1], a: [[], [1]], b: [1 / 2, 1 / 2], firstSameAsLast: false };
 * const heun: Tableau = { name: "heun", about: "Heun's method.", order: 2, ...coefficients };
 * run(pendulum, { method: rungeKutta(heun), step: 0.01, until: 1 });
 */

export { consistencyOf } from "../consistency/consistency.js";
export {
  type Algebraic,
  type Arena,
  type Block,
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  type CompiledRate,
  type Conscience,
  type ConstraintSolver,
  type Constraints,
  type Controller,
  copyState,
  type DenseOutput,
  type Derivatives,
  type Diagnosis,
  type ErrorEstimate,
  type Evaluator,
  type EventFunction,
  estimateFrom,
  type F64,
  type Factory,
  type Formulation,
  type FormulationDefinition,
  factory,
  formulation,
  formulationRefuses,
  type HessianSolver,
  type Invariants,
  type KeptInvariants,
  type Kinds,
  type Look,
  type Manifold,
  type Measured,
  type Mechanics,
  type Method,
  type MicroSolution,
  methodRefuses,
  type NextStep,
  newState,
  noHistory,
  type Observer,
  type OptionTable,
  type Pacer,
  type Problem,
  type Projection,
  type Projector,
  type ProjectWhen,
  projectionRefuses,
  type Rate,
  type Reason,
  type Refusal,
  type RefusalCode,
  type Results,
  type RunHooks,
  type SecondOrder,
  type SlowTraits,
  type Space,
  type SparseJacobian,
  type Stability,
  type State,
  type Status,
  type Stepper,
  type System,
  savedArray,
  sentence,
  type Tolerances,
  type Verdict,
  type WatchedRun,
  type Workspace,
  withJacobian,
} from "../core/index.js";
export { type Equations, type PlainDescription, plainSystem } from "../functions/index.js";
export { rungeKutta } from "../methods/runge-kutta/runge-kutta.js";
export type { Dense, EmbeddedError, Tableau } from "../methods/runge-kutta/tableaus/tableau.js";
export type { Catalogue, ElementDefinition } from "../model/index.js";
export { newtonOnto } from "../projections/newton.js";
export { conscienceOf } from "../watch/conscience.js";
export { meterOf } from "../watch/meter.js";
