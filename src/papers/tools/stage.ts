/** A compiled model with a formulation, and runs and projections of it with exactly the parts an experiment names. */

import { compileSystem } from "../../compile/index.js";
import {
  type Formulation,
  newState,
  type Problem,
  type Projection,
  type State,
  sentence,
  TautError,
  type Workspace,
} from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { lower, type Model } from "../../model/index.js";
import { Run, type SolveOptions } from "../../solve/index.js";

export interface Stage {
  readonly workspace: Workspace;
  readonly problem: Problem;
  readonly constraintCount: number;
}

export type Parameters = Readonly<Record<string, number>>;

export function stage(model: Model, set: Parameters, formulation: Formulation): Stage {
  const workspace = compileSystem(lower(model, catalogue, { set }), { workBytes: 8_000_000 });
  const refusal = formulation.refuses(workspace);
  if (refusal !== undefined) throw new TautError("papers", sentence(refusal));
  return { workspace, problem: formulation.apply(workspace), constraintCount: workspace.mechanics?.m ?? 0 };
}

/** The model's start, or another, as a state of the stage. */
export function startOf({ workspace, problem }: Stage, y: ArrayLike<number> = workspace.initial): State {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.t = workspace.initialTime;
  s.y.set(y);
  return s;
}

export interface Projected {
  readonly y: Float64Array;
  readonly iterations: number;
  readonly forces: number;
  /** g and gdot, one after the other, before the first iteration and after each. */
  readonly residuals: readonly (readonly number[])[];
}

/** Project the start; throws when it fails. */
export function project(on: Stage, projection: Projection, y?: ArrayLike<number>): Projected {
  const refusal = projection.refuses(on.problem);
  if (refusal !== undefined) throw new TautError("papers", sentence(refusal));
  const s = startOf(on, y);
  const projector = projection.bind(on.problem);
  const before = on.workspace.work.forces;
  const status = projector.apply(s);
  if (status !== "ok") throw new TautError("papers", `a projection failed: ${status}. ${projector.reason ?? ""}`);
  return {
    y: Float64Array.from(s.y),
    iterations: projector.iterations,
    forces: on.workspace.work.forces - before,
    residuals: [residuals(on, s)],
  };
}

/** g, then gdot. */
export function residuals({ workspace, constraintCount: m }: Stage, s: State): number[] {
  const { constraints } = workspace.mechanics!;
  const [g, gdot] = [workspace.arena.f64(m), workspace.arena.f64(m)];
  constraints.g(g, s.t, s.q);
  constraints.gdot(gdot, s.t, s.q, s.v);
  return [...g, ...gdot];
}

export interface Ending {
  /** The accepted state, not projected. */
  readonly y: Float64Array;
  readonly forces: number;
  readonly steps: number;
  readonly rejected: number;
  readonly projections: number;
  /** Saved states, when times were given. */
  readonly states: readonly Float64Array[];
  readonly times: Float64Array;
}

/** Run to the end; throws when it does not get there. */
export function runTo(on: Stage, options: SolveOptions): Ending {
  const run = new Run(on.problem, { start: "assume", saveAt: [], ledger: "saved", maxSteps: 1e9, ...options });
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  // the run's own state: `solution` would project what it shows
  const y = Float64Array.from(run.state.y);
  const { failure, work, trajectory } = run.solution();
  if (failure !== undefined) throw new TautError("papers", `a run failed: ${failure.message}`);
  const all = trajectory.states();
  const { dimension } = on.problem;
  const times = trajectory.times();
  return {
    y,
    forces: work.forces,
    steps: work.steps,
    rejected: work.rejected,
    projections: work.projections,
    times,
    states: Array.from(times, (_, k) => all.slice(k * dimension, (k + 1) * dimension)),
  };
}

/** Euclidean distance of the positions and of the velocities of two states of n coordinates. */
export function apart(a: ArrayLike<number>, b: ArrayLike<number>): { readonly q: number; readonly p: number } {
  const n = a.length / 2;
  const from = (first: number): number => {
    let sum = 0;
    for (let k = first; k < first + n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return Math.sqrt(sum);
  };
  return { q: from(0), p: from(n) };
}
