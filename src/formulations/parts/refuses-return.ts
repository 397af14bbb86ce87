import { formulationRefuses, type Refusal, type Workspace } from "../../core/index.js";
import { refusesWithoutConstraints } from "./second-order.js";

/** Why the system has no constraints to return to; undefined when it has. */
export function refusesReturn(workspace: Workspace, name: string): Refusal | undefined {
  if (workspace.algebraic === undefined) return refusesWithoutConstraints(workspace, name);
  return workspace.algebraic.index === 2
    ? undefined
    : formulationRefuses(name, {
        code: "index",
        needs: "constraints that can drift",
        found: `those of "${workspace.name}" determine its algebraic variables directly (index 1)`,
        instead: `Use "underlying"`,
      });
}
