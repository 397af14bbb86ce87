/**
 * A driver of the Dormand–Prince stepper with the step rule of MATLAB's ode45, so that counts of steps can be compared. The error of
 * a step is held to rtol in the maximum norm, with the factor 0.8; steps grow at most five-fold, a second failure halves the step, and
 * the last step is stretched by up to a tenth. Saved times use dense output (Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997) 1).
 */

import { newState, type State, TautError } from "../../core/index.js";
import { root } from "../../math/root.js";
import { dopri5 } from "../../methods/index.js";
import type { Setup } from "./setup.js";

export interface Ode45Options {
  readonly from: { readonly t: number; readonly y: ArrayLike<number> };
  readonly until: number;
  readonly rtol?: number;
  readonly atol?: number;
  /** Increasing times to save. */
  readonly saveAt?: readonly number[];
}

export interface Ode45Result {
  readonly y: Float64Array;
  readonly steps: number;
  readonly failed: number;
  readonly forces: number;
  readonly states: readonly Float64Array[];
}

export function ode45({ problem, workspace }: Setup, options: Ode45Options): Ode45Result {
  const { from, until, rtol = 1e-3, atol = 1e-6, saveAt = [] } = options;
  const { arena, dimension, n } = problem;
  const stepper = dopri5().bind(problem);
  const threshold = atol / rtol;
  const before = workspace.work.forces;
  let s: State = newState(arena, dimension, n);
  let next: State = newState(arena, dimension, n);
  const shown = arena.f64(dimension);
  s.t = from.t;
  s.y.set(from.y);
  const states: Float64Array[] = [];
  let [saved, steps, failed] = [0, 0, 0];
  if (saveAt[0] === s.t) {
    states.push(Float64Array.from(s.y));
    saved = 1;
  }

  /** max |e_i| / max(|a_i|, |b_i|, threshold) */
  const norm = (e: ArrayLike<number>, a: ArrayLike<number>, b: ArrayLike<number>): number => {
    let largest = 0;
    for (let i = 0; i < dimension; i++)
      largest = Math.max(largest, Math.abs(e[i]) / Math.max(Math.abs(a[i]), Math.abs(b[i]), threshold));
    return largest;
  };

  // first step: 0.8 rtol^(1/5) over the relative rate
  const longest = 0.1 * (until - s.t);
  stepper.start(s);
  problem.rate!(shown, s.t, s.y);
  workspace.work.forces = before;
  const rate = norm(shown, s.y, s.y) / (0.8 * root(rtol, 5));
  let h = longest * rate > 1 ? 1 / rate : longest;

  while (s.t < until) {
    h = Math.min(h, longest);
    let ends = false;
    if (1.1 * h >= until - s.t) {
      h = until - s.t;
      ends = true;
    }
    let clean = true;
    let error = 0;
    for (;;) {
      const status = stepper.attempt(next, s, h);
      if (status !== "ok") throw new TautError("papers", `ode45: a step ended with "${status}" at t = ${s.t}.`);
      error = norm(stepper.error!.values!, s.y, next.y);
      if (error <= rtol) break;
      failed++;
      h *= clean ? Math.max(0.1, 0.8 * root(rtol / error, 5)) : 0.5;
      clean = false;
      ends = false;
      if (!(h > 1e-14 * Math.abs(s.t)))
        throw new TautError("papers", `ode45: the step became too small at t = ${s.t}.`);
    }
    next.t = ends ? until : s.t + h;
    for (; saved < saveAt.length && saveAt[saved] <= next.t + 1e-12; saved++) {
      stepper.dense!.at(shown, Math.min(1, (saveAt[saved] - s.t) / h));
      states.push(Float64Array.from(shown));
    }
    stepper.accept();
    steps++;
    [s, next] = [next, s];
    const ratio = 1.25 * root(error / rtol, 5);
    if (clean) h = ratio > 0.2 ? h / ratio : 5 * h;
  }
  return { y: Float64Array.from(s.y), steps, failed, forces: workspace.work.forces - before, states };
}
