import type { Problem } from "../../core/index.js";

/** Why a projection onto the manifold cannot act, in one sentence; undefined when it can. */
export function refusesWithoutManifold(name: string, problem: Problem): string | undefined {
  if (problem.manifold?.constraints !== undefined || problem.manifold?.invariants !== undefined) return undefined;
  const why =
    problem.name === "stiff"
      ? 'and the stiff view does not satisfy g = 0. Use formulation "underlying", or a slow projection'
      : "and this problem has neither constraints nor invariants. Leave the projection out";
  return `projection "${name}": needs a manifold, ${why}.`;
}
