/** A solution with values by name: coordinates, expressions, multipliers, and states between the saved ones. */

import { compileSystem, inPrecision, outputKernel } from "../compile/index.js";
import { type F64, multipliersAt, newState, type Problem, TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { borrow } from "../memory/on-workspace.js";
import { type Catalogue, lower, validateModel } from "../model/index.js";
import { Run, type Solution } from "../solve/index.js";
import { askedFor, type ReactionOptions, unknownName } from "./asked-reactions.js";
import { OutputRecorder } from "./outputs.js";
import { prepareMultipliers, type Reaction, reactionsAlong } from "./reactions.js";
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
   * The force and the torque of a joint, or the force of another constraint, at every saved time: `reaction("pin")`,
   * `reaction("pin", { on: "arm", axes: "arm" })`. `on` may be left out if it acts on one part only; `axes` is "world"
   * unless a body is named.
   */
  reaction(name: string, options?: ReactionOptions): Reaction;
  /**
   * The state at any time of the run: the run's own method steps there from the saved state before it. Throws if that
   * would be another motion (random forces, formulations that remember their start); save such times with `every` or
   * `saveAt`.
   */
  at(t: number): StateAt;
}

/** The problem of a run on a workspace of its own. */
type WithProblem = <T>(use: (problem: Problem) => T) => T;

export function namedSolution(solution: Solution, prepared: PreparedRun, all: Catalogue): RunSolution {
  const { system, choice } = prepared;
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
      return expressionAlong(prepared, what, all, solution)(trajectory.times(), trajectory.states());
    },
    multiplier(name) {
      const row = system.constraintNames.indexOf(name);
      if (row < 0) throw unknownName("multiplier", name, system.constraintNames);
      return withProblem((problem) => multipliersAlong(problem, solution, row));
    },
    reaction(name, options = {}) {
      const asked = askedFor(prepared.lowered, name, options);
      return withProblem((problem) => reactionsAlong(problem, solution, [asked])[0]);
    },
    at: (t) => stateAt(t, solution, prepared, withProblem),
  };
}

/**
 * Compiles an expression, as an output of the model may have it, or the output of that name, and returns a function that
 * evaluates it at states, which lie one after the other. Throws a `TautError` if the expression is wrong.
 *
 * @example
 * const prepared = prepareRun(pendulum);
 * const energy = expressionAlong(prepared, "kinetic() + potential()");
 * energy([0], Float64Array.from(prepared.workspace.initial)).length; // 1
 */
export function expressionAlong(
  { model, formulation, set, outputs, settings }: PreparedRun,
  expression: string,
  all: Catalogue = catalogue,
  from?: Pick<Solution, "passages" | "dropped">,
): (times: ArrayLike<number>, states: Float64Array) => Float64Array {
  const isOutput = outputs?.columns.some((column) => column.name === expression) ?? false;
  const name = isOutput ? expression : "value_of_expression";
  const { observables: _, events: __, ...run } = model.run ?? {};
  const measured = validateModel({ ...model, run, ...(!isOutput && { outputs: { [name]: expression } }) }, all);
  const lowered = inPrecision(lower(measured, all, { set }), settings.precision);
  // bodies and joints have outputs of their own
  const column = lowered.outputs!.columns.findIndex((each) => each.name === name);
  if (column < 0)
    throw new TautError("of", `must be a scalar; "${expression}" is a vector. Write x(…), y(…) or norm(…).`);
  const system = compileSystem(lowered);
  return (times, states) =>
    borrow(system, (workspace) => {
      const problem = formulation.apply(workspace);
      if (from !== undefined) prepareMultipliers(problem, from);
      const recorder = new OutputRecorder(lowered.outputs!.columns, outputKernel(lowered, workspace)!, problem);
      const { dimension } = workspace;
      return Float64Array.from(
        times,
        (t, i) => recorder.final({ t, y: states.subarray(i * dimension, (i + 1) * dimension) })[column],
      );
    });
}

function multipliersAlong(problem: Problem, solution: Solution, row: number): Float64Array {
  const { trajectory } = solution;
  prepareMultipliers(problem, solution);
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
