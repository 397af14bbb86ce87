/** Reading and writing of runs: results, tables, files of atoms. */

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
export {
  arraysToNpz,
  type Column,
  defaultFormat,
  encodeTable,
  mostGlbNumbers,
  type NamedArray,
  plainColumns,
  refusesColumns,
  type TableFormat,
  tableFormats,
  toArrays,
  toCsv,
  toGlb,
  toMat,
  toParquet,
  toPvd,
  toVtp,
} from "./export/index.js";
export { type RunKey, resolvedModel, runHash, runKey } from "./identity.js";
export { observableData } from "./observable-data.js";
export { finalReactions, type ReactionJson, reactionColumnCount } from "./reactions.js";
export { readTable, type TableReader } from "./read/index.js";
export { runReportData } from "./report-data.js";
export {
  finalOutputs,
  largestResiduals,
  type ObservableJson,
  observableColumns,
  type RunJson,
  runJson,
  trajectoryColumns,
} from "./result.js";
export { importUrdf, urdfText } from "./urdf/index.js";
export { verificationLine, withVerification } from "./verification.js";
