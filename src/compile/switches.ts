/**
 * Functions with cuts and kinks in the laws of a model. At a cut the value jumps (atan2 across the negative axis, floor,
 * mod, sign, where); at a kink only the slope does (abs, min, max). Steps that cross one lose their order, and a
 * constraint or a potential that crosses a cut is another one beyond it.
 */

import type { Switch } from "../core/workspace.js";
import type { Law, Lowered } from "../model/lowered.js";
import { type Piecewise, tableOf, topologicalOrder } from "../symbolic/index.js";
import { actsOnMotion, allLaws, switchArguments } from "./switch-arguments.js";

/** One entry for each law and function. */
export function findSwitches(lowered: Lowered): Switch[] {
  const found = new Map<string, Switch>();
  for (const { law, function: which } of switchArguments(lowered)) {
    const { kind, name, where } = law;
    if (!actsOnMotion(kind)) continue;
    const key = [which.function, kind, name, where].join(" ");
    if (!found.has(key)) found.set(key, { ...which, law: kind, name, where });
  }
  return [...found.values(), ...tableSwitches(lowered)];
}

/** Tables that have a kink or a jump at their points. */
function tableSwitches(lowered: Lowered): Switch[] {
  return allLaws(lowered).flatMap((law) => {
    const { count, kind, name, where } = law;
    if (count === 0 || !actsOnMotion(kind)) return [];
    return roughTables(law).flatMap(({ name: table, joint }) =>
      joint === "smooth" ? [] : [{ function: `table ${table}`, kind: joint, law: kind, name, where }],
    );
  });
}

/** The tables of a law that have a kink or a jump. */
export function roughTables({ outputs }: Law): Piecewise[] {
  const tables = topologicalOrder(outputs).filter(({ op }) => op === "table");
  return [...new Set(tables.map(tableOf))].filter(({ joint }) => joint !== "smooth");
}

/** A sentence for each table in the laws that has no values outside its points. */
export function findLimits(lowered: Lowered): string[] {
  const nodes = topologicalOrder(allLaws(lowered).flatMap(({ outputs }) => outputs));
  return [...new Set(nodes.filter(({ op }) => op === "table").map(tableOf))].flatMap(({ name, axes }) =>
    axes.flatMap(({ range }, k) => {
      const of = axes.length === 1 ? "" : ` in ${k === 0 ? "x" : "y"}`;
      return range === undefined ? [] : [`The table ${name} has no values outside ${range.from} to ${range.to}${of}.`];
    }),
  );
}
