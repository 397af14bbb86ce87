import type { Block, Kinds, Problem } from "../core/index.js";

/**
 * Which components of y are measured together: the places of all points, all directors, and the velocities of each. A
 * coordinate that belongs to neither is measured by itself, and so is a state of a first-order system.
 */
export function kindsOf(problem: Problem): Kinds {
  const { dimension, n, workspace } = problem;
  const groups = new Int32Array(dimension).fill(-1);
  const blocks: Block[] = [];
  const group = (members: Iterable<number>, block: Block): void => {
    let isUsed = false;
    for (const i of members) {
      if (groups[i] >= 0) continue;
      groups[i] = blocks.length;
      isUsed = true;
    }
    if (isUsed) blocks.push(block);
  };
  const { points } = workspace.mechanics ?? {};
  if (points !== undefined && n === workspace.mechanics!.n)
    for (const members of [points.coordinates, points.directions ?? []]) {
      group(members, "q");
      group(
        Array.from(members, (i) => n + i),
        "v",
      );
    }
  for (let i = 0; i < dimension; i++) group([i], i < n ? "q" : i < 2 * n ? "v" : "y");
  return { groups, blocks };
}
