/**
 * Functions with cuts and kinks in the laws of a model. At a cut the value jumps (atan2 across the negative axis, floor,
 * mod, sign, where); at a kink only the slope does (abs, min, max). Steps that cross one lose their order, and a
 * constraint or a potential that crosses a cut is another one beyond it.
 */

import type { Switch } from "../core/workspace.js";
import type { Lowered } from "../model/lowered.js";
import { switchArguments } from "./switch-arguments.js";

/** One entry for each law and function. */
export function findSwitches(lowered: Lowered): Switch[] {
  const found = new Map<string, Switch>();
  for (const { law, function: which } of switchArguments(lowered)) {
    const { kind, name, where } = law;
    if (kind === "invariant" || kind === "hidden") continue;
    const key = [which.function, kind, name, where].join(" ");
    if (!found.has(key)) found.set(key, { ...which, law: kind, name, where });
  }
  return [...found.values()];
}
