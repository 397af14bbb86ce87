/** One run of a model, read by the names of its coordinates. */

import { newState, type State, TautError } from "../../core/index.js";
import type { Model } from "../../model/index.js";
import { prepareRun } from "../../run/run.js";
import type { RunSettings } from "../../run/settings.js";
import type { Solution } from "../../solve/index.js";

export interface Motion {
  readonly solution: Solution;
  /** Saved times. */
  readonly t: Float64Array;
  /** Saved values of a coordinate `x` or a velocity `x'`. */
  of(name: string): Float64Array;
  /** Rates of change in the view that was run; the rate of `x'` is the acceleration. */
  rateOf(name: string): Float64Array;
  /** The multiplier of a constraint in the rigid view (KKT) at each saved (q, v). */
  multiplier(constraint: string): Float64Array;
  /** The counterpart of the multiplier in the stiff view: omega^2 g at each saved state. */
  tension(constraint: string): Float64Array;
}

/** Tolerances so tight that the equation is measured and not the method. */
const tight: RunSettings = { method: "dop853", rtol: 1e-12, atol: 1e-14 };

/** Runs `model` with the parameters `set`, at tight tolerances unless a step is given. Throws when the run does not reach its end. */
export function run(model: Model, settings: RunSettings, set: Readonly<Record<string, number>> = {}): Motion {
  const motion = attempt(model, settings, set);
  const { failure } = motion.solution;
  if (failure !== undefined) throw new TautError("papers", `a run of "${model.name}" failed: ${failure.message}`);
  return motion;
}

/** The same without throwing: a run that fails keeps what it has reached. */
export function attempt(model: Model, settings: RunSettings, set: Readonly<Record<string, number>> = {}): Motion {
  const prepared = prepareRun(model, {
    settings: settings.step === undefined ? { ...tight, ...settings } : settings,
    set,
    solve: { multipliers: true, ledger: "saved" },
  });
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  const solution = prepared.run.solution();

  const { problem, workspace } = prepared;
  const { arena, dimension, n } = problem;
  const { trajectory } = solution;
  const t = trajectory.times();
  const state = newState(arena, dimension, n);
  /** `value` at every saved state. */
  const along = (value: (s: State) => number): Float64Array => {
    const states = trajectory.states();
    return t.map((time, k) => {
      state.t = time;
      state.y.set(states.subarray(k * dimension, (k + 1) * dimension));
      return value(state);
    });
  };
  const indexOf = (name: string, names: readonly string[]): number => {
    const index = names.indexOf(name);
    if (index < 0)
      throw new TautError("papers", `"${model.name}" does not define "${name}". Use one of: ${names.join(", ")}.`);
    return index;
  };
  const rowOf = (constraint: string): number => indexOf(constraint, workspace.mechanics?.constraintNames ?? []);
  return {
    solution,
    t,
    of: (name) => trajectory.component(indexOf(name, workspace.names)),
    rateOf(name) {
      const index = indexOf(name, workspace.names);
      const dy = arena.f64(dimension);
      return along((s) => {
        problem.rate!(dy, s.t, s.y);
        return dy[index];
      });
    },
    multiplier(constraint) {
      const row = rowOf(constraint);
      const all = trajectory.multipliers();
      return t.map((_, k) => all[k * trajectory.m + row]);
    },
    tension(constraint) {
      const row = rowOf(constraint);
      const { constraints, omega2, m } = workspace.mechanics!;
      const g = arena.f64(m);
      return along((s) => {
        constraints.g(g, s.t, s.q);
        return omega2[row] * g[row];
      });
    },
  };
}
