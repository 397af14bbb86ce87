/**
 * Evaluates expressions for many instances at once, over columns of inputs with one row for each instance. Building an
 * expression for each of 100,000 rods would take seconds and a gigabyte; a column takes milliseconds and a megabyte.
 *
 * A column of one entry applies to every row, and an expression of such columns only has one entry again.
 */

import { hostMath } from "../../math/index.js";
import { type Expr, evaluatePiecewise, type Graph, type Op, tableOf, topologicalOrder } from "../../symbolic/index.js";
import { fail } from "../model-errors.js";

export type Column = Float64Array<ArrayBuffer>;

/** A column of one entry. */
export function uniform(value: number): Column {
  return Float64Array.of(value);
}

/** Entry `i` of a column. */
export function entry(column: Column, i: number): number {
  return column[column.length === 1 ? 0 : i];
}

/** The column reduced to one entry if all of its entries are equal. */
export function compact(column: Column): Column {
  for (let i = 1; i < column.length; i++) if (!Object.is(column[i], column[0])) return column;
  return column.length > 1 ? column.slice(0, 1) : column;
}

/** How many rows are computed together: enough to hide the overhead, and few enough to stay in the cache. */
const chunk = 512;

/** The most operations of one model, for all rows of all expressions together: some five seconds. */
const mostOperations = 1_000_000_000;
/** An elementary function takes as long as this many sums. */
const perFunction = 25;
const quick: ReadonlySet<Op> = new Set([
  "add",
  "sub",
  "mul",
  "div",
  "neg",
  "sqrt",
  "abs",
  "floor",
  "min",
  "max",
  "select",
]);

/** The columns of `exprs`; `inputs` has one for each symbol in them, and `count` is the number of rows. */
export function evaluate(exprs: readonly Expr[], inputs: ReadonlyMap<Expr, Column>, count: number): Column[] {
  const values = new Map<Expr, Float64Array>();
  const varying = new Set<Expr>();
  const everyChunk: {
    readonly operate: Operation;
    readonly out: Float64Array;
    readonly args: readonly Float64Array[];
  }[] = [];
  const reads: { readonly column: Column; readonly out: Float64Array }[] = [];
  let operations = 0;
  const lanes = Math.max(1, Math.min(count, chunk));

  // 1. values that are the same in all rows are computed here, once; the others become a list of steps
  for (const node of topologicalOrder(exprs)) {
    const out = new Float64Array(lanes);
    values.set(node, out);
    const column = node.op === "symbol" ? inputs.get(node) : undefined;
    if (node.op === "const") out.fill(node.value);
    else if (node.op === "symbol") {
      if (column === undefined) throw new Error(`every symbol must have a column; ${node.name} has none`);
      if (column.length === 1) out.fill(column[0]);
      else {
        varying.add(node);
        reads.push({ column, out });
      }
    } else {
      const args = node.args.map((arg) => values.get(arg)!);
      const step = { operate: operationOf(node), out, args };
      if (node.args.some((arg) => varying.has(arg))) {
        varying.add(node);
        everyChunk.push(step);
        operations += quick.has(node.op) ? 1 : perFunction;
      } else step.operate(out, lanes, args[0], args[1], args[2]);
    }
  }

  if (everyChunk.length > 0) countOperations(exprs[0].graph, operations, count);

  // 2. the steps are done chunk by chunk
  const outputs = exprs.map((expr) => ({
    from: values.get(expr)!,
    column: varying.has(expr) ? new Float64Array(count) : Float64Array.of(values.get(expr)![0]),
    varies: varying.has(expr),
  }));
  for (let row = 0; row < count && varying.size > 0; row += chunk) {
    const rows = Math.min(chunk, count - row);
    for (const { column, out } of reads) out.set(column.subarray(row, row + rows));
    for (const { operate, out, args } of everyChunk) operate(out, rows, args[0], args[1], args[2]);
    for (const { from, column, varies } of outputs) if (varies) column.set(from.subarray(0, rows), row);
  }
  return outputs.map(({ column }) => column);
}

function countOperations(graph: Graph, operations: number, count: number): void {
  graph.evaluated += operations * count;
  if (graph.evaluated > mostOperations)
    fail(
      "model",
      `the expressions of all families and elements may take at most ${mostOperations} operations for their members, where an elementary function counts as ${perFunction}; with ${operations} for each of ${count} members there are more. Shorten the expressions, or reduce the repetitions.`,
    );
}

type Operation = (out: Float64Array, rows: number, a: Float64Array, b: Float64Array, c: Float64Array) => void;

function each(f: (a: number, b: number, c: number) => number): Operation {
  return (out, rows, a, b = a, c = a) => {
    for (let i = 0; i < rows; i++) out[i] = f(a[i], b[i], c[i]);
  };
}

function operationOf(node: Expr): Operation {
  if (node.op !== "table") return hostOperations[node.op as keyof typeof hostOperations];
  const of = tableOf(node);
  return each((x, y) => evaluatePiecewise(of, node.value, x, y));
}

const hostOperations: { readonly [op in Exclude<Op, "const" | "symbol" | "table">]: Operation } = {
  add: each((a, b) => a + b),
  sub: each((a, b) => a - b),
  mul: each((a, b) => a * b),
  div: each((a, b) => a / b),
  neg: each((a) => -a),
  sqrt: each(Math.sqrt),
  abs: each(Math.abs),
  floor: each(Math.floor),
  min: each((a, b) => Math.min(a, b)),
  max: each((a, b) => Math.max(a, b)),
  select: each((a, b, c) => (a > 0 ? b : c)),
  sin: each(hostMath.sin),
  cos: each(hostMath.cos),
  tan: each(hostMath.tan),
  asin: each(hostMath.asin),
  acos: each(hostMath.acos),
  atan: each(hostMath.atan),
  sinh: each(hostMath.sinh),
  cosh: each(hostMath.cosh),
  tanh: each(hostMath.tanh),
  exp: each(hostMath.exp),
  log: each(hostMath.log),
  atan2: each(hostMath.atan2),
  pow: each(hostMath.pow),
};
