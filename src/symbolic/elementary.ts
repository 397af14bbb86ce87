/**
 * The other node constructors (roots, powers, functions and choices), and the table of all constructors.
 *
 * Operations that IEEE 754 rounds correctly are folded on constants. The functions `sin`, `exp`, … are folded only where
 * the value is exact in any implementation (`sin(0)`, `log(1)`), or by the implementation that the graph was given,
 * because the last bit of `Math.sin` differs between engines.
 */
import { type BinaryFunction, type Expr, isConst, type Op, type UnaryFunction } from "./expr.js";
import { evaluatePiecewise, type Piecewise, raisedOrder } from "./piecewise.js";
import { add, div, mul, neg, sub } from "./simplify.js";

/** Integer powers up to this size are written as products. */
export const LARGEST_EXPANDED_POWER = 16;

/** The square root of `a`. */
export function sqrt(a: Expr): Expr {
  return foldExact(a, Math.sqrt) ?? a.graph.intern("sqrt", a);
}

/** The absolute value of `a`. */
export function abs(a: Expr): Expr {
  if (a.op === "neg") return abs(a.args[0]);
  if (a.op === "abs") return a;
  return foldExact(a, Math.abs) ?? a.graph.intern("abs", a);
}

/** The largest integer that is not above `a`. */
export function floor(a: Expr): Expr {
  if (a.op === "floor") return a;
  return foldExact(a, Math.floor) ?? a.graph.intern("floor", a);
}

/** The smaller of `a` and `b`. The order is kept: where both are equal, the derivative is that of `b`. */
export function min(a: Expr, b: Expr): Expr {
  if (a === b) return a;
  if (isConst(a) && isConst(b)) return a.value < b.value ? a : b;
  return a.graph.intern("min", a, b);
}

/** The larger of `a` and `b`. The order is kept: where both are equal, the derivative is that of `b`. */
export function max(a: Expr, b: Expr): Expr {
  if (a === b) return a;
  if (isConst(a) && isConst(b)) return a.value > b.value ? a : b;
  return a.graph.intern("max", a, b);
}

/** `c > 0 ? a : b` */
export function select(c: Expr, a: Expr, b: Expr): Expr {
  if (a === b) return a;
  if (isConst(c)) return c.value > 0 ? a : b;
  return c.graph.intern("select", c, a, b);
}

/** -1, 0 or 1, by the sign of `a`. */
export function sign(a: Expr): Expr {
  const { graph } = a;
  return select(a, graph.num(1), select(neg(a), graph.num(-1), graph.num(0)));
}

/** `a^b`; small integer powers become products by repeated squaring, and `a^0.5` a square root. */
export function pow(a: Expr, b: Expr): Expr {
  const { graph } = a;
  if (isConst(b)) {
    const n = b.value;
    if (Number.isInteger(n) && Math.abs(n) <= LARGEST_EXPANDED_POWER) {
      return n >= 0 ? integerPower(a, n) : div(graph.num(1), integerPower(a, -n));
    }
    if (n === 0.5) return sqrt(a);
    if (n === -0.5) return div(graph.num(1), sqrt(a));
  }
  return binaryFunction("pow", a, b);
}

/** The angle of the point `(x, y)`; as usual, `y` comes first. */
export function atan2(y: Expr, x: Expr): Expr {
  return binaryFunction("atan2", y, x);
}

export const sin = (a: Expr): Expr => unaryFunction("sin", a);
export const cos = (a: Expr): Expr => unaryFunction("cos", a);
export const tan = (a: Expr): Expr => unaryFunction("tan", a);
export const asin = (a: Expr): Expr => unaryFunction("asin", a);
export const acos = (a: Expr): Expr => unaryFunction("acos", a);
export const atan = (a: Expr): Expr => unaryFunction("atan", a);
export const sinh = (a: Expr): Expr => unaryFunction("sinh", a);
export const cosh = (a: Expr): Expr => unaryFunction("cosh", a);
export const tanh = (a: Expr): Expr => unaryFunction("tanh", a);
export const exp = (a: Expr): Expr => unaryFunction("exp", a);
export const log = (a: Expr): Expr => unaryFunction("log", a);

/** Derivative `order` of the function in `of` at its arguments. */
export function table(of: Piecewise, args: readonly Expr[], order = 0): Expr {
  const { graph } = args[0];
  graph.tables.set(of.name, of);
  const isKnown = args.every((arg) => isConst(arg));
  const value = isKnown ? evaluatePiecewise(of, order, args[0].value, args[1]?.value) : Number.NaN;
  return Number.isFinite(value) ? graph.num(value) : graph.internTable(of.name, order, args);
}

/** The derivative of a node `e` with the operation `table` along an axis. */
export function tableSlope(e: Expr, axis: number): Expr {
  const order = raisedOrder(e.value, axis);
  return order === undefined ? e.graph.num(0) : table(tableOf(e), e.args, order);
}

/** The table of a node `e` with the operation `table`. */
export function tableOf(e: Expr): Piecewise {
  return e.graph.tables.get(e.name)!;
}

type Constructor = (a: Expr, b: Expr, c: Expr) => Expr;

const constructors: { readonly [op in Exclude<Op, "const" | "symbol" | "table">]: Constructor } = {
  add,
  sub,
  mul,
  div,
  neg,
  sqrt,
  abs,
  floor,
  min,
  max,
  select,
  pow,
  atan2,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
};

/** The operation of `e` on other arguments, simplified. A constant or symbol is returned as it is. */
export function rebuild(e: Expr, args: readonly Expr[]): Expr {
  if (e.op === "table") return table(tableOf(e), args, e.value);
  return e.op === "const" || e.op === "symbol" ? e : constructors[e.op](args[0], args[1], args[2]);
}

/** The one argument where a function has an exact value, and that value. */
const exactValues: { readonly [op in UnaryFunction]?: readonly [at: number, value: number] } = {
  sin: [0, 0],
  tan: [0, 0],
  asin: [0, 0],
  atan: [0, 0],
  sinh: [0, 0],
  tanh: [0, 0],
  cos: [0, 1],
  cosh: [0, 1],
  exp: [0, 1],
  log: [1, 0],
  acos: [1, 0],
};

function unaryFunction(op: UnaryFunction, a: Expr): Expr {
  const { graph } = a;
  if (isConst(a)) {
    const exact = exactValues[op];
    if (exact?.[0] === a.value) return graph.num(exact[1]);
    const value = graph.functions[op]?.(a.value);
    if (value !== undefined && Number.isFinite(value)) return graph.num(value);
  }
  return graph.intern(op, a);
}

function binaryFunction(op: BinaryFunction, a: Expr, b: Expr): Expr {
  const { graph } = a;
  if (isConst(a) && isConst(b)) {
    const value = graph.functions[op]?.(a.value, b.value);
    if (value !== undefined && Number.isFinite(value)) return graph.num(value);
  }
  return graph.intern(op, a, b);
}

/** `f` of a constant, for an `f` that is correctly rounded in every engine. */
function foldExact(a: Expr, f: (x: number) => number): Expr | undefined {
  return isConst(a) && Number.isFinite(f(a.value)) ? a.graph.num(f(a.value)) : undefined;
}

/** x^n = (x^(n/2))^2, and x^(n-1) x when n is odd. */
function integerPower(x: Expr, n: number): Expr {
  if (n === 0) return x.graph.num(1);
  if (n === 1) return x;
  if (n % 2 === 1) return mul(integerPower(x, n - 1), x);
  const root = integerPower(x, n / 2);
  return mul(root, root);
}
