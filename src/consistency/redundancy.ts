/** What a run says about redundant constraints: which they are, and which reactions the motion does not determine. */

import {
  copyWork,
  inWords,
  type Mechanics,
  ownersOf,
  type Problem,
  type Redundancy,
  type State,
} from "../core/index.js";

const scaling =
  "Of all multipliers that give the same motion, those with the least sum of squares are shown, each constraint taken as it is written: places as lengths, directions as cosines.";

/** The redundancy at a state, with a sentence about it; undefined where nothing is redundant. */
export function redundancyAt(
  problem: Problem,
  { constraints, constraintNames: names }: Mechanics,
  undetermined: (s: State) => readonly number[],
  s: State,
): { found: Redundancy; note: string } | undefined {
  if (constraints.dropped.length === 0) return undefined;
  const parts = problem.workspace.system.constraintParts;
  const before = { ...problem.work };
  const rows = undetermined(s);
  copyWork(problem.work, before);
  const [dropped, open] = [constraints.dropped, rows].map((list) => ({
    names: list.map((row) => names[row]),
    owners: ownersOf(list, names, parts),
  }));
  // which rows were left out is a matter of their order; those of a body are redundant because of the joints around it
  const isOfBody = constraints.dropped.some((row) => parts?.[row]?.kind === "body");
  const left = isOfBody && rows.length > 0 ? { ...dropped, owners: open.owners } : dropped;
  const found = {
    constraints: left.names,
    joints: left.owners.joints,
    undetermined: { constraints: open.names, joints: open.owners.joints },
  };
  const reactions = open.owners.joints.length > 0 ? "reactions" : "multipliers";
  const which = rows.length === 0 ? "" : ` of ${inWords(open.owners, open.names)}`;
  const count = constraints.dropped.length;
  const note = `Constraints of ${inWords(left.owners, left.names)} are redundant, ${count} too many, so the motion does not determine all ${reactions}${which}. ${scaling}`;
  return { found, note };
}
