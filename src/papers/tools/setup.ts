/** A compiled model with a formulation applied, ready for runs and projections with exactly the parts that an experiment names. */

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

export interface Setup {
  readonly workspace: Workspace;
  readonly problem: Problem;
  readonly constraintCount: number;
}

export type Parameters = Readonly<Record<string, number>>;

export function setUp(model: Model, set: Parameters, formulation: Formulation): Setup {
  const workspace = compileSystem(lower(model, catalogue, { set })).workspace();
  const refusal = formulation.refuses(workspace);
  if (refusal !== undefined) throw new TautError("papers", sentence(refusal));
  return { workspace, problem: formulation.apply(workspace), constraintCount: workspace.mechanics?.m ?? 0 };
}

/** A state of the problem at the start of the model, or at `y`. */
export function startOf({ workspace, problem }: Setup, y: ArrayLike<number> = workspace.initial): State {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.t = workspace.initialTime;
  s.y.set(y);
  return s;
}

export interface Projected {
  readonly y: Float64Array;
  readonly iterations: number;
  readonly forces: number;
  /** g and then gdot at the projected point. */
  readonly residuals: readonly number[];
}

/** Projects the start, or `y`; throws when the projection fails. */
export function project(setup: Setup, projection: Projection, y?: ArrayLike<number>): Projected {
  const refusal = projection.refuses(setup.problem);
  if (refusal !== undefined) throw new TautError("papers", sentence(refusal));
  const s = startOf(setup, y);
  const projector = projection.bind(setup.problem);
  const before = setup.workspace.work.forces;
  const status = projector.apply(s);
  if (status !== "ok")
    throw new TautError("papers", `a projection failed: ${status}. ${projector.diagnosis?.reason ?? ""}`);
  return {
    y: Float64Array.from(s.y),
    iterations: projector.iterations,
    forces: setup.workspace.work.forces - before,
    residuals: residuals(setup, s),
  };
}

/** g and then gdot at a state. */
export function residuals({ workspace, constraintCount: m }: Setup, s: State): number[] {
  const { constraints } = workspace.mechanics!;
  const [g, gdot] = [workspace.arena.f64(m), workspace.arena.f64(m)];
  constraints.g(g, s.t, s.q);
  constraints.gdot(gdot, s.t, s.q, s.v);
  return [...g, ...gdot];
}

export interface RunEnd {
  /** The last accepted state, not projected. */
  readonly y: Float64Array;
  readonly forces: number;
  readonly steps: number;
  readonly rejected: number;
  readonly projections: number;
  /** States at `times`: empty unless the options name times to save. */
  readonly states: readonly Float64Array[];
  readonly times: Float64Array;
}

/** Runs to the end; throws when the run does not reach it. */
export function runTo(setup: Setup, options: SolveOptions): RunEnd {
  const end = setup.problem.workspace.lease();
  try {
    return finished(setup, options);
  } finally {
    end();
  }
}

function finished(setup: Setup, options: SolveOptions): RunEnd {
  const run = new Run(setup.problem, { start: "assume", saveAt: [], ledger: "saved", maxSteps: 1e9, ...options });
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  // the state of the run itself: `solution` would project it
  const y = Float64Array.from(run.state.y);
  const { failure, work, trajectory } = run.solution();
  if (failure !== undefined) throw new TautError("papers", `a run failed: ${failure.message}`);
  const all = trajectory.states();
  const { dimension } = setup.problem;
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

/** Euclidean distances of the positions and of the velocities of two states (q, v). */
export function distances(a: ArrayLike<number>, b: ArrayLike<number>): { readonly q: number; readonly p: number } {
  const n = a.length / 2;
  const from = (first: number): number => {
    let sum = 0;
    for (let k = first; k < first + n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return Math.sqrt(sum);
  };
  return { q: from(0), p: from(n) };
}
