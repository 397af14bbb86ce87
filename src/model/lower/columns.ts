/**
 * Numbers of many instances at once: expressions evaluated over columns of inputs, one row for each instance. Building an
 * expression for each of 100,000 rods would take seconds and a gigabyte; a column takes milliseconds and a megabyte.
 *
 * A column of one entry holds for every row, and what depends only on such columns is again one entry.
 */

import { hostMath } from "../../kernels/math/index.js";
import { type Expr, type Op, topologicalOrder } from "../../symbolic/index.js";

export type Column = Float64Array<ArrayBuffer>;

/** A column of one entry. */
export function uniform(value: number): Column {
  return Float64Array.of(value);
}

/** Entry `i` of a column. */
export function entry(column: Column, i: number): number {
  return column[column.length === 1 ? 0 : i];
}

/** The same column in one entry, when all of its entries are equal. */
export function compact(column: Column): Column {
  for (let i = 1; i < column.length; i++) if (!Object.is(column[i], column[0])) return column;
  return column.length > 1 ? column.slice(0, 1) : column;
}

/** The columns of `exprs`; `inputs` has one for each symbol in them, and `count` is the number of rows. */
export function evaluate(exprs: readonly Expr[], inputs: ReadonlyMap<Expr, Column>, count: number): Column[] {
  const order = topologicalOrder(exprs);
  const slot = new Map(order.map((node, k) => [node, k]));
  const values = new Float64Array(order.length);
  const varies = new Uint8Array(order.length);
  const everyRow: Step[] = [];

  // 1. what is the same in all rows is computed here, once; the rest becomes a list of steps
  order.forEach((node, k) => {
    const column = node.op === "symbol" ? inputs.get(node) : undefined;
    if (node.op === "symbol" && column === undefined) throw new Error(`no values for the symbol ${node.name}`);
    const args = node.args.map((arg) => slot.get(arg)!);
    const step: Step = { op: node.op, to: k, column, a: args[0] ?? 0, b: args[1] ?? 0, c: args[2] ?? 0 };
    if (column !== undefined ? column.length !== 1 : args.some((arg) => varies[arg] === 1)) {
      varies[k] = 1;
      everyRow.push(step);
    } else {
      values[k] = node.op === "const" ? node.value : column !== undefined ? column[0] : apply(step, values);
    }
  });

  // 2. row after row
  const outputs = exprs.map((expr) => ({ from: slot.get(expr)!, column: new Float64Array(varies[slot.get(expr)!] ? count : 1) }));
  if (everyRow.length > 0) {
    for (let i = 0; i < count; i++) {
      for (const step of everyRow) values[step.to] = step.column === undefined ? apply(step, values) : step.column[i];
      for (const { from, column } of outputs) if (varies[from] === 1) column[i] = values[from];
    }
  }
  for (const { from, column } of outputs) if (varies[from] === 0) column[0] = values[from];
  return outputs.map(({ column }) => column);
}

interface Step {
  readonly op: Op;
  readonly to: number;
  readonly column: Column | undefined;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

function apply({ op, a: ia, b: ib, c: ic }: Step, values: Float64Array): number {
  const a = values[ia];
  const b = values[ib];
  switch (op) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "div":
      return a / b;
    case "neg":
      return -a;
    case "sqrt":
      return Math.sqrt(a);
    case "abs":
      return Math.abs(a);
    case "floor":
      return Math.floor(a);
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "select":
      return a > 0 ? b : values[ic];
    case "atan2":
    case "pow":
      return hostMath[op](a, b);
    case "const":
    case "symbol":
      return Number.NaN;
    default:
      return hostMath[op](a);
  }
}
