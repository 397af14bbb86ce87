export { type Arena, addressed, addressOf, type F64, type I32 } from "./arena.js";
export { ByteReader, ByteWriter } from "./bytes.js";
export type { Controller, Pacer, Tolerances } from "./controller.js";
export type { Crew, Share } from "./crew.js";
export { ModelError, SettingError, TautError, throwRefusal } from "./errors.js";
export { type Factory, factory } from "./factory.js";
export {
  type Formulation,
  type FormulationDefinition,
  formulation,
  remake,
  type UsualProjection,
} from "./formulation.js";
export type { Evaluator, Handover, Method, Stability, Stepper } from "./method.js";
export { multiplierNames, multipliersAt } from "./multipliers.js";
export type { EventFunction, Look, Observer } from "./observer.js";
export {
  type Checked,
  checkedOptions,
  type Given,
  type NumberOption,
  type Option,
  type OptionTable,
  oneOf,
} from "./options.js";
export type { Problem, SecondOrder } from "./problem.js";
export type { Program, Row, Scalar, Step, Vector } from "./program.js";
export type { Projection, ProjectWhen } from "./projection.js";
export type { MicroSolution, Projector } from "./projector.js";
export { type CompiledRate, type Link, type Rate, rateOf } from "./rate.js";
export {
  formulationRefuses,
  methodRefuses,
  projectionRefuses,
  type Reason,
  type Refusal,
  type RefusalCode,
  type Refuser,
  sentence,
} from "./refusal.js";
export type { SlowMotion } from "./slow-motion.js";
export { copyState, newState, type State } from "./state.js";
export type { Failure, Status } from "./status.js";
export type { Bodies, Distances, Pins, Structure, Triangles } from "./structure.js";
export { type Dimension, timeInWords, type Units, type UnitsName, unitFactor, unitSets, unitsOf } from "./units.js";
export { noWork, type Work, workSince } from "./work.js";
export type {
  Algebraic,
  CompiledAdiabatic,
  ConstraintHessian,
  ConstraintSolver,
  Constraints,
  Derivatives,
  HessianSolver,
  Invariants,
  KeptInvariants,
  Manifold,
  Mechanics,
  OnManifold,
  Points,
  SparseJacobian,
  Stabiliser,
  System,
  Workspace,
} from "./workspace.js";
