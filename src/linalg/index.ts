export { type Deficit, deficitOf } from "../math/deficit.js";
export { type Border, borderedOrder } from "./border.js";
export { type ComplexDenseLu, complexDenseLu } from "./complex-dense-lu.js";
export { ComplexSparseLu } from "./complex-sparse-lu.js";
export { ConstraintMetric } from "./constraint-metric.js";
export { denseCholesky } from "./dense-cholesky.js";
export { type DenseEigen, denseEigen } from "./dense-eigen.js";
export { type DenseLdl, denseLdl } from "./dense-ldl.js";
export { type DenseLu, denseLu } from "./dense-lu.js";
export { type DenseQr, denseQr } from "./dense-qr.js";
export type { AssembledRows } from "./loop-factor.js";
export { minimumDegree } from "./ordering.js";
export type { PathRows } from "./path-factor.js";
export { after, lengthOf, type Path, wholePathOf } from "./paths.js";
export { graphOf, type SymmetricPattern } from "./pattern.js";
export { type PatternLu, patternLu } from "./pattern-lu.js";
export {
  emitFactor,
  type FactorOptions,
  type GeneralFactor,
  lateBytes,
  type SymmetricFactor,
} from "./sparse-factor.js";
export { SparseLu } from "./sparse-lu.js";
export { type Analysis, analyse } from "./symbolic-factor.js";
export * from "./vector.js";
