/**
 * A kernel program is one law, or some of its derivatives, as a straight line of typed instructions on one stencil, with
 * a target for each result. It runs for every instance of the law over an index table and a parameter table, either in
 * the interpreter (the plain oracle) or as generated WebAssembly. Both do the same operations in the same order, so
 * their results have the same bits.
 */

import { type Expr, type Op, type Piecewise, tableOf, topologicalOrder } from "../symbolic/index.js";

/** Where the value of a symbol comes from. */
export type Input =
  /** Coordinate `comp` of stencil node `node`, in one of the arrays over coordinates. */
  | { readonly from: "q" | "v" | "w" | "u"; readonly node: number; readonly comp: number }
  /** Entry `offset + stride * instance` of an array over constraints (y), Jacobian entries (g), or of the fixed omega². */
  | { readonly from: "y" | "g" | "omega2"; readonly offset: number; readonly stride: number }
  | { readonly from: "param"; readonly column: number }
  /** The scalar argument: time, or the factor of a linear combination. */
  | { readonly from: "t" };

/** Where a result goes; `array` is the number of the output array. */
export type Target =
  /** out[index(node) + comp] += value */
  | { readonly to: "scatter"; readonly array: number; readonly node: number; readonly comp: number }
  /** out[offset + stride * instance] = value */
  | { readonly to: "store"; readonly array: number; readonly offset: number; readonly stride: number }
  /** out[slot(column, instance)] += value, with a table of slots */
  | { readonly to: "slot"; readonly array: number; readonly column: number }
  /** out[0] += sum of the values over all instances */
  | { readonly to: "sum"; readonly array: number };

export interface Instruction {
  readonly op: Op;
  readonly args: readonly number[];
  readonly value: number;
  readonly input: Input | undefined;
  /** The function of the operation `table`; `value` is the order of its derivative. */
  readonly table?: Piecewise;
}

export interface Output {
  readonly value: number;
  readonly target: Target;
}

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly outputs: readonly Output[];
}

/** Make the program that computes `outputs`; `inputs` says where each symbol's value comes from. */
export function buildProgram(
  outputs: readonly { readonly expr: Expr; readonly target: Target }[],
  inputs: ReadonlyMap<Expr, Input>,
): Program {
  const position = new Map<Expr, number>();
  const instructions: Instruction[] = [];
  for (const node of topologicalOrder(outputs.map((o) => o.expr))) {
    const input = node.op === "symbol" ? inputs.get(node) : undefined;
    if (node.op === "symbol" && input === undefined)
      throw new Error(`kernel: every symbol must have an input; ${node.name} has none`);
    position.set(node, instructions.length);
    const args = node.args.map((a) => position.get(a)!);
    const { op, value } = node;
    instructions.push({ op, args, value, input, ...(op === "table" && { table: tableOf(node) }) });
  }
  return { instructions, outputs: outputs.map((o) => ({ value: position.get(o.expr)!, target: o.target })) };
}
