import type { System } from "../../core/index.js";
import { refusesWithoutConstraints } from "./second-order.js";

/** Why there is nothing to return to, in one sentence; undefined when there is. */
export function refusesReturn(system: System, name: string): string | undefined {
  if (system.algebraic === undefined) return refusesWithoutConstraints(system, name);
  return system.algebraic.index === 2
    ? undefined
    : `formulation "${name}": the constraints of "${system.name}" decide its algebraic variables at once (index 1), so nothing can drift. Use "underlying".`;
}
