/**
 * taut: stiff and constrained mechanics at the speed of the slow motion.
 *
 * The short way: `run(model, settings)` for a model file's data or a built model. The long way, piece by piece:
 * `validateModel` → `lower` → `compileSystem` → a formulation's `apply` → `solve` with a method, a controller and a
 * projection. Everything here runs unchanged in Node and in browsers.
 */

export {
  type Comparison,
  compare,
  type Explanation,
  explain,
  type LinkTensions,
  linkTensions,
  type MethodOffer,
  type ModelLink,
  type ModelPoint,
  type ModelScene,
  type Offer,
  type Offers,
  offers,
  type PreparedProjection,
  type ProjectionResult,
  type ProjectionWindow,
  parseContender,
  prepareProjection,
  projectModel,
  sceneOf,
} from "./analysis/index.js";
export { compileSystem } from "./compile/index.js";
export { errorControlled, fixed } from "./controllers/index.js";
export * from "./core/index.js";
export { catalogue } from "./elements/index.js";
export { ode, rigid, stiff, underlying } from "./formulations/index.js";
export {
  encodeTable,
  observableData,
  type RunJson,
  runJson,
  runReportData,
  toCsv,
  trajectoryColumns,
} from "./io/index.js";
export {
  bs32,
  dop853,
  dopri5,
  euler,
  gaussNewtonZs,
  langevin,
  lieCayley,
  lincs,
  midpoint,
  newmark,
  pushforwardNewmark,
  rattle,
  rk4,
  rungeKutta,
  settle,
  shake,
  variationalEuler,
  verlet,
  zs,
  zss,
  zssStiff,
} from "./methods/index.js";
export {
  allErrors,
  type Lowered,
  lower,
  type Model,
  ModelBuilder,
  type ModelData,
  model,
  modelHash,
  modelJsonSchema,
  type NamedChoice,
  parseModelText,
  validateModel,
} from "./model/index.js";
export { type FrameLayout, Frames } from "./observers/index.js";
export { type Figure, type Item, reproduce, selectExperiments } from "./papers/harness/index.js";
export { newton, stabilise } from "./projections/index.js";
export { normalQuantile, type Purpose, philox, RandomStream } from "./random/index.js";
export {
  drawingCss,
  formatNumber,
  formatNumberHtml,
  linePlot,
  type ObservableData,
  type PlacedPlot,
  placedPlot,
  runReport,
  themeCss,
} from "./report/index.js";
export {
  type Choice,
  type PreparedRun,
  type PrepareOptions,
  prepareRun,
  type RunSettings,
  registry,
  run,
} from "./run/index.js";
export { driveAsync, Run, resume, type Solution, type SolveOptions, solve, solveAsync } from "./solve/index.js";
export { Graph, gradient, hessian, jacobian, parse, tangent, toTeX, toText } from "./symbolic/index.js";
