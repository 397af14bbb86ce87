/**
 * The instruction set in WebAssembly, for one instance at a time (`scalar`) or two (`pair`). The same generator writes
 * both bodies of a kernel's loop; each lane does the same operations as the scalar body, so the bits are equal.
 */

import { pairFunction, scalarFunction } from "../math/index.js";
import type { Op } from "../symbolic/index.js";
import { type Code, call, f32x4, f64, f64x2, type I32, type Module, select } from "../wasm/index.js";
import type { Instruction } from "./program.js";
import { tableFunction, tablePairFunction } from "./table-code.js";

/** An address and a constant offset. */
export interface Place {
  readonly address: I32;
  readonly offset: number;
}

export interface Lanes<T extends "f64" | "v128"> {
  readonly type: T;
  const(value: number): Code<T>;
  /** Load all lanes from the same address. */
  loadUniform(address: I32, offset: number): Code<T>;
  /** Load the lanes from consecutive addresses. */
  loadConsecutive(address: I32, offset: number): Code<T>;
  /** Load each lane from its own place. */
  gather(places: readonly Place[]): Code<T>;
  apply(module: Module, op: Op, args: readonly Code<T>[], of?: TableOperation): Code<T>;
}

/** What the operation `table` needs beside its argument: the function, and the order of its derivative. */
export type TableOperation = Pick<Instruction, "table" | "value">;

type Arithmetic<T extends "f64" | "v128"> = Record<
  "add" | "sub" | "mul" | "div" | "min" | "max",
  (a: Code<T>, b: Code<T>) => Code<T>
> &
  Record<"neg" | "sqrt" | "abs" | "floor", (a: Code<T>) => Code<T>>;

function applyExact<T extends "f64" | "v128">(
  arithmetic: Arithmetic<T>,
  op: Op,
  args: readonly Code<T>[],
): Code<T> | undefined {
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "min":
    case "max":
      return arithmetic[op](args[0], args[1]);
    case "neg":
    case "sqrt":
    case "abs":
    case "floor":
      return arithmetic[op](args[0]);
    default:
      return undefined;
  }
}

export const scalar: Lanes<"f64"> = {
  type: "f64",
  const: f64.const,
  loadUniform: f64.load,
  loadConsecutive: f64.load,
  gather: ([place]) => f64.load(place.address, place.offset),
  apply(module, op, args, of) {
    if (op === "table") return call(tableFunction(module, of!.table!, of!.value), ...args);
    if (op === "select") return select(f64.gt(args[0], f64.const(0)), args[1], args[2]);
    const exact = applyExact(f64, op, args);
    if (exact) return exact;
    if (op === "const" || op === "symbol") throw new Error(`kernel: ${op} is not an operation`);
    return call(scalarFunction(module, op as Parameters<typeof scalarFunction>[1]), ...args);
  },
};

export const pair: Lanes<"v128"> = {
  type: "v128",
  const: (value) => f64x2.const(value, value),
  loadUniform: f64x2.loadSplat,
  loadConsecutive: f64x2.load,
  gather: ([low, high]) => f64x2.loadHigh(high.address, f64x2.loadLow(low.address, low.offset), high.offset),
  apply(module, op, args, of) {
    if (op === "table") return call(tablePairFunction(module, of!.table!, of!.value), ...args);
    if (op === "select") return f64x2.choose(args[1], args[2], f64x2.gt(args[0], f64x2.const(0, 0)));
    const exact = applyExact(f64x2, op, args);
    if (exact) return exact;
    if (op === "const" || op === "symbol") throw new Error(`kernel: ${op} is not an operation`);
    return call(pairFunction(module, op as Parameters<typeof pairFunction>[1]), ...args);
  },
};

/** Operations that have one result in single precision; elementary functions are not among them. */
export const singleOps: ReadonlySet<Op> = new Set<Op>([
  ...(["const", "symbol", "add", "sub", "mul", "div", "min", "max", "neg", "sqrt", "abs", "floor", "select"] as const),
]);

/** Four numbers in single precision. */
export const quad: Lanes<"v128"> = {
  type: "v128",
  const: f32x4.const,
  loadUniform: f32x4.loadSplat,
  loadConsecutive: f32x4.load,
  gather() {
    throw new Error("kernel: numbers in single precision are loaded from consecutive addresses");
  },
  apply(_, op, args) {
    if (op === "select") return f64x2.choose(args[1], args[2], f32x4.gt(args[0], f32x4.const(0)));
    const exact = applyExact(f32x4, op, args);
    if (exact === undefined) throw new Error(`kernel: ${op} is not an operation in single precision`);
    return exact;
  },
};
