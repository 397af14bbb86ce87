/**
 * The arguments of functions that are not smooth, law by law. A law switches where such an argument passes zero (`where`,
 * `sign`, `abs`, `min`, `max`, and `atan2` at its cut) or an integer (`floor`, `mod`). Some arguments depend on time
 * alone; the others depend on the state.
 */

import type { Switch } from "../core/workspace.js";
import type { Law, Lowered } from "../model/lowered.js";
import {
  breaksPassed,
  type Expr,
  isConst,
  type Op,
  sub,
  symbolsOf,
  table,
  tableOf,
  topologicalOrder,
} from "../symbolic/index.js";
import { stateLength } from "./names.js";

export interface SwitchArgument {
  readonly law: Law;
  /** The function itself, and the argument on which it switches. */
  readonly node: Expr;
  readonly argument: Expr;
  /** Switches where the argument passes zero, or an integer. */
  readonly at: "zero" | "integers";
  readonly dependsOn: "time" | "state";
  /** Reads multipliers or algebraic variables, which are solved for from the state. */
  readonly isSolved: boolean;
  readonly function: Pick<Switch, "function" | "kind">;
}

const switching: { readonly [op in Op]?: Pick<Switch, "function" | "kind"> } = {
  atan2: { function: "atan2", kind: "cut" },
  floor: { function: "floor or mod", kind: "cut" },
  select: { function: "where or sign", kind: "cut" },
  abs: { function: "abs", kind: "kink" },
  min: { function: "min", kind: "kink" },
  max: { function: "max", kind: "kink" },
};

/** Laws that must be continuous along the motion. Angles in them are continued over the cut (`continued-angles.ts`). */
const continuing: readonly Law["kind"][] = ["constraint", "potential"];

/** Laws whose switches a run meets: the others follow from them. */
export const actsOnMotion = (kind: Law["kind"]): kind is Switch["law"] =>
  kind !== "invariant" && kind !== "hidden" && kind !== "balance";

/** The laws of the model, with those of the states beside coordinates. */
export const allLaws = ({ laws, coupled }: Lowered): readonly Law[] => [...laws, ...(coupled?.laws ?? [])];

/** The arguments of every law that acts on the motion, in the order of the laws. */
export function switchArguments(lowered: Lowered): SwitchArgument[] {
  const { time } = lowered;
  const states = lowered.coupled?.states ?? 0;
  const differential = stateLength(lowered);
  return allLaws(lowered).flatMap((law) => {
    if (law.count === 0 || !actsOnMotion(law.kind)) return [];
    const coordinates = new Set(law.stencil.flatMap((s) => [...s.q, ...s.v]));
    // parameters may follow states beside the coordinates, algebraic variables and multipliers
    const solved = new Set(law.stencil.flatMap(({ q, index }) => (index[0] >= differential ? q : [])));
    for (const { symbol, slot, multiplier } of law.params) {
      if (slot !== undefined || multiplier !== undefined) coordinates.add(symbol);
      if ((slot ?? -1) >= states || multiplier !== undefined) solved.add(symbol);
    }
    const isContinuing = continuing.includes(law.kind);
    return topologicalOrder(law.outputs).flatMap((node): SwitchArgument[] => {
      const found = switching[node.op] ?? (isContinuing ? roughTable(node) : undefined);
      if (found === undefined || (node.op === "atan2" && isContinuing)) return [];
      const at = node.op === "floor" || node.op === "table" ? "integers" : "zero";
      return argumentsOf(node).flatMap((argument): SwitchArgument[] => {
        const symbols = symbolsOf([argument]);
        const readsState = symbols.some((symbol) => coordinates.has(symbol));
        if (isConst(argument) || (!readsState && !symbols.includes(time))) return [];
        const isSolved = symbols.some((symbol) => solved.has(symbol));
        return [{ law, node, argument, at, dependsOn: readsState ? "state" : "time", isSolved, function: found }];
      });
    });
  });
}

/** In other laws, kinks of tables are left to the error estimate. */
function roughTable(node: Expr): SwitchArgument["function"] | undefined {
  if (node.op !== "table" || node.value > 0) return undefined;
  const { name, joint } = tableOf(node);
  return joint === "smooth" ? undefined : { function: `table ${name}`, kind: joint };
}

/** The numbers on which a function switches: one for each axis of a table. */
function argumentsOf(node: Expr): Expr[] {
  const { op, args, graph } = node;
  if (op === "min" || op === "max") return [sub(args[0], args[1])];
  if (op !== "table") return [args[0]];
  return args.flatMap((arg, axis) => {
    const breaks = breaksPassed(tableOf(node), axis);
    return breaks === undefined ? [] : [table(graph.tables.get(breaks.name) ?? breaks, [arg])];
  });
}
