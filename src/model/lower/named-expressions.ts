/** The named expressions of a section, and how they are grouped into laws. */

import { type Expr, isVector, topologicalOrder, type Value } from "../../symbolic/index.js";
import { fail } from "../model-errors.js";
import type { Scalar } from "../shapes.js";
import { type Context, readNumber } from "./context.js";
import type { Node } from "./symbols.js";

/** The most nodes in one law; beyond this, compiling takes longer than sharing subexpressions saves. */
const largestLaw = 4000;

/** One named expression of a section, with its components. */
export interface NamedExpression {
  readonly where: string;
  readonly names: readonly string[];
  readonly exprs: readonly Expr[];
  /** The constraint or joint of which these are the components; absent where they stand alone. */
  readonly whole?: string;
  /** The coordinates on which the expressions of forces and rates act. */
  readonly targets?: readonly number[];
  readonly nodes?: readonly Node[];
  readonly omega?: number;
}

/** Groups expressions of equal omega. */
export function byOmega(expressions: readonly NamedExpression[]): NamedExpression[][] {
  const groups = new Map<number | undefined, NamedExpression[]>();
  for (const expression of expressions) {
    const same = groups.get(expression.omega);
    if (same === undefined) groups.set(expression.omega, [expression]);
    else same.push(expression);
  }
  return [...groups.values()];
}

/** Groups consecutive expressions as long as they have few nodes together. */
export function group(expressions: readonly NamedExpression[]): NamedExpression[][] {
  const groups: NamedExpression[][] = [];
  let seen = new Set<Expr>();
  for (const expression of expressions) {
    const nodes = topologicalOrder(expression.exprs);
    for (const node of nodes) seen.add(node);
    if (groups.length === 0 || seen.size > largestLaw) {
      groups.push([]);
      seen = new Set(nodes);
    }
    groups[groups.length - 1].push(expression);
  }
  return groups;
}

/** The names of the components of a constraint: its own name, or name_x, name_y, name_z. */
export function componentNames(name: string, count: number): string[] {
  if (count === 1) return [name];
  return Array.from({ length: count }, (_, k) => (count <= 3 ? `${name}_${"xyz"[k]}` : `${name}_${k + 1}`));
}

export function readOmega(context: Context, where: string, value: Scalar): number {
  const omega = readNumber(context, where, value);
  if (!(omega > 0)) fail(where, `omega must be above 0; got ${omega}. Give the stiffness of the constraint.`);
  return omega;
}

export function scalarOf(where: string, value: Value): Expr {
  if (isVector(value))
    fail(
      where,
      `must be a scalar; this is a vector with ${value.length} components. Write dot(u, v), norm(u) or x(u).`,
    );
  return value;
}
