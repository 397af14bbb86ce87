import { addressOf, type F64 } from "./arena.js";
import type { CompiledRoutine } from "./routine.js";
import type { Status } from "./status.js";

/** A right-hand side dy = F(t, y). */
export interface Rate {
  (dy: F64, t: number, y: F64): Status;
  /** The exported WebAssembly function behind this rate, if there is one: generated code that takes whole steps calls
   * it directly. A wrapper around a rate must leave this field out, so that generated code cannot bypass the
   * wrapper. */
  readonly compiled?: CompiledRate;
}

/** (t, address of y, address of dy) -> -1, or a failure code. */
export type CompiledRate = CompiledRoutine & Required<Pick<CompiledRoutine, "judge">>;

/** Wraps compiled code as a rate. */
export function rateOf(compiled: CompiledRate): Rate {
  const { code } = compiled;
  const rate = (dy: F64, t: number, y: F64): Status => compiled.judge(code(t, addressOf(y), addressOf(dy)), 1);
  return Object.assign(rate, { compiled });
}
