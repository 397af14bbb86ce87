import { formulationRefuses, type Problem, type Refusal, type Workspace } from "../../core/index.js";

/** The problem of mechanics with the states beside its coordinates; the problem itself when there are none. */
export const withStates = (problem: Problem): Problem => problem.workspace.coupled?.join(problem) ?? problem;

/** Why a formulation cannot treat states beside coordinates; undefined when there are none. */
export function refusesStates({ coupled, name: model }: Workspace, name: string): Refusal | undefined {
  if (coupled === undefined) return undefined;
  const first = coupled.names[0] ?? coupled.algebraic?.names[0];
  return formulationRefuses(name, {
    code: "has-states",
    needs: "equations of coordinates alone",
    found: `"${model}" has states or algebraic variables beside them, beginning with "${first}"`,
    instead: `Use "underlying", "stiff" or, without constraints, "ode"`,
  });
}
