/**
 * The calculus table: for each operation, its partial derivative with respect to each argument.
 *
 * `a` and `b` are the arguments and `e` is the operation itself, so that `exp` and `sqrt` reuse their own value. An entry
 * is a function because a derivative is built only when it is needed: `a^b` with constant `b` never makes a logarithm.
 * `floor`, constants and symbols have no entries: their derivative is zero wherever it exists.
 *
 * `select`, `min` and `max` have no entries either. They choose between two expressions, and so do their derivatives: see
 * `choice`. Treating a choice as a product with 0 or 1 would let a branch that is not taken spoil the result, because
 * 0 * NaN is NaN: `where(x, sqrt(x), 0)` would have no derivative at `x = -1`. (Operations on the result of a choice are
 * still evaluated at the chosen value: `max(x, 0)^1.5` has no second derivative where it is `0^1.5`, but
 * `where(x, x^1.5, 0)` has one.)
 */
import { cos, cosh, log, pow, sign, sin, sinh, sqrt, tableSlope } from "./elementary.js";
import type { Expr, Op } from "./expr.js";
import { add, div, mul, neg, sub } from "./simplify.js";

type Partial = (e: Expr, a: Expr, b: Expr) => Expr;

const num = (e: Expr, value: number) => e.graph.num(value);
const square = (a: Expr) => mul(a, a);
const reciprocal = (a: Expr) => div(num(a, 1), a);
/** 1 - a², without cancellation near ±1 */
const oneMinusSquare = (a: Expr) => mul(sub(num(a, 1), a), add(num(a, 1), a));

export const partials: { readonly [op in Op]: readonly Partial[] } = {
  const: [],
  symbol: [],
  floor: [],
  select: [],
  min: [],
  max: [],
  add: [(e) => num(e, 1), (e) => num(e, 1)],
  sub: [(e) => num(e, 1), (e) => num(e, -1)],
  mul: [(_, __, b) => b, (_, a) => a],
  div: [(_, __, b) => reciprocal(b), (e, _, b) => neg(div(e, b))],
  neg: [(e) => num(e, -1)],
  sqrt: [(e) => mul(num(e, 0.5), reciprocal(e))],
  abs: [(_, a) => sign(a)],
  sin: [(_, a) => cos(a)],
  cos: [(_, a) => neg(sin(a))],
  tan: [(e) => add(num(e, 1), square(e))],
  asin: [(_, a) => reciprocal(sqrt(oneMinusSquare(a)))],
  acos: [(_, a) => neg(reciprocal(sqrt(oneMinusSquare(a))))],
  atan: [(e, a) => reciprocal(add(num(e, 1), square(a)))],
  sinh: [(_, a) => cosh(a)],
  cosh: [(_, a) => sinh(a)],
  tanh: [(e) => sub(num(e, 1), square(e))],
  exp: [(e) => e],
  log: [(_, a) => reciprocal(a)],
  atan2: [(_, y, x) => div(x, add(square(x), square(y))), (_, y, x) => neg(div(y, add(square(x), square(y))))],
  table: [(e) => tableSlope(e, 0), (e) => tableSlope(e, 1)],
  pow: [(_, a, b) => mul(b, pow(a, sub(b, num(b, 1)))), (e, a) => mul(e, log(a))],
};

/** A choosing operation: its value is `yes` where `condition > 0`, otherwise `no`. */
export interface Choice {
  readonly condition: Expr;
  readonly yes: Expr;
  readonly no: Expr;
}

/** `e` as a choice, or undefined if it is not one. At a tie `min` and `max` take their second argument. */
export function choice(e: Expr): Choice | undefined {
  const [a, b, c] = e.args;
  switch (e.op) {
    case "select":
      return { condition: a, yes: b, no: c };
    case "min":
      return { condition: sub(b, a), yes: a, no: b };
    case "max":
      return { condition: sub(a, b), yes: a, no: b };
    default:
      return undefined;
  }
}
