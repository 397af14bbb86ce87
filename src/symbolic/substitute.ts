/**
 * Replaces nodes of an expression, and finds out what an expression contains.
 */
import { rebuild } from "./elementary.js";
import type { Expr } from "./expr.js";
import { topologicalOrder } from "./order.js";

/**
 * `exprs` with every key of `map` replaced by its value, simultaneously (replacements are not searched again), and
 * simplified. Keys may be any nodes, and values any nodes of the same graph.
 */
export function substitute(exprs: readonly Expr[], map: ReadonlyMap<Expr, Expr>): Expr[] {
  const replaced = new Map<Expr, Expr>(map);
  const image = (e: Expr) => replaced.get(e) ?? e;
  for (const e of topologicalOrder(exprs)) {
    if (replaced.has(e) || e.args.every((arg) => image(arg) === arg)) continue;
    replaced.set(e, rebuild(e, e.args.map(image)));
  }
  return exprs.map(image);
}

/** The symbols that `exprs` contain, each once, in the order they were made. */
export function symbolsOf(exprs: readonly Expr[]): Expr[] {
  return topologicalOrder(exprs)
    .filter((e) => e.op === "symbol")
    .sort((a, b) => a.id - b.id);
}

/** How many distinct nodes `exprs` contain, constants and symbols included. */
export function countNodes(exprs: readonly Expr[]): number {
  return topologicalOrder(exprs).length;
}
