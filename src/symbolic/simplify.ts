/**
 * Arithmetic that simplifies while it builds: `add`, `sub`, `mul`, `div`, `neg`.
 *
 * A node is interned only when no rule below matches its arguments, so every node is in normal form, and building it
 * again gives the same node (`print.ts` relies on that). Each rule passes on strictly simpler arguments (fewer signs, or
 * fewer constants), so no rule can loop, and the result depends on the arguments only. Normal form means:
 *
 * - arguments of `add` and `mul` are in the order of their ids (IEEE addition and multiplication commute, bit by bit);
 * - a sign stands in front of a product or quotient, and a negative term of a sum is subtracted;
 * - a product has at most one constant, in front: `2*x*(3*y)` is `6*(x*y)`;
 * - a quotient by a power of two is a product, which is exact.
 *
 * Simplification may change the sign of a zero; the value where an argument is infinite or NaN, or where a denominator is
 * zero (`x*0`, `x-x` and `0/x` are 0); and the rounding of products with several constants, which are multiplied once,
 * here. This rounding does not depend on the machine: every engine builds the same graph and gets the same bits. Sums are
 * never reassociated, and constants are not multiplied when that overflows or underflows.
 */
import { type Expr, isConst } from "./expr.js";

/** `a + b` */
export function add(a: Expr, b: Expr): Expr {
  const { graph } = a;
  if (isConst(a) && isConst(b) && Number.isFinite(a.value + b.value)) return graph.num(a.value + b.value);
  if (isConst(a, 0)) return b;
  if (isConst(b, 0)) return a;
  if (a === b) return mul(graph.num(2), a);
  if (isNegative(b)) return sub(a, neg(b));
  if (isNegative(a)) return sub(b, neg(a));
  return a.id <= b.id ? graph.intern("add", a, b) : graph.intern("add", b, a);
}

/** `a - b` */
export function sub(a: Expr, b: Expr): Expr {
  const { graph } = a;
  if (isConst(a) && isConst(b) && Number.isFinite(a.value - b.value)) return graph.num(a.value - b.value);
  if (isConst(b, 0)) return a;
  if (isConst(a, 0)) return neg(b);
  if (a === b) return graph.num(0);
  if (isNegative(b)) return add(a, neg(b));
  return graph.intern("sub", a, b);
}

/** `a * b` */
export function mul(a: Expr, b: Expr): Expr {
  const { graph } = a;
  if (isConst(a) && isConst(b) && Number.isFinite(a.value * b.value)) return graph.num(a.value * b.value);
  if (isConst(b)) [a, b] = [b, a];
  if (isConst(a, 0)) return a;
  if (isConst(a, 1)) return b;
  if (isConst(a, -1)) return neg(b);
  if (a === b && a.op === "sqrt") return a.args[0];
  if (a.op === "neg") return neg(mul(a.args[0], b));
  if (b.op === "neg") return neg(mul(a, b.args[0]));

  // the constants of c1 * (c2 * x) and c1 * (c2 / x) are multiplied; c * (1/x) stays, because a later constant may cancel
  // its c; the constant of a factor moves in front of the product
  if (isConst(a)) {
    const { coefficient, rest } = factor(b);
    if (rest !== b && isSafe(a.value * coefficient)) return mul(graph.num(a.value * coefficient), rest);
    const over = b.op === "div" && isConst(b.args[0]) && !isConst(b.args[0], 1) ? b.args[0].value : Number.NaN;
    if (isSafe(a.value * over)) return div(graph.num(a.value * over), b.args[1]);
  } else {
    const fa = factor(a);
    const fb = factor(b);
    const constant = fa.coefficient * fb.coefficient;
    const one = (fa.rest === a) !== (fb.rest === b);
    const two = fa.rest !== a && fb.rest !== b;
    if (one || (two && isSafe(constant))) return mul(graph.num(constant), mul(fa.rest, fb.rest));
  }
  return a.id <= b.id ? graph.intern("mul", a, b) : graph.intern("mul", b, a);
}

/** `a / b` */
export function div(a: Expr, b: Expr): Expr {
  const { graph } = a;
  if (isConst(a) && isConst(b) && Number.isFinite(a.value / b.value)) return graph.num(a.value / b.value);
  if (isConst(a, 0) && !isConst(b)) return a;
  if (isConst(b) && isPowerOfTwo(b.value)) return mul(a, graph.num(1 / b.value));
  if (isNegative(a)) return neg(div(neg(a), b));
  if (isNegative(b)) return neg(div(a, neg(b)));
  return graph.intern("div", a, b);
}

/** `-a` */
export function neg(a: Expr): Expr {
  const { graph } = a;
  if (isConst(a)) return graph.num(-a.value);
  if (a.op === "neg") return a.args[0];
  const { coefficient, rest } = factor(a);
  if (rest !== a) return mul(graph.num(-coefficient), rest);
  return graph.intern("neg", a);
}

/** The constant in front of a product and the rest of the product; 1 and `e` itself when there is no constant. */
function factor(e: Expr): { coefficient: number; rest: Expr } {
  if (e.op === "mul") {
    const [a, b] = e.args;
    if (isConst(a)) return { coefficient: a.value, rest: b };
    if (isConst(b)) return { coefficient: b.value, rest: a };
  }
  return { coefficient: 1, rest: e };
}

/** Whether `e` begins with a minus sign, which `neg` would remove. */
function isNegative(e: Expr): boolean {
  return e.op === "neg" || (isConst(e) ? e.value < 0 : factor(e).coefficient < 0);
}

/** Whether the product of two constants kept its precision. */
function isSafe(product: number): boolean {
  return Number.isFinite(product) && Math.abs(product) >= SMALLEST_NORMAL;
}

/** Whether `x` is ±2^k, so that 1/x is exact. */
function isPowerOfTwo(x: number): boolean {
  const magnitude = Math.abs(x);
  if (!(magnitude >= SMALLEST_NORMAL && magnitude <= 1 / SMALLEST_NORMAL)) return false;
  // repeatedly halving or doubling a power of two gives exactly 1
  let m = magnitude;
  while (m > 1) m /= 2;
  while (m < 1) m *= 2;
  return m === 1;
}

const SMALLEST_NORMAL = 2 ** -1022;
