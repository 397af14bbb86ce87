/** Turns expressions of a lowered model into the program of a picture. */

import type { Lowered } from "../../model/index.js";
import type { ModelPoint, SceneProgram } from "../../scene/index.js";
import { type Expr, topologicalOrder } from "../../symbolic/index.js";

export interface ProgramBuilder {
  /** The steps of expressions; undefined if one of them contains what a state does not have, such as a multiplier. */
  add(expressions: readonly Expr[]): number[] | undefined;
  /** A place by its expressions; fixed if they are numbers. */
  place(name: string, expressions: readonly Expr[]): ModelPoint | undefined;
  readonly program: SceneProgram;
}

/** `names` are those of the entries of y. */
export function programBuilder({ graph, time }: Lowered, names: readonly string[]): ProgramBuilder {
  const steps: SceneProgram["steps"][number][] = [];
  const tables: SceneProgram["tables"][number][] = [];
  const known = new Map<Expr, number>();
  const entries = new Map<string, number>();

  /** Symbols of coordinates, velocities and states have the names of the entries of y. */
  const entryOf = (name: string): number | undefined => {
    if (entries.size === 0) for (const [k, each] of names.entries()) entries.set(each, k);
    return entries.get(name);
  };

  const stepOf = (expr: Expr): SceneProgram["steps"][number] | undefined => {
    if (expr.op === "const") return ["number", expr.value];
    if (expr === time) return ["t"];
    if (expr.op === "symbol") {
      const entry = entryOf(expr.name);
      return entry === undefined ? undefined : ["y", entry];
    }
    const args = expr.args.map((arg) => known.get(arg));
    if (args.some((arg) => arg === undefined)) return undefined;
    if (expr.op === "table") {
      const table = graph.tables.get(expr.name);
      if (table === undefined) return undefined;
      let at = tables.indexOf(table);
      if (at < 0) at = tables.push(table) - 1;
      return ["table", at, expr.value, ...(args as number[])];
    }
    return [expr.op, ...(args as number[])];
  };

  const add = (expressions: readonly Expr[]): number[] | undefined => {
    for (const expr of topologicalOrder(expressions)) {
      if (known.has(expr)) continue;
      const step = stepOf(expr);
      if (step === undefined) return undefined;
      known.set(expr, steps.push(step) - 1);
    }
    return expressions.map((expr) => known.get(expr)!);
  };

  return {
    add,
    place(name, expressions) {
      const base = { name, offset: -1, mass: 1, role: "place" } as const;
      if (expressions.every(({ op }) => op === "const")) return { ...base, at: expressions.map(({ value }) => value) };
      const made = add(expressions);
      return made === undefined ? undefined : { ...base, at: [], from: { steps: made } };
    },
    program: { steps, tables },
  };
}
