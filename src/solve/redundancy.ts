/** What a run says about redundant constraints: which they are, and which reactions the motion does not determine. */

import { inWords, ownersOf, type Problem, type State } from "../core/index.js";
import type { Blame } from "./blame.js";

/** Redundant constraints of a run, and the multipliers that they leave undetermined at its end. */
export interface Redundancy {
  /** Constraints that follow from the others and were left out, and the joints that they belong to. */
  readonly constraints: readonly string[];
  readonly joints: readonly string[];
  /** What is not determined: multipliers by the names of their constraints, and the joints whose reactions have a part
   * in that. Every other multiplier is determined. */
  readonly undetermined: { readonly constraints: readonly string[]; readonly joints: readonly string[] };
}

const scaling =
  "Of all multipliers that give the same motion, those with the least sum of squares are shown, each constraint taken as it is written: places as lengths, directions as cosines.";

/** The redundancy at a state, with a sentence about it; undefined where nothing is redundant. */
export function redundancyAt(
  problem: Problem,
  blame: Blame,
  s: State,
): { found: Redundancy; note: string } | undefined {
  const { constraints, constraintNames: names } = problem.workspace.mechanics ?? {};
  if (constraints === undefined || names === undefined || constraints.dropped.length === 0) return undefined;
  const parts = problem.workspace.system.constraintParts;
  const before = { ...problem.work };
  const rows = blame.undetermined(s);
  Object.assign(problem.work, before);
  const [left, open] = [constraints.dropped, rows].map((list) => ({
    names: list.map((row) => names[row]),
    owners: ownersOf(list, names, parts),
  }));
  const found = {
    constraints: left.names,
    joints: left.owners.joints,
    undetermined: { constraints: open.names, joints: open.owners.joints },
  };
  const reactions = open.owners.joints.length > 0 ? "reactions" : "multipliers";
  const which = rows.length === 0 ? "" : ` of ${inWords(open.owners, open.names)}`;
  const note = `Constraints of ${inWords(left.owners, left.names)} are redundant, so the motion does not determine all ${reactions}${which}. ${scaling}`;
  return { found, note };
}
