import { addressOf, type F64 } from "./arena.js";
import type { Status } from "./status.js";

/** A right-hand side dy = F(t, y). */
export interface Rate {
  (dy: F64, t: number, y: F64): Status;
  /** The same as a function of the system's WebAssembly, where it is one: then generated code can call it, a whole step at
   * a time. Another function put in its place has none, so nobody goes around it. */
  readonly compiled?: CompiledRate;
}

export interface CompiledRate {
  /** Exported WebAssembly on `memory`: (t, address of y, address of dy) -> -1, or what went wrong, for `judge`. */
  readonly code: (t: number, y: number, dy: number) => number;
  readonly memory: WebAssembly.Memory;
  /** Counts evaluations, and says how the last of them went. */
  judge(result: number, evaluations: number): Status;
}

/** The rate that `compiled` is. */
export function rateOf(compiled: CompiledRate): Rate {
  const { code } = compiled;
  const rate = (dy: F64, t: number, y: F64): Status => compiled.judge(code(t, addressOf(y), addressOf(dy)), 1);
  return Object.assign(rate, { compiled });
}
