import { type Problem, projectionRefuses, type Refusal } from "../../core/index.js";

/** Why a projection onto the manifold cannot act; undefined when it can. */
export function refusesWithoutManifold(name: string, problem: Problem): Refusal | undefined {
  const { manifold, workspace } = problem;
  if (manifold?.constraints !== undefined || manifold?.invariants !== undefined) return undefined;
  const hasConstraints = (workspace.mechanics?.m ?? 0) > 0;
  return projectionRefuses(name, {
    code: "no-manifold",
    needs: "a manifold",
    ...(hasConstraints
      ? {
          found: `formulation "${problem.name}" does not satisfy g = 0`,
          instead: 'Use formulation "underlying", or a slow projection',
        }
      : {
          found: "this problem has neither constraints nor invariants",
          instead: "Leave the projection out",
        }),
  });
}

/** Why a projection that follows the mechanics itself cannot act beside states; undefined when there are none. */
export function refusesStatesBeside(name: string, { workspace }: Pick<Problem, "workspace">): Refusal | undefined {
  if (workspace.coupled === undefined) return undefined;
  return projectionRefuses(name, {
    code: "has-states",
    needs: "equations of coordinates alone",
    found: `"${workspace.name}" has states or algebraic variables beside them`,
    instead: `Use formulation "underlying", whose projection is "stabilise"`,
  });
}
