/**
 * Functions with cuts and kinks in the laws of a model. At a cut the value jumps (atan2 across the negative axis, floor,
 * mod, sign, where); at a kink only the slope does (abs, min, max). Steps that cross one lose their order, and a
 * constraint or a potential that crosses a cut is another one beyond it.
 */

import type { Switch } from "../core/workspace.js";
import type { Law, Lowered } from "../model/lowered.js";
import { type Op, tableOf, topologicalOrder } from "../symbolic/index.js";

const switching: { readonly [op in Op]?: Pick<Switch, "function" | "kind"> } = {
  atan2: { function: "atan2", kind: "cut" },
  floor: { function: "floor or mod", kind: "cut" },
  select: { function: "where or sign", kind: "cut" },
  abs: { function: "abs", kind: "kink" },
  min: { function: "min", kind: "kink" },
  max: { function: "max", kind: "kink" },
};

/** Angles in these laws are continued over the cut (`continued-angles.ts`). */
const continuing: readonly Law["kind"][] = ["constraint", "potential"];

/** One entry for each law and function. */
export function findSwitches({ laws }: Lowered): Switch[] {
  return laws.flatMap((law) => {
    const { kind, name, where } = law;
    if (law.count === 0 || kind === "invariant") return [];
    const nodes = topologicalOrder(law.outputs);
    const tables = new Set(nodes.filter(({ op }) => op === "table").map(tableOf));
    const found = [...new Set(nodes.map(({ op }) => op))].flatMap((op) => {
      const isContinued = op === "atan2" && continuing.includes(kind);
      return switching[op] === undefined || isContinued ? [] : [switching[op]];
    });
    for (const { name: table, joint } of tables)
      if (joint !== "smooth") found.push({ function: `table ${table}`, kind: joint });
    return found.map((one) => ({ ...one, law: kind, name, where }));
  });
}

/** A sentence for each table in the laws that has no values outside its points. */
export function findLimits({ laws }: Lowered): string[] {
  const nodes = topologicalOrder(laws.flatMap(({ outputs }) => outputs));
  return [...new Set(nodes.filter(({ op }) => op === "table").map(tableOf))].flatMap(({ name, range }) =>
    range === undefined ? [] : [`The table ${name} has no values outside ${range.from} to ${range.to}.`],
  );
}
