/** A solution with values by name: coordinates, expressions, multipliers, and states between the saved ones. */

import { compileSystem, outputKernel } from "../compile/index.js";
import { append, type F64, multipliersAt, newState, type Problem, TautError } from "../core/index.js";
import { borrow } from "../memory/on-workspace.js";
import { type Catalogue, lower, validateModel } from "../model/index.js";
import { Run, type Solution } from "../solve/index.js";
import { nearest } from "../symbolic/index.js";
import { OutputRecorder } from "./outputs.js";
import type { PreparedRun } from "./run.js";

/** One state of a run; `RunSolution.at` returns it. */
export interface StateAt {
  readonly t: number;
  readonly y: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** One component by name, for example `"bob_x'"`. */
  of(name: string): number;
}

/**
 * What `run` returns: a `Solution` that can be asked by name for coordinates, expressions and multipliers, also between
 * the saved times.
 */
export interface RunSolution extends Solution, Pick<PreparedRun, "system" | "choice"> {
  /** The saved times. */
  readonly times: Float64Array;
  /**
   * A coordinate, velocity or output by name, or any expression that an output may have, at every saved time:
   * `of("bob_y")`, `of("bob_y'")`, `of("norm(a - b)")`, `of("bob_y''")`, `of("lambda(rod)")`.
   */
  of(what: string): Float64Array;
  /** The multiplier of a constraint, or an algebraic variable, at every saved time; NaN where it is not defined. */
  multiplier(name: string): Float64Array;
  /**
   * The state at any time of the run: the run's own method steps there from the saved state before it. Throws if that
   * would be another motion (random forces, formulations that remember their start); save such times with `every` or
   * `saveAt`.
   */
  at(t: number): StateAt;
}

/** The problem of a run on a workspace of its own. */
type WithProblem = <T>(use: (problem: Problem) => T) => T;

export function namedSolution(solution: Solution, prepared: PreparedRun, catalogue: Catalogue): RunSolution {
  const { system, choice, set } = prepared;
  const { trajectory } = solution;
  const withProblem: WithProblem = (use) => borrow(system, (workspace) => use(prepared.formulation.apply(workspace)));
  return {
    ...solution,
    system,
    choice,
    get times() {
      return trajectory.times();
    },
    of(what) {
      const k = system.names.indexOf(what);
      if (k >= 0) return trajectory.component(k);
      const output = prepared.outputs?.columns.findIndex(({ name }) => name === what) ?? -1;
      if (output >= 0) return prepared.outputs!.column(output, solution);
      return evaluated(what, prepared, trajectory, catalogue, set);
    },
    multiplier(name) {
      const row = system.constraintNames.indexOf(name);
      if (row < 0) throw unknownName("multiplier", name, system.constraintNames);
      return withProblem((problem) => multipliersAlong(problem, solution, row));
    },
    at: (t) => stateAt(t, solution, prepared, withProblem),
  };
}

function unknownName(what: string, name: string, names: readonly string[]): TautError {
  const meant = nearest(name, names);
  const hint = meant === undefined ? `The names are: ${names.slice(0, 12).join(", ")}.` : `Did you mean "${meant}"?`;
  return new TautError(what, `"${name}" is not a name of this model. ${hint}`);
}

/** An expression at every saved state. It is compiled as an output of the model. */
function evaluated(
  expression: string,
  { model, formulation }: PreparedRun,
  trajectory: Solution["trajectory"],
  catalogue: Catalogue,
  set: Readonly<Record<string, number>> | undefined,
): Float64Array {
  const name = "value_of_expression";
  const { observables: _, events: __, ...run } = model.run ?? {};
  const measured = validateModel({ ...model, run, outputs: { [name]: expression } }, catalogue);
  const lowered = lower(measured, catalogue, { set });
  if (lowered.outputs!.columns.length > 1)
    throw new TautError("of", `must be a scalar; "${expression}" is a vector. Write x(…), y(…) or norm(…).`);
  return borrow(compileSystem(lowered), (workspace) => {
    const problem = formulation.apply(workspace);
    const recorder = new OutputRecorder(lowered.outputs!.columns, outputKernel(lowered, workspace)!, problem);
    const states = trajectory.states();
    const { dimension } = workspace;
    return trajectory
      .times()
      .map((t, i) => recorder.final({ t, y: states.subarray(i * dimension, (i + 1) * dimension) })[0]);
  });
}

function multipliersAlong(problem: Problem, { trajectory, passages }: Solution, row: number): Float64Array {
  const passed = problem.workspace.mechanics?.constraints.singular?.passed;
  passed?.splice(0);
  if (passed !== undefined) append(passed, passages);
  const s = newState(problem.arena, problem.dimension, problem.n);
  const lambda: F64 = problem.arena.f64(problem.workspace.system.constraintNames.length);
  const states = trajectory.states();
  return trajectory.times().map((t, i) => {
    s.t = t;
    s.y.set(states.subarray(i * s.y.length, (i + 1) * s.y.length));
    return multipliersAt(lambda, problem, s) === "ok" ? lambda[row] : Number.NaN;
  });
}

function stateAt(t: number, solution: Solution, prepared: PreparedRun, withProblem: WithProblem): StateAt {
  const { options, system } = prepared;
  const times = solution.trajectory.times();
  const [first, last] = [times[0], times[times.length - 1]];
  if (times.length === 0 || !((t - first) * (last - t) >= 0))
    throw new TautError("at", `t must lie between the saved times ${first} and ${last}; got ${t}.`);
  const forward = last >= first;
  const before = times.findLastIndex((time) => (forward ? time <= t : time >= t));
  const { dimension, names, n } = system;
  const y = solution.trajectory.states().slice(before * dimension, (before + 1) * dimension);
  if (times[before] !== t) {
    y.set(
      withProblem((problem) => {
        if (problem.hooks?.begin !== undefined || options.method.random === true)
          throw new TautError(
            "at",
            `the run must be repeatable from t = ${times[before]}, and this one is random or remembers its start. Save t = ${t} with saveAt.`,
          );
        const run = new Run(problem, {
          ...options,
          from: { t: times[before], y },
          until: t,
          saveAt: [],
          every: undefined,
          start: "assume",
          events: [],
          observers: [],
        });
        while (run.advance(Number.POSITIVE_INFINITY) === "running");
        const { failure, y: reached } = run.solution();
        if (failure !== undefined) throw new TautError("at", failure.message);
        return reached;
      }),
    );
  }
  return {
    t,
    y,
    q: y.subarray(0, n),
    v: y.subarray(n, 2 * n),
    of(name) {
      const k = names.indexOf(name);
      if (k < 0) throw unknownName("of", name, names);
      return y[k];
    },
  };
}
