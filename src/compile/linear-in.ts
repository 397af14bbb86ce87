/** Whether expressions are linear in some of their symbols, so that one step of Newton's method is exact. */

import { type Expr, jacobian, symbolsOf, topologicalOrder } from "../symbolic/index.js";

/** Functions that may have steps, between which their slope is zero. */
const stepping: ReadonlySet<Expr["op"]> = new Set(["select", "floor", "table", "atan2", "min", "max"]);

/** Linear with slopes that do not depend on the symbols. A step has no slope, and is not linear. */
export function isLinearIn(outputs: readonly Expr[], symbols: readonly Expr[]): boolean {
  const slopes = jacobian(outputs, symbols).map(({ expr }) => expr);
  const steps = topologicalOrder(outputs).filter(({ op }) => stepping.has(op));
  const used = new Set(symbolsOf([...slopes, ...steps.flatMap(({ args }) => args)]));
  return !symbols.some((symbol) => used.has(symbol));
}
