/** The window of a filtering projection around a point, as columns: the fast motion, the filter, the filtered point. */

import { newState, type Projector, type Workspace } from "../core/index.js";

/**
 * The fast motion that a filtering projection averages around a point, and its weights; `PreparedProjection.window`
 * returns it.
 */
export interface ProjectionWindow {
  /** Times of the micro-steps, relative to that of the point. */
  readonly t: Float64Array;
  /** Weights of the filter; they add up to 1. */
  readonly weights: Float64Array;
  /** The micro-solution: each coordinate and each constraint over these times. */
  readonly q: readonly Float64Array[];
  readonly g: readonly Float64Array[];
  /** The filtered coordinates, and the constraints at that point. */
  readonly filtered: { readonly q: readonly number[]; readonly g: readonly number[] };
}

/**
 * A function that returns the window around a point (positions, then velocities) at a time; undefined for a projection
 * that does not filter.
 */
export function newWindowOf(
  { arena, dimension, mechanics }: Workspace,
  projector: Projector,
): ((at: ArrayLike<number>, time: number) => ProjectionWindow | undefined) | undefined {
  const micro = projector.newMicroSolution?.();
  if (micro === undefined || mechanics === undefined) return undefined;
  const { n, m, constraints } = mechanics;
  const s = newState(arena, dimension, n);
  const g = arena.f64(m);
  const constraintsAt = (t: number, q: ArrayLike<number>): Float64Array => {
    s.q.set(q);
    constraints.g(g, t, s.q);
    return Float64Array.from(g);
  };
  return (at, time) => {
    s.t = time;
    s.y.set(at);
    const seen = micro(s);
    if (seen === undefined) return undefined;
    const { t, weights, y } = seen;
    const rows = Array.from(t, (_, k) => y.subarray(k * 2 * n, k * 2 * n + n));
    const misses = rows.map((q, k) => constraintsAt(time + t[k], q));
    const column = (all: readonly Float64Array[], i: number): Float64Array => Float64Array.from(all, (row) => row[i]);
    const q = Array.from({ length: n }, (_, i) => column(rows, i));
    const filtered = q.map((values) => values.reduce((sum, x, k) => sum + weights[k] * x, 0));
    return {
      t,
      weights,
      q,
      g: Array.from({ length: m }, (_, i) => column(misses, i)),
      filtered: { q: filtered, g: Array.from(constraintsAt(time, filtered)) },
    };
  };
}
