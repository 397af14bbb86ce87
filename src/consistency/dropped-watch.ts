/**
 * Constraints that were left out as redundant at the start must follow from the others during the whole run. When one
 * no longer does (a contradiction that appears with time, a linkage that was degenerate at the start), the run ends and
 * names it.
 */

import type { Mechanics, Problem, State, Trouble } from "../core/index.js";

/** A residual above what rounding and drift leave in a constraint that follows from the others. */
const allowed = { absolute: 1e-8, ofKept: 100 };

/** Makes a function that finds a dropped constraint that is violated, and allocates its work array. */
export function droppedWatch(problem: Problem, { constraintNames }: Mechanics): (s: State) => Trouble | undefined {
  const constraints = problem.manifold?.constraints;
  if (constraints === undefined) return () => undefined;
  const g = problem.arena.f64(constraints.m);
  return (s) => {
    const { dropped } = constraints;
    if (dropped.length === 0) return undefined;
    constraints.g(g, s.t, s.q);
    let worst = dropped[0];
    for (const row of dropped) if (Math.abs(g[row]) > Math.abs(g[worst])) worst = row;
    const residual = Math.abs(g[worst]);
    for (const row of dropped) g[row] = 0;
    let kept = 0;
    for (let i = 0; i < g.length; i++) kept = Math.max(kept, Math.abs(g[i]));
    if (residual <= Math.max(allowed.absolute, allowed.ofKept * kept)) return undefined;
    return {
      status: "left-manifold",
      t: s.t,
      residual,
      component: constraintNames[worst],
      cause: "a constraint that followed from the others at the start no longer does",
      advice: "Look for constraints that contradict each other, or start where they are independent.",
    };
  };
}
