/**
 * Functions with cuts and kinks in the laws of a model. At a cut the value jumps (atan2 across the negative axis, floor,
 * mod, sign, where); at a kink only the slope does (abs, min, max). Steps that cross one lose their order, and a
 * constraint or a potential that crosses a cut is another one beyond it.
 */

import type { Switch } from "../core/workspace.js";
import type { Law, Lowered } from "../model/lowered.js";
import { type Op, topologicalOrder } from "../symbolic/index.js";

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
export function findSwitches({ laws, coupled }: Lowered): Switch[] {
  return [...laws, ...(coupled?.laws ?? [])].flatMap((law) => {
    const { kind, name, where } = law;
    if (law.count === 0 || kind === "invariant" || kind === "hidden" || kind === "balance") return [];
    const ops = new Set(topologicalOrder(law.outputs).map(({ op }) => op));
    return [...ops].flatMap((op) => {
      const found = switching[op];
      const isContinued = op === "atan2" && continuing.includes(kind);
      return found === undefined || isContinued ? [] : [{ ...found, law: kind, name, where }];
    });
  });
}
