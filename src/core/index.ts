export { type Arena, addressed, addressOf, type F64, type I32 } from "./arena.js";
export { assemblyInWords, displacementInWords, gapInWords, loopInWords } from "./assembly-words.js";
export { ByteReader, ByteWriter } from "./bytes.js";
export { type Checkpoint, noHistory, restoreBytes, savedArray, savedBytes } from "./checkpoint.js";
export type {
  Assembly,
  Change,
  Consistency,
  Displacement,
  Gap,
  Mobility,
  OpenLoop,
  Redundancy,
  Residuals,
  Starter,
  StartProjectors,
  StartReport,
} from "./consistency.js";
export type { ConstraintSolver, Constraints, Corrections } from "./constraints.js";
export type { Block, Controller, Kinds, Pacer, Tolerances } from "./controller.js";
export type { Crew, Share } from "./crew.js";
export type { ConstraintHessian, Derivatives, HessianSolver } from "./derivatives.js";
export type { Diagnosis, Handover } from "./diagnosis.js";
export { ModelError, SettingError, TautError, throwRefusal } from "./errors.js";
export { type Factory, factory } from "./factory.js";
export {
  type Formulation,
  type FormulationDefinition,
  formulation,
  remake,
  type UsualProjection,
} from "./formulation.js";
export { append, maximum, minimum } from "./lists.js";
export type { Geometry, Masses, Mechanics, Points } from "./mechanics.js";
export type { EnergyAccount, EnergySummary, Inside, Meter, MeterOptions, Momenta, PathWork } from "./meter.js";
export type { Evaluator, Method, Stability } from "./method.js";
export { multiplierCount, multiplierNames, multipliersAt } from "./multipliers.js";
export type { EventFunction, Look, Observer } from "./observer.js";
export {
  type Checked,
  checkedOptions,
  checkNames,
  type Given,
  type NumberOption,
  type Option,
  type OptionTable,
  oneOf,
} from "./options.js";
export { own } from "./own.js";
export { type Holder, inWords, type Makeup, type Owners, ownersOf, type Part, type Receiver } from "./part.js";
export type { PowerSource, Powers } from "./powers.js";
export type { Problem, Results, RunHooks, SecondOrder, SlowTraits, Space } from "./problem.js";
export type { Counter, Places, Program, Row, Scalar, Step, Vector } from "./program.js";
export type { Projection, ProjectWhen } from "./projection.js";
export type { MicroSolution, Projector } from "./projector.js";
export { type CompiledRate, type Rate, rateOf, type SparseJacobian, withJacobian } from "./rate.js";
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
export type { CompiledRoutine, CompiledRoutines, Link } from "./routine.js";
export { seal, unseal } from "./seal.js";
export type { Passage, PassedInstant, Passing, SingularPositions } from "./singular-positions.js";
export type { SlowMotion, VibratingRate } from "./slow-motion.js";
export { copyState, newState, type State } from "./state.js";
export type { Failure, Status } from "./status.js";
export { type DenseOutput, type ErrorEstimate, estimateFrom, type NextStep, type Stepper } from "./stepper.js";
export type { Bodies, Distances, Pins, Rotations, Structure, Triangles } from "./structure.js";
export { measuredTrouble, short, type Trouble, unfold } from "./trouble.js";
export {
  type Size,
  timeInWords,
  type UnitLabels,
  type UnitPowers,
  type Units,
  type UnitsName,
  unitFactor,
  unitSets,
  unitsOf,
} from "./units.js";
export type { Verdict } from "./verdict.js";
export { type WatchedKind, watchedKinds } from "./watched.js";
export type {
  Conscience,
  Measured,
  StatesBetween,
  SwitchSchedule,
  SwitchWatch,
  TimeCrossing,
  WatchedRun,
} from "./watching.js";
export { copyWork, noWork, type Work, workSince } from "./work.js";
export type {
  Algebraic,
  Branches,
  Coupled,
  EliminatedSlopes,
  Elimination,
  EquationIndex,
  HiddenEquations,
  Invariants,
  KeptInvariants,
  Manifold,
  OnManifold,
  StateSwitches,
  Switch,
  SwitchTime,
  System,
  TimeSwitches,
  Workspace,
} from "./workspace.js";
