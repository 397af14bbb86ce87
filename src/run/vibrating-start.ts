import { checkedOptions, newState, type Workspace } from "../core/index.js";
import { refusesVibration, vibrating } from "../formulations/parts/adiabatic-refusal.js";
import { omegaOption } from "../formulations/parts/stiffness.js";
import { fastModes, slowEnergy } from "../solve/index.js";
import type { RunSettings } from "./settings.js";

/** Energy of the fast motion above this fraction of the slow motion's energy changes the slow motion visibly. */
const noticeable = 1e-3;

/**
 * Whether the start makes constraints vibrate that the model or the run declares to be stiff springs. The slow motion
 * is then not that of rigid rods, however stiff the springs are, and formulation "adiabatic" follows it. If the
 * settings say how to make the start consistent, the answer is no.
 */
export function startVibrates(workspace: Workspace, { omega, start }: RunSettings): boolean {
  const { mechanics, arena, dimension } = workspace;
  if (mechanics === undefined || start !== undefined) return false;
  if (mechanics.omegaGiven !== true && omega === undefined) return false;
  checkedOptions(vibrating, { omega: omegaOption }, { omega });
  if (refusesVibration(workspace, omega) !== undefined) return false;
  if (omega !== undefined) mechanics.omega2.fill(omega * omega);
  const stated = newState(arena, dimension, mechanics.n);
  stated.t = workspace.initialTime;
  stated.y.set(workspace.initial);
  const fast = fastModes(workspace, stated);
  return fast !== undefined && fast.energy > noticeable * slowEnergy(workspace, stated, 1);
}
