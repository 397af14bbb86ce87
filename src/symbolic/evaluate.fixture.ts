/**
 * A plain evaluator for tests, which evaluates one node after the other with the engine's own `Math`.
 *
 * It must not be used for results, because `Math.sin` and its kin differ between engines. The library uses kernels.
 */
import { tableOf } from "./elementary.js";
import type { Expr, Op } from "./expr.js";
import { topologicalOrder } from "./order.js";
import { evaluatePiecewise } from "./piecewise.js";

const operations: {
  readonly [op in Exclude<Op, "const" | "symbol" | "table">]: (a: number, b: number, c: number) => number;
} = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  neg: (a) => -a,
  select: (c, a, b) => (c > 0 ? a : b),
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  atan2: (y, x) => Math.atan2(y, x),
  pow: (a, b) => a ** b,
  sqrt: Math.sqrt,
  abs: Math.abs,
  floor: Math.floor,
  exp: Math.exp,
  log: Math.log,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
};

/** The value of `op` by the engine's `Math`. */
export function applyWithMath(op: keyof typeof operations, args: readonly number[]): number {
  return operations[op](args[0], args[1], args[2]);
}

/** The value of `expr` by the engine's `Math`, for tests; a symbol without a value is an error. */
export function evaluateWithMath(
  expr: Expr,
  values: ReadonlyMap<string, number> | ((name: string) => number | undefined),
): number {
  const lookup = typeof values === "function" ? values : (name: string) => values.get(name);
  const results = new Map<Expr, number>();
  for (const e of topologicalOrder([expr])) {
    if (e.op === "const") {
      results.set(e, e.value);
    } else if (e.op === "symbol") {
      const value = lookup(e.name);
      if (value === undefined) throw new Error(`every symbol must have a value; "${e.name}" has none`);
      results.set(e, value);
    } else if (e.op === "table") {
      results.set(
        e,
        evaluatePiecewise(tableOf(e), e.value, ...(e.args.map((arg) => results.get(arg)) as [number, number])),
      );
    } else {
      const args = e.args.map((arg) => results.get(arg) as number);
      results.set(e, applyWithMath(e.op, args));
    }
  }
  return results.get(expr) as number;
}
