/** Expressions of the columns of a result, evaluated row by row. */

import { hostMath } from "../math/index.js";
import { type Expr, ExpressionError, Graph, isVector, parse, topologicalOrder, type Value } from "../symbolic/index.js";
import { UsageError } from "./exit.js";

export type Columns = ReadonlyMap<string, ArrayLike<number>>;

/**
 * The values of an expression in every row: of a column by its name (`theta`, `bob_x'`, `lambda rod`), of points as
 * vectors (`norm(bob')`), with the functions of models.
 */
export function columnOf(option: string, text: string, columns: Columns): Float64Array {
  const rows = columns.get("t")!.length;
  const exact = columns.get(text.trim());
  if (exact !== undefined) return Float64Array.from({ length: rows }, (_, k) => exact[k]);
  const graph = new Graph({ functions: hostMath });
  // lambda(rod) is the column "lambda rod", which gets a name that an expression can have
  const standIns = new Map<string, string>();
  const named = text.replace(/\blambda\(\s*([^()]*?)\s*\)/g, (whole, label: string) => {
    const name = `lambda ${label}`;
    if (!columns.has(name)) return whole;
    standIns.set(placeholder(name), name);
    return placeholder(name);
  });
  const lookup = (name: string): Value | undefined => {
    if (columns.has(name)) return graph.symbol(name);
    if (standIns.has(name)) return graph.symbol(standIns.get(name)!);
    const [plain, primes] = [name.replace(/'+$/, ""), name.replace(/^[^']*/, "")];
    const parts = ["x", "y", "z"].map((axis) => `${plain}_${axis}${primes}`).filter((each) => columns.has(each));
    return parts.length === 0 ? undefined : parts.map((each) => graph.symbol(each));
  };
  let value: Value;
  try {
    value = parse(named, { graph, lookup, names: () => columns.keys() });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new UsageError(option, `"${text}", column ${error.position}: ${error.sentence}.`);
  }
  if (isVector(value))
    throw new UsageError(
      option,
      `must be a number in every row; "${text}" is a vector. Write norm(${text}) or x(${text}).`,
    );
  const order = topologicalOrder([value]);
  const slots = new Map(order.map((node, k) => [node, k]));
  const values = new Float64Array(order.length);
  return Float64Array.from({ length: rows }, (_, row) => {
    order.forEach((node, k) => {
      values[k] = evaluated(node, (arg) => values[slots.get(arg)!], columns, row);
    });
    return values[order.length - 1];
  });
}

const placeholder = (name: string): string => `__${Array.from(name, (c) => c.charCodeAt(0).toString(36)).join("_")}`;

function evaluated(node: Expr, of: (arg: Expr) => number, columns: Columns, row: number): number {
  const [a, b, c] = node.args.map(of);
  switch (node.op) {
    case "const":
      return node.value;
    case "symbol":
      return columns.get(node.name)![row];
    case "neg":
      return -a;
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "div":
      return a / b;
    case "min":
    case "max":
    case "sqrt":
    case "abs":
    case "floor":
      return node.op === "min" || node.op === "max" ? Math[node.op](a, b) : Math[node.op](a);
    case "select":
      return c === undefined ? Number.NaN : a > 0 ? b : c;
    case "atan2":
    case "pow":
      return hostMath[node.op](a, b);
    case "table":
      return Number.NaN;
    default:
      return hostMath[node.op](a);
  }
}
