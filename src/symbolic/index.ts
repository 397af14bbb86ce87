/** Expressions: building, simplifying, differentiating, reading and printing. */
export { type Entry, gradient, hessian, hessianColumn, jacobian, tangent } from "./differentiate.js";
export { abs, atan2, exp, floor, max, min, rebuild, select, sqrt, table, tableOf } from "./elementary.js";
export { ExpressionError } from "./errors.js";
export { type Expr, type Functions, Graph, type GraphOptions, isConst, type Op } from "./expr.js";
export { dot, isVector, type LanguageFunction, norm, type Value, type Vector } from "./language.js";
export { topologicalOrder, useCounts } from "./order.js";
export { type BinaryOperator, namesIn, parseSyntax, type Syntax } from "./parse.js";
export {
  breaksPassed,
  evaluatePiecewise,
  type Piecewise,
  raisedOrder,
  type TableAxis,
  tableAxis,
} from "./piecewise.js";
export { type PrintOptions, toText } from "./print.js";
export type { Limits } from "./scan.js";
export { add, div, mul, neg, sub } from "./simplify.js";
export { countNodes, substitute, symbolsOf } from "./substitute.js";
export { nearest } from "./suggest.js";
export { taylor } from "./taylor.js";
export { toTeX } from "./tex.js";
export {
  baseQuantities,
  type Dimension,
  isRotation,
  isSame,
  pure,
  times,
} from "./units/dimension.js";
export { readDimension, readUnit } from "./units/unit-text.js";
export { dimensionWords, type Unit, unitSymbols } from "./units/vocabulary.js";
export { parse, parseScalar, type Scope, toValue } from "./value.js";
