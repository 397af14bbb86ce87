import { type F64, type SparseJacobian, type Status, type System, TautError, withJacobian } from "../core/index.js";
import { plainSystem } from "./plain-system.js";
import { checkSlope, checkWritten, entryName, timesDense } from "./trial.js";

/** The right-hand side that `ode` takes: dy = F(t, y). Write every entry of `dy`. */
export type RateFunction = (dy: Float64Array, t: number, y: Float64Array) => void;

/** Options of `ode`. */
export interface OdeOptions {
  /** The name in messages and results. Default "ode". */
  readonly name?: string;
  /** One name for each component. Default: y0, y1, … */
  readonly names?: readonly string[];
  /** The time at the start. Default 0. */
  readonly t?: number;
  /** dF/dy row by row, `n * n` numbers, for implicit methods. Default: differences. */
  readonly jacobian?: (J: Float64Array, t: number, y: Float64Array) => void;
}

/**
 * A first-order system y' = F(t, y) from a function.
 *
 * @example
 * const decay = ode((dy, t, y) => { dy[0] = -y[0]; }, [1]);
 * solve(decay, { method: dopri5(), rtol: 1e-8, until: 2 }).y[0]; // 0.1353…
 */
export function ode(rate: RateFunction, initial: ArrayLike<number>, options: OdeOptions = {}): System {
  const n = initial.length;
  const { name = "ode", names = Array.from({ length: n }, (_, i) => `y${i}`), t = 0, jacobian } = options;
  if (typeof rate !== "function")
    throw new TautError("ode", `the first argument must be a function (dy, t, y); got ${typeof rate}.`);
  const about = { name, names, n: 0, constraintNames: [], initialTime: t, initial };
  const start = Float64Array.from(initial);
  if (names.length === n) tryFunctions(rate, jacobian, names, t, start);
  return plainSystem(about, (_, work) => {
    const counted = (dy: F64, time: number, y: F64): Status => {
      work.forces++;
      rate(dy, time, y);
      return "ok";
    };
    const slopes: SparseJacobian | undefined = jacobian && { ...fullPattern(n, n), evaluate: jacobian };
    return { rate: withJacobian(counted, () => slopes) };
  });
}

/** Calls both functions at the start, and refuses what they do not write and a Jacobian that is not that of the rate. */
function tryFunctions(
  rate: RateFunction,
  jacobian: OdeOptions["jacobian"],
  names: readonly string[],
  t: number,
  start: Float64Array,
): void {
  const n = names.length;
  checkWritten(
    "ode",
    "dy",
    n,
    (i) => names[i],
    (dy) => rate(dy, t, start.slice()),
  );
  if (jacobian === undefined) return;
  const J = new Float64Array(n * n);
  checkWritten("jacobian", "J", n * n, entryName(names, names), (out) => jacobian(out, t, start.slice()));
  checkSlope(
    {
      ...{ path: "jacobian", of: "the rate", rows: names, columns: names },
      value: (out, y) => rate(out, t, y),
      along(out, y, d) {
        jacobian(J, t, y);
        timesDense(out, J, d);
      },
    },
    start,
  );
}

/** Every entry of a matrix, row by row. */
export function fullPattern(rows: number, cols: number): { readonly rows: Int32Array; readonly cols: Int32Array } {
  return {
    rows: Int32Array.from({ length: rows * cols }, (_, k) => Math.floor(k / cols)),
    cols: Int32Array.from({ length: rows * cols }, (_, k) => k % cols),
  };
}
