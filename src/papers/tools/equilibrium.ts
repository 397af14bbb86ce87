/**
 * Runs a system in a heat bath until it is in equilibrium. Each window is as long as everything before it, and starts at the
 * positions where the last one ended, with new velocities. The system is in equilibrium when potential energy and temperature
 * have the same mean in two windows that follow each other, within two standard errors of the difference. The first window has the
 * start in it and is not compared, and errors are those of the later window, because a trend makes the error of a window large.
 */

import type { Problem } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { type Model, validateModel } from "../../model/index.js";
import { Observables, type SeriesStatistics, temperature } from "../../observers/index.js";
import type { PreparedRun } from "../../run/run.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext } from "../harness/index.js";
import { longRun } from "./long-run.js";

export interface Windows {
  /** The length of the first window. */
  readonly first: number;
  /** The search ends when all windows together are this long. */
  readonly most: number;
  /** The time between measurements. */
  readonly every: number;
}

/** Potential energy and temperature in one window. */
export type Window = readonly [SeriesStatistics, SeriesStatistics];

export interface Equilibrium {
  /** The model at the positions that were reached. */
  readonly model: Model;
  /** The time that was spent. */
  readonly time: number;
  /** Differences of the last two windows in standard errors: of the potential energy, and of the temperature. */
  readonly differences: readonly number[];
  readonly isReached: boolean;
}

const mostErrors = 2;

/** `name` begins the names of the checkpoints; `settings` are those of a window, whose length and seed are set here. */
export async function equilibrate(
  context: ExperimentContext,
  name: string,
  [from, to]: readonly [number, number],
  start: Model,
  settings: RunSettings,
  { first, most, every }: Windows,
): Promise<Equilibrium> {
  let model = start;
  let before: Window | undefined;
  let differences: number[] = [];
  let time = 0;
  for (let k = 0; ; k++) {
    const until = k === 0 ? first : time;
    const part = (t: number): number => from + (to - from) * Math.min(1, t / most);
    const observed: Observables[] = [];
    const watch = (problem: Problem): Observables => (observed[0] = energies(problem, every));
    const done = await longRun(
      context,
      `${name}.${k}`,
      [part(time), part(time + until)],
      model,
      { ...settings, until, seed: k + 1 },
      watch,
    );
    time += until;
    model = startingAt(model, done);
    const [potential, heat] = observed[0].results();
    const window: Window = [potential, heat];
    if (before !== undefined) differences = differencesOf(before, window);
    const isReached = before !== undefined && differences.every((size) => size <= mostErrors);
    if (isReached || 2 * time > most) return { model, time, differences, isReached };
    if (k > 0) before = window;
  }
}

/**
 * |difference of the means| over its standard error, one for each quantity. In equilibrium the earlier window, which has half
 * the length, has twice the variance of the later one.
 */
export function differencesOf(earlier: Window, later: Window): number[] {
  return later.map(({ mean, error }, k) => Math.abs(mean - earlier[k].mean) / (Math.sqrt(3) * error));
}

/**
 * The model at the positions where a run has ended. These are the positions that the method steps: Z&S and its relatives report
 * another point, and a start from there would take energy out of the springs.
 */
export function startingAt(model: Model, { workspace, run }: PreparedRun): Model {
  const { q } = run.state;
  const initial = Object.fromEntries(workspace.mechanics!.names.map((name, k) => [name, q[k]]));
  return validateModel({ ...model, initial }, catalogue);
}

/** The potential energy of the model, without penalties, and the temperature. */
function energies(problem: Problem, every: number): Observables {
  const mechanics = problem.workspace.mechanics!;
  return new Observables(
    [
      { name: "potential", source: ({ t, q }, each) => each(mechanics.potential!(t, q)) },
      { name: "temperature", source: temperature(problem)! },
    ],
    { at: every },
  );
}
