/** Names, settings and files: models run by data alone. */

export {
  type AtomFormat,
  type AtomFrame,
  atomFormats,
  atomFrames,
  encodeAtoms,
  importAtoms,
  importedText,
  readAtoms,
  refusesAtoms,
} from "./atoms/index.js";
export { beginAt, type NamedState } from "./begin.js";
export type { Choice } from "./choice.js";
export { choose } from "./choose.js";
export {
  type CompareOptions,
  type ComparePoint,
  type Comparison,
  type Contender,
  compare,
  parseContender,
} from "./compare.js";
export { type Explanation, explain } from "./explain/index.js";
export {
  type Column,
  defaultFormat,
  encodeTable,
  refusesColumns,
  type TableFormat,
  tableFormats,
  toCsv,
  toParquet,
} from "./export/index.js";
export { type RunKey, resolvedModel, runHash, runKey } from "./identity.js";
export { type LinkTensions, linkTensions } from "./link-tensions.js";
export { observableData } from "./observable-data.js";
export { type MethodOffer, type Offer, type OfferOptions, type Offers, offers } from "./offers.js";
export { type PreparedProjection, type ProjectionResult, prepareProjection, projectModel } from "./project.js";
export type { ProjectionWindow } from "./projection-window.js";
export { apart, parseChoice, registry } from "./registry.js";
export { RepeatedRuns } from "./repeated.js";
export { runReportData } from "./report-data.js";
export * from "./reproduce/index.js";
export {
  largestResiduals,
  type ObservableJson,
  observableColumns,
  type RunJson,
  runJson,
  trajectoryColumns,
} from "./result.js";
export { type PreparedRun, type PrepareOptions, prepareRun, run } from "./run.js";
export { type ModelLink, type ModelPoint, type ModelScene, sceneOf } from "./scene.js";
export { mergeSettings, type RunSettings } from "./settings.js";
export * from "./sweep/index.js";
