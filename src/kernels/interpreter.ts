/**
 * The plain interpreter of kernel programs. It is slow and simple, and it is the oracle against which the WebAssembly
 * back end is tested, bit for bit.
 */

import { hostMath } from "../math/index.js";
import { evaluatePiecewise } from "../symbolic/index.js";
import type { Input, Instruction, Program, Target } from "./program.js";
import type { Tables } from "./tables.js";

/** Byte addresses of the arrays of one call. */
export interface KernelArguments {
  readonly t: number;
  readonly q: number;
  readonly v: number;
  readonly w: number;
  readonly u: number;
  readonly y: number;
  readonly g: number;
  readonly out: readonly number[];
}

export function interpret(program: Program, tables: Tables, buffer: ArrayBuffer, args: KernelArguments): void {
  const f64 = new Float64Array(buffer);
  const i32 = new Int32Array(buffer);
  const values = new Float64Array(program.instructions.length);
  const sums = new Float64Array(args.out.length);

  /** Byte offset of a node's first coordinate. */
  const nodeOffset = (node: number, i: number): number => {
    const column = tables.index[node];
    return column.kind === "affine" ? 8 * (column.base + i * column.stride) : i32[column.address / 4 + i];
  };

  const read = (input: Input, i: number): number => {
    switch (input.from) {
      case "t":
        return args.t;
      case "q":
      case "v":
      case "w":
      case "u":
        return f64[(args[input.from] + nodeOffset(input.node, i)) / 8 + input.comp];
      case "y":
      case "g":
        return f64[args[input.from] / 8 + input.offset + i * input.stride];
      case "omega2":
        return f64[tables.omega2 / 8 + input.offset + i * input.stride];
      case "param": {
        const column = tables.params[input.column];
        return f64[column.address / 8 + (column.uniform ? 0 : i)];
      }
    }
  };

  const write = (target: Target, value: number, i: number): void => {
    const base = args.out[target.array] / 8;
    switch (target.to) {
      case "scatter":
        f64[base + nodeOffset(target.node, i) / 8 + target.comp] += value;
        return;
      case "store":
        f64[base + target.offset + target.stride * i] = value;
        return;
      case "slot":
        f64[base + i32[tables.slots / 4 + target.column * tables.count + i] / 8] += value;
        return;
      case "sum":
        sums[target.array] += value;
    }
  };

  for (let i = 0; i < tables.count; i++) {
    evaluate(values, program, (input) => read(input, i));
    for (const output of program.outputs) write(output.target, values[output.value], i);
  }
  const summed = new Set(program.outputs.flatMap((o) => (o.target.to === "sum" ? [o.target.array] : [])));
  for (const array of summed) f64[args.out[array] / 8] += sums[array];
}

/** Compute the value of every instruction for one instance. */
export function evaluate(values: Float64Array, program: Program, read: (input: Input) => number): void {
  program.instructions.forEach((instruction, k) => {
    values[k] = instruction.input ? read(instruction.input) : apply(instruction, values);
  });
}

function apply(instruction: Instruction, values: Float64Array): number {
  const a = values[instruction.args[0]];
  const b = values[instruction.args[1]];
  switch (instruction.op) {
    case "const":
      return instruction.value;
    case "symbol":
      throw new Error("kernel: every symbol must have an input");
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
      return a > 0 ? b : values[instruction.args[2]];
    case "table":
      return evaluatePiecewise(instruction.table!, instruction.value, a, b);
    case "atan2":
    case "pow":
      return hostMath[instruction.op](a, b);
    default:
      return hostMath[instruction.op](a);
  }
}
