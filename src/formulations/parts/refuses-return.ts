import type { Workspace } from "../../core/index.js";
import { refusesWithoutConstraints } from "./second-order.js";

/** Why there is nothing to return to, in one sentence; undefined when there is. */
export function refusesReturn(workspace: Workspace, name: string): string | undefined {
  if (workspace.algebraic === undefined) return refusesWithoutConstraints(workspace, name);
  return workspace.algebraic.index === 2
    ? undefined
    : `formulation "${name}": the constraints of "${workspace.name}" decide its algebraic variables at once (index 1), so nothing can drift. Use "underlying".`;
}
