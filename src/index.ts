/**
 * taut: stiff and constrained mechanics at the speed of the slow motion.
 *
 * The short way is `run(model, options)` for the data of a model file or a built model, or `solve(ode(…), options)` for
 * equations that are functions. Methods, formulations and projections are in `taut/methods`, `taut/formulations` and
 * `taut/projections`; what parts of your own need is in `taut/extend`. Everything runs unchanged in Node and in browsers.
 */

export {
  type CompareOptions,
  type ComparePoint,
  type Comparison,
  type Contender,
  compare,
  type ExplainOptions,
  type Explanation,
  explain,
  type LinkTensions,
  linkTensions,
  type MethodOffer,
  type Offer,
  type OfferOptions,
  type Offers,
  offers,
  type PreparedProjection,
  type ProjectionResult,
  type ProjectionWindow,
  type ProjectOptions,
  parseContender,
  prepareProjection,
  projectModel,
  sceneOf,
} from "./analysis/index.js";
export { type CompileOptions, compileSystem } from "./compile/index.js";
export { type ErrorControlledOptions, errorControlled, type FixedOptions, fixed } from "./controllers/index.js";
export {
  type Crew,
  type EnergySummary,
  type Failure,
  type Formulation,
  type Handover,
  type Look,
  type Method,
  ModelError,
  multiplierNames,
  newState,
  type Observer,
  type Option,
  type Passage,
  type PassedInstant,
  type Problem,
  type Projection,
  type ProjectWhen,
  type Refusal,
  SettingError,
  type State,
  type Status,
  type Switch,
  type System,
  sentence,
  TautError,
  type UnitLabels,
  type Units,
  type Verdict,
  type WatchedKind,
  type Work,
  type Workspace,
} from "./core/index.js";
export { catalogue } from "./elements/index.js";
export {
  type AccelerationFunction,
  type ConstraintFunctions,
  type OdeOptions,
  ode,
  type RateFunction,
  type SecondOrderOptions,
  secondOrder,
} from "./functions/index.js";
export {
  type Column,
  encodeTable,
  observableData,
  type ReactionJson,
  type RunJson,
  runJson,
  runReportData,
  type TableFormat,
  toCsv,
  trajectoryColumns,
} from "./io/index.js";
export {
  allErrors,
  type Lowered,
  type Model,
  ModelBuilder,
  type ModelData,
  modelHash,
  modelJsonSchema,
  type NamedChoice,
  parseModelText,
  quantityFor,
  readQuantity,
  type TextOptions,
} from "./model/index.js";
export {
  type FrameLayout,
  type FrameOptions,
  Frames,
  type LedgerSummary,
  type Trajectory,
} from "./observers/index.js";
export {
  type Experiment,
  type Figure,
  type Item,
  type Reproduction,
  reproduce,
  selectExperiments,
} from "./papers/harness/index.js";
export { normalQuantile, type Purpose, philox, RandomStream } from "./random/index.js";
export {
  drawingCss,
  formatNumber,
  formatNumberHtml,
  linePlot,
  type ObservableData,
  type PlacedPlot,
  type Plot,
  type PlotSeries,
  placedPlot,
  type RunReportData,
  runReport,
  themeCss,
} from "./report/index.js";
export { lower, model, validateModel } from "./run/built-in.js";
export {
  type Choice,
  expressionAlong,
  type Parts,
  type PreparedRun,
  type PrepareOptions,
  prepareRun,
  type Reaction,
  type ReactionOptions,
  type RunOptions,
  type RunSettings,
  type RunSolution,
  registry,
  run,
  type StateAt,
} from "./run/index.js";
export type {
  LinkStyle,
  ModelLink,
  ModelPoint,
  ModelScene,
  PointSource,
  SceneColour,
  SceneFrame,
  SceneJoint,
  SceneMark,
  SceneProgram,
  SceneShape,
} from "./scene/index.js";
export {
  driveAsync,
  type FoundEvent,
  type Redundancy,
  Run,
  resume,
  type Slices,
  type Solution,
  type SolveOptions,
  type StartReport,
  type SystemSolveOptions,
  solve,
  solveAsync,
} from "./solve/index.js";
export {
  type Entry,
  type Expr,
  Graph,
  gradient,
  hessian,
  jacobian,
  parse,
  parseScalar,
  type Scope,
  tangent,
  toTeX,
  toText,
} from "./symbolic/index.js";
export { turningPoints } from "./watch/turning-points.js";
