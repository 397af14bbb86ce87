import { formulationRefuses, type Refusal, type Workspace } from "../../core/index.js";
import { refusesWithoutConstraints } from "./second-order.js";

/** Why there is nothing to return to; undefined when there is. */
export function refusesReturn(workspace: Workspace, name: string): Refusal | undefined {
  if (workspace.algebraic === undefined) return refusesWithoutConstraints(workspace, name);
  return workspace.algebraic.index === 2
    ? undefined
    : formulationRefuses(name, {
        code: "index",
        needs: "constraints that can drift",
        found: `those of "${workspace.name}" decide its algebraic variables at once (index 1)`,
        instead: `Use "underlying"`,
      });
}
