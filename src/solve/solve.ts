import { controllerFor, type Pacing } from "../controllers/index.js";
import {
  type Controller,
  checkNames,
  type Formulation,
  type Problem,
  remake,
  type System,
  TautError,
} from "../core/index.js";
import { ode } from "../formulations/index.js";
import { ArenaFull } from "../memory/arena-full.js";
import { bindOn, enough } from "../memory/on-workspace.js";
import { checkParts, pacingNames, type SolveOptions, solveNames } from "./options.js";
import { Run } from "./run.js";
import type { Solution } from "./solution.js";
import { UnsavedRun } from "./unsaved-run.js";

/**
 * Options of `solve` for a system: as for a problem, with the formulation, and with numbers in place of a controller.
 */
export interface SystemSolveOptions extends Omit<SolveOptions, "controller">, Pacing {
  /**
   * How constraints are treated. Default: ode(), for systems without constraints; systems with constraints need one.
   */
  readonly formulation?: Formulation;
  readonly controller?: Controller;
}

/**
 * Runs a problem, or a system in a formulation, to its end. Throws a `TautError` if the options cannot be used; the run
 * itself never throws.
 *
 * @example
 * const decay = ode((dy, _t, y) => { dy[0] = -y[0]; }, [1]);
 * solve(decay, { method: dopri5(), rtol: 1e-8, until: 2 }).y[0]; // 0.1353…
 */
export function solve(problem: Problem, options: SolveOptions): Solution;
export function solve(system: System, options: SystemSolveOptions): Solution;
export function solve(on: Problem | System, options: SolveOptions | SystemSolveOptions): Solution {
  checkNames("solve", options, "arena" in on ? solveNames : [...solveNames, ...pacingNames]);
  checkParts(options);
  if ("arena" in on) return bound(on, (problem) => finish(new UnsavedRun(problem, options as SolveOptions)));
  const { formulation = defaultFormulation(on), controller, ...others }: SystemSolveOptions = options;
  const paced = { ...others, controller: controller ?? controllerFor(options.method, others) };
  return bindOn(on, (workspace) =>
    released(formulation.apply(workspace), (problem) => finish(new UnsavedRun(problem, paced))),
  );
}

function defaultFormulation({ name, constraintNames }: System): Formulation {
  if (constraintNames.length === 0) return ode();
  throw new TautError(
    "solve.formulation",
    `a system with constraints needs a formulation; "${name}" has ${constraintNames.length} constraints. Give underlying(), rigid() or stiff().`,
  );
}

/**
 * Continues from a checkpoint of `Run.save` to the end, with the same bits as without the interruption.
 *
 * @example
 * const problem = underlying().apply(compileSystem(lower(pendulum)));
 * const options = { method: dop853(), controller: errorControlled(), until: 1 };
 * const interrupted = new Run(problem, options);
 * interrupted.advance(5);
 * resume(problem, options, interrupted.save()).t; // 1
 */
export function resume(problem: Problem, options: SolveOptions, checkpoint: Uint8Array): Solution {
  return bound(problem, (again) => finish(Run.resume(again, options, checkpoint)));
}

function finish(run: UnsavedRun): Solution {
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  return run.solution();
}

/**
 * Returns the result of `use`, and frees the memory that it took. If the workspace of the problem is too small, the
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
    `the method needs ${needed} bytes, and the workspace of this problem is smaller; the problem was changed by hand, so it cannot be made again. Make it on system.workspace({ room: ${2 * needed} }).`,
  );
}

/**
 * How `solveAsync` and `driveAsync` share the thread while a run continues. The library has no clock of its own: the
 * caller brings the pause.
 */
export interface Slices {
  /** Lets other tasks run, for example `() => new Promise((done) => setTimeout(done))`. */
  readonly pause: () => Promise<void>;
  /** The number of attempted steps between pauses. Default 1000. */
  readonly stepsPerSlice?: number;
  /** Stops the run with status "stopped". */
  readonly signal?: AbortSignal;
  /** Called after every slice with the fraction of the run that is done, 0 to 1, and the time reached. */
  readonly progress?: (fraction: number, t: number) => void;
  /** Called with a checkpoint if the signal stopped the run. */
  readonly stopped?: (checkpoint: Uint8Array) => void;
  /** A checkpoint to continue from, instead of the start. */
  readonly from?: Uint8Array;
}

/**
 * Solves in slices, with progress and cancellation. The promise rejects only if the options cannot be used.
 *
 * @example
 * const problem = underlying().apply(compileSystem(lower(pendulum)));
 * const pause = () => new Promise<void>((done) => setTimeout(done));
 * await solveAsync(problem, { method: dop853(), controller: errorControlled(), until: 1 }, { pause });
 */
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

/**
 * Advances a run to its end in slices, with progress and cancellation.
 *
 * @example
 * const pause = () => new Promise<void>((done) => setTimeout(done));
 * const { run } = prepareRun(pendulum);
 * const { status } = await driveAsync(run, { pause, progress: (fraction) => console.log(fraction) });
 */
export async function driveAsync(run: Run, slices: Omit<Slices, "from">): Promise<Solution> {
  const { pause, stepsPerSlice = 1000, signal, progress, stopped } = slices;
  const aborted = () => signal?.aborted === true;
  if (stopped !== undefined) run.stepperCheckpoint();
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
