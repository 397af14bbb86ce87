import { type Arena, addressOf, type F64 } from "./arena.js";
import type { Program, Step } from "./program.js";
import type { Status } from "./status.js";

/** A right-hand side dy = F(t, y). */
export interface Rate {
  (dy: F64, t: number, y: F64): Status;
  /** The exported WebAssembly function behind this rate, if there is one: generated code that takes whole steps calls
   * it directly. A wrapper around a rate must leave this field out, so that generated code cannot bypass the
   * wrapper. */
  readonly compiled?: CompiledRate;
}

export interface CompiledRate {
  /** Exported WebAssembly on `memory`: (t, address of y, address of dy) -> -1, or a failure code that `judge`
   * understands. */
  readonly code: (t: number, y: number, dy: number) => number;
  readonly memory: WebAssembly.Memory;
  /** Counts the evaluations, and turns the result of the last one into a status. */
  judge(result: number, evaluations: number): Status;
  /** The WebAssembly reading of programs. Generated code brings it along, so that methods need not import it. */
  readonly link: Link;
}

/** Binds a program with one evaluation, the right-hand side `rate`, as a single call of WebAssembly. */
export type Link = (program: Program, arena: Arena, arrays: Readonly<Record<string, F64>>, rate: CompiledRate) => Step;

/** Wraps compiled code as a rate. */
export function rateOf(compiled: CompiledRate): Rate {
  const { code } = compiled;
  const rate = (dy: F64, t: number, y: F64): Status => compiled.judge(code(t, addressOf(y), addressOf(dy)), 1);
  return Object.assign(rate, { compiled });
}
