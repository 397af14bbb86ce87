import type { Problem } from "../core/index.js";
import type { SolveOptions } from "./options.js";
import { Run } from "./run.js";
import type { Solution } from "./solution.js";

/** Run a problem to its end. Throws a `TautError` for options that do not fit; the run itself never throws. */
export function solve(problem: Problem, options: SolveOptions): Solution {
  return finish(new Run(problem, options));
}

/** Go on from a checkpoint of `Run.save`, to the same bits as without the interruption. */
export function resume(problem: Problem, options: SolveOptions, checkpoint: Uint8Array): Solution {
  return finish(Run.resume(problem, options, checkpoint));
}

function finish(run: Run): Solution {
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  return run.solution();
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
  return driveAsync(from === undefined ? new Run(problem, options) : Run.resume(problem, options, from), slices);
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
