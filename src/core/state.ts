import { type Arena, addressed, type F64 } from "./arena.js";

/**
 * Time and `y`; for mechanics `q` and `v` are views of `y` (both empty for a first-order system). Steppers, projections
 * and observers work on it.
 */
export interface State {
  t: number;
  readonly y: F64;
  readonly q: F64;
  readonly v: F64;
}

/**
 * A state of `dimension` entries, the first `2 n` of them `q` and `v`, in the memory of an arena.
 *
 * @example
 * const { arena, dimension, n } = prepareRun(pendulum).problem;
 * const s = newState(arena, dimension, n);
 */
export function newState(arena: Arena, dimension: number, n: number): State {
  const y = arena.f64(dimension);
  return { t: 0, y, q: addressed(y.subarray(0, n)), v: addressed(y.subarray(n, 2 * n)) };
}

/** Arrays longer than this are copied by the engine's own routine; for shorter ones a loop is cheaper than the call. */
const short = 64;

/**
 * Copies time and entries of a state to another state of the same length.
 *
 * @example
 * const { run, problem } = prepareRun(pendulum);
 * const kept = newState(problem.arena, problem.dimension, problem.n);
 * copyState(kept, run.state);
 */
export function copyState(to: State, from: State): void {
  const [a, b] = [to.y, from.y];
  to.t = from.t;
  if (a.length > short) a.set(b);
  else for (let i = 0; i < a.length; i++) a[i] = b[i];
}
