import { addressOf, type F64 } from "./arena.js";
import type { CompiledRoutine } from "./routine.js";
import type { Status } from "./status.js";

/**
 * Partial derivatives of a vector function of (t, y) in a fixed sparse pattern, entry by entry, for example `jacobian` of
 * a `Rate`. No entry occurs twice.
 */
export interface SparseJacobian {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  evaluate(values: F64, t: number, y: F64): void;
}

/** A right-hand side dy = F(t, y) of a `Problem`; its status says whether it could be evaluated. */
export interface Rate {
  (dy: F64, t: number, y: F64): Status;
  /** The exported WebAssembly function behind this rate, if there is one: generated code that takes whole steps calls
   * it directly. A wrapper around a rate must leave this field out, so that generated code cannot bypass the
   * wrapper. */
  readonly compiled?: CompiledRate;
  /** dF/dy from the symbolic layer, made when first asked for. It is undefined when the multipliers are eliminated, the
   * mass varies or a force is a function; implicit methods then take differences. */
  jacobian?(): SparseJacobian | undefined;
}

/** The generated code of a `Rate`: (t, address of y, address of dy) -> -1, or a failure code. */
export type CompiledRate = CompiledRoutine & Required<Pick<CompiledRoutine, "judge">>;

/** Wraps compiled code as a rate. */
export function rateOf(compiled: CompiledRate): Rate {
  const { code } = compiled;
  const rate = (dy: F64, t: number, y: F64): Status => compiled.judge(code(t, addressOf(y), addressOf(dy)), 1);
  return Object.assign(rate, { compiled });
}

/**
 * Gives a rate its Jacobian and returns it. The Jacobian is attached to `rate` itself, not to a copy.
 *
 * @example
 * const J: SparseJacobian = { rows: Int32Array.of(0), cols: Int32Array.of(0), evaluate: (J) => { J[0] = -1000; } };
 * const rate: Rate = (dy, _t, y) => { dy[0] = -1000 * y[0]; return "ok"; };
 * const about = { name: "fast", names: ["x"], n: 0, constraintNames: [], initialTime: 0, initial: [1] };
 * const fast = plainSystem(about, () => ({ rate: withJacobian(rate, () => J) }));
 * solve(fast, { method: radau5(), rtol: 1e-6, until: 1 });
 */
export function withJacobian(rate: Rate, jacobian: () => SparseJacobian | undefined): Rate {
  return Object.assign(rate, { jacobian });
}
