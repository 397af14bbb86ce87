/** For which systems formulation "adiabatic" can be used. It is a file of its own, so that a run can ask without the formulation. */

import { formulationRefuses, type Refusal, type Workspace } from "../../core/index.js";
import { refusesReactive } from "./reactive.js";
import { refusesWithoutConstraints } from "./second-order.js";
import { refusesStates } from "./states.js";
import { refusesWithoutStiffness } from "./stiffness.js";

/** The name of the formulation. */
export const vibrating = "adiabatic";

/**
 * The largest number of constraints: every evaluation finds the eigenvalues of a dense matrix, which costs the cube of
 * its size.
 */
const mostConstraints = 64;

/** Why the formulation cannot be used with this stiffness, or with the model's own; undefined when it can. */
export function refusesVibration(workspace: Workspace, omega: number | undefined): Refusal | undefined {
  const refusal =
    refusesWithoutConstraints(workspace, vibrating) ??
    refusesStates(workspace, vibrating) ??
    refusesReactive(workspace, vibrating) ??
    refusesWithoutStiffness(workspace, vibrating, omega);
  if (refusal !== undefined) return refusal;
  const { m, mass } = workspace.mechanics!;
  if (m > mostConstraints)
    return formulationRefuses(vibrating, {
      code: "too-many-constraints",
      needs: `at most ${mostConstraints} constraints, because it finds the fast modes at every evaluation`,
      found: `"${workspace.name}" has ${m}`,
      instead: `Use "stiff" to follow the vibration, or "slow-field" to leave it out`,
    });
  if (mass === "varying")
    return formulationRefuses(vibrating, {
      code: "varying-mass",
      needs: "a constant mass",
      found: `that of "${workspace.name}" depends on q`,
      instead: `Use "stiff"`,
    });
  return undefined;
}
