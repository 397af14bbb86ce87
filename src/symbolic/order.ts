/**
 * The nodes that some outputs need, in topological order, and how often each is used.
 *
 * The traversal is depth first and does not recurse, because a chain of a hundred thousand additions is as deep as it is
 * long. The order depends only on the outputs and the graph below them, and keeps the uses of a value near its
 * definition.
 */
import type { Expr } from "./expr.js";

/** Every node that `outputs` depend on, each once, after its arguments. */
export function topologicalOrder(outputs: readonly Expr[]): Expr[] {
  const order: Expr[] = [];
  const placed = new Set<Expr>();
  const stack: { node: Expr; next: number }[] = [];

  for (const output of outputs) {
    if (!placed.has(output)) stack.push({ node: output, next: 0 });
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const arg = top.node.args[top.next++];
      if (arg !== undefined) {
        if (!placed.has(arg)) stack.push({ node: arg, next: 0 });
      } else {
        stack.pop();
        placed.add(top.node);
        order.push(top.node);
      }
    }
  }
  return order;
}

/** How often each node is used: once for every argument position it fills, and once for every output that it is. */
export function useCounts(outputs: readonly Expr[]): Map<Expr, number> {
  const counts = new Map<Expr, number>();
  const use = (e: Expr) => counts.set(e, (counts.get(e) ?? 0) + 1);
  for (const node of topologicalOrder(outputs)) node.args.forEach(use);
  outputs.forEach(use);
  return counts;
}
