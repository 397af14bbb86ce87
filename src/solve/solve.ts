import { controllerFor, type Pacing } from "../controllers/index.js";
import { type Controller, type Formulation, type Problem, remake, type System, TautError } from "../core/index.js";
import { ode } from "../formulations/index.js";
import { ArenaFull } from "../memory/arena-full.js";
import { bindOn, enough } from "../memory/on-workspace.js";
import type { SolveOptions } from "./options.js";
import { Run } from "./run.js";
import type { Solution } from "./solution.js";

/** Options for a system: as for a problem, with the formulation, and with numbers in place of a controller. */
export interface SystemSolveOptions extends Omit<SolveOptions, "controller">, Pacing {
  /** What to do about constraints. Default: ode() without constraints; systems with constraints must say. */
  readonly formulation?: Formulation;
  readonly controller?: Controller;
}

/**
 * Run a problem, or a system in a formulation, to its end. Throws a `TautError` for options that do not fit; the run itself
 * never throws.
 */
export function solve(problem: Problem, options: SolveOptions): Solution;
export function solve(system: System, options: SystemSolveOptions): Solution;
export function solve(on: Problem | System, options: SolveOptions | SystemSolveOptions): Solution {
  if ("arena" in on) return bound(on, (problem) => finish(new Run(problem, options as SolveOptions)));
  const { formulation = defaultFormulation(on), controller, ...others }: SystemSolveOptions = options;
  const paced = { ...others, controller: controller ?? controllerFor(options.method, others) };
  return bindOn(on, (workspace) =>
    released(formulation.apply(workspace), (problem) => finish(new Run(problem, paced))),
  );
}

function defaultFormulation({ name, constraintNames }: System): Formulation {
  if (constraintNames.length === 0) return ode();
  throw new TautError(
    "solve.formulation",
    `it is missing: "${name}" has ${constraintNames.length} constraints. Give underlying(), rigid() or stiff().`,
  );
}

/** Go on from a checkpoint of `Run.save`, to the same bits as without the interruption. */
export function resume(problem: Problem, options: SolveOptions, checkpoint: Uint8Array): Solution {
  return bound(problem, (again) => finish(Run.resume(again, options, checkpoint)));
}

function finish(run: Run): Solution {
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  return run.solution();
}

/**
 * What `use` makes of the problem; the memory it takes is given back. Where the workspace of the problem is too small, the
 * problem is made again on a larger one.
 */
function bound<T>(on: Problem, use: (problem: Problem) => T): T {
  const end = on.workspace.lease();
  try {
    return use(on);
  } catch (error) {
    if (!(error instanceof ArenaFull)) throw error;
    return bindOn(on.workspace.system, (workspace) => released(remade(on, workspace, error), use), enough(error));
  } finally {
    end();
  }
}

function released<T>(problem: Problem, use: (problem: Problem) => T): T {
  const result = use(problem);
  problem.workspace.release();
  return result;
}

function remade(problem: Problem, workspace: Problem["workspace"], { needed }: ArenaFull): Problem {
  const again = remake(problem, workspace);
  if (again !== undefined) return again;
  workspace.release();
  throw new TautError(
    "solve",
    `this problem was changed by hand, and its workspace is too small for the method: ${needed} bytes are needed. Make it on system.workspace({ room: ${2 * needed} }).`,
  );
}

/** How to share the thread while a run goes on. The library has no clock of its own: the caller brings the pause. */
export interface Slices {
  /** Let others run, for example `() => new Promise((done) => setTimeout(done))`. */
  readonly pause: () => Promise<void>;
  /** Attempted steps between pauses; default 1000. */
  readonly stepsPerSlice?: number;
  /** Stops the run with status "stopped". */
  readonly signal?: AbortSignal;
  /** Called after every slice with the part of the way that is done, 0 to 1, and the time reached. */
  readonly progress?: (fraction: number, t: number) => void;
  /** Called with a checkpoint when the signal stopped the run. */
  readonly stopped?: (checkpoint: Uint8Array) => void;
  /** Go on from this checkpoint instead of from the start. */
  readonly from?: Uint8Array;
}

/** The same run in slices, with progress and cancellation. The promise rejects only for options that do not fit. */
export async function solveAsync(problem: Problem, options: SolveOptions, slices: Slices): Promise<Solution> {
  const { from } = slices;
  const end = problem.workspace.lease();
  try {
    return await driveAsync(
      from === undefined ? new Run(problem, options) : Run.resume(problem, options, from),
      slices,
    );
  } finally {
    end();
  }
}

/** Drive a run that has been made to its end, in slices. */
export async function driveAsync(run: Run, slices: Omit<Slices, "from">): Promise<Solution> {
  const { pause, stepsPerSlice = 1000, signal, progress, stopped } = slices;
  const aborted = () => signal?.aborted === true;
  while (!aborted() && run.advance(stepsPerSlice) === "running") {
    progress?.(run.progress, run.state.t);
    await pause();
  }
  if (aborted() && run.advance(0) === "running") {
    run.stop();
    stopped?.(run.save());
  }
  progress?.(run.progress, run.state.t);
  return run.solution();
}
