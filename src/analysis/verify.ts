/**
 * How far the end of a run is known. The run is made a second time with a tenth of its tolerance, or half of its step;
 * the distance of the two ends is the error of the first one, unless both are far off. A motion that depends
 * strongly on its start (a double pendulum over many swings, a liquid) ends anywhere, however small the tolerance:
 * then two runs that save their states find the time until which the motion is known. A run that fails where a less accurate one
 * does not has met what that one went over.
 */

import type { Observer, State } from "../core/index.js";
import type { Model } from "../model/index.js";
import { type PreparedRun, type PrepareOptions, prepareRun, type RunSettings, retried } from "../run/index.js";
import type { Run, Solution, Verification } from "../solve/index.js";

/** Ends that differ by more than this fraction of the motion are not known. */
export const unknown = 0.01;

/** Components that move less than this fraction of the one that moves most, of its kind, are measured by that fraction. */
const leastMotion = 1e-9;
/** Motion within this many rounding errors of the largest component of its kind is none. */
const rounding = 1e6 * 2 ** -52;
/** What rounding of positions makes of velocities in one step, in the same unit. */
const jolt = 16 * 2 ** -52;
/** Tolerances below this one are not asked for, because rounding would decide. */
const finest = 1e-14;
/** Evaluations, Jacobians and factorisations, times components. */
const shortWork = 1e6;
/** At how many times two runs are compared that end apart. */
const places = 400;

/** Carries a run to its end, or stops it; in slices, where other work must go on meanwhile. */
export type Drive = (run: Run) => Promise<void> | void;

const toTheEnd: Drive = (run) => {
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
};

/**
 * Runs a model twice and says how far the two ends agree: undefined where the first run fails or is stopped, or where random numbers
 * decide its motion. `drive` carries the runs to their ends.
 *
 * @example
 * const known = await verify(pendulum, { settings: { until: 10, rtol: 1e-6 } });
 * known?.difference; // a few times 1e-7
 */
export async function verify(
  model: Model,
  options: PrepareOptions = {},
  drive: Drive = toTheEnd,
): Promise<Verification | undefined> {
  let prepared = prepareRun(model, withoutStates(options));
  await drive(prepared.run);
  for (let next = retried(prepared, options); next !== undefined; next = retried(prepared, options)) {
    prepared = next;
    await drive(prepared.run);
  }
  const found = await verifyRun(prepared, options, drive);
  prepared.workspace.release();
  return found;
}

/** The same for a run that has ended, and the options it was prepared with. */
export async function verifyRun(
  prepared: PreparedRun,
  options: PrepareOptions,
  drive: Drive = toTheEnd,
): Promise<Verification | undefined> {
  const { run, choice, workspace } = prepared;
  if (run.failure !== undefined || prepared.options.method.random) return undefined;
  const { formulation, method, projection } = choice;
  const same = withSettings(options, { formulation, method, projection });
  const { settings, against } = finer(prepared);
  const closer = withSettings(same, { ...settings, ...(prepared.settings.precision && { precision: "double" }) });

  // 1. the more accurate run, which notes how far each component moves
  const motion = new Motion();
  const second = await ended(prepared, { ...withoutStates(closer), observe: () => motion }, drive);
  if (second === undefined) return undefined;
  const { failure } = second;
  // more steps than are allowed say nothing about the motion
  if (failure !== undefined)
    return failure.status === "max-steps" ? undefined : { against, failed: { t: failure.t, message: failure.message } };
  const sizes = sizesOf(motion, prepared);
  const [difference, component] = largest(run.state.y, second.y, sizes);
  const found = { against, difference, ...(difference > 0 && { worst: workspace.names[component] }) };
  if (!(difference > unknown)) return found;

  // 2. both runs once more, with their states at the same times
  const every = Math.abs(run.state.t - workspace.initialTime) / places;
  const saving = (all: PrepareOptions): PrepareOptions => ({
    ...withSettings(withoutStates(all), { every }),
    keepStates: true,
  });
  const first = await ended(prepared, saving(same), drive);
  const other = first && (await ended(prepared, saving(closer), drive));
  if (first?.failure !== undefined || other?.failure !== undefined) return undefined;
  if (first === undefined || other === undefined) return undefined;
  return { ...found, knownUntil: agreement(first, other, sizes) };
}

/**
 * Whether a run is verified although that was not asked for: it was so short that a person hardly notices another one, and single
 * states are its result, not averages. It depends on the work of the run only, so that the same run is always verified, or never.
 */
export function isVerifiedUnasked({ run, workspace: { dimension }, observables }: PreparedRun): boolean {
  const { forces, factorisations, jacobians } = run.work;
  return observables === undefined && (forces + factorisations + jacobians) * dimension <= shortWork;
}

const withSettings = (options: PrepareOptions, settings: RunSettings): PrepareOptions => ({
  ...options,
  settings: { ...options.settings, ...settings },
});

/** The settings that make the other run more accurate. */
function finer({ options, settings: { rtol = 1e-6, step, atol } }: PreparedRun): {
  readonly settings: RunSettings;
  readonly against: Verification["against"];
} {
  if (!options.controller.needsError) {
    const against = { step: step! / 2 };
    return { settings: against, against };
  }
  // near rounding, a coarser run says as much
  const factor = rtol > 10 * finest ? 0.1 : 10;
  const against = { rtol: factor * rtol };
  return { settings: { ...against, ...(atol !== undefined && { atol: factor * atol }) }, against };
}

/** The options of a run of which only the end counts. */
function withoutStates({ settings, parts, elements, set, crew }: PrepareOptions): PrepareOptions {
  const { every: _, saveAt: __, ...rest } = settings ?? {};
  return {
    settings: rest,
    ...(parts && { parts }),
    ...(elements && { elements }),
    ...(set && { set }),
    ...(crew && { crew }),
    solve: { ledger: "saved", account: false },
    keepStates: false,
  };
}

/** The solution of the same model with other options; undefined where that run is stopped or cannot be made. */
async function ended(prepared: PreparedRun, options: PrepareOptions, drive: Drive): Promise<Solution | undefined> {
  const { run, workspace } = prepareRun(prepared.model, options);
  await drive(run);
  const solution = run.solution();
  workspace.release();
  return solution.status === "stopped" ? undefined : solution;
}

/** How far each component moves in a run: the difference of its largest and its smallest value. */
class Motion implements Observer {
  private least = new Float64Array(0);
  private most = new Float64Array(0);

  observe(): void {}

  begin({ y }: State): void {
    this.least = y.slice();
    this.most = y.slice();
  }

  step({ y }: State): void {
    const { least, most } = this;
    for (let i = 0; i < y.length; i++) {
      if (y[i] < least[i]) least[i] = y[i];
      if (y[i] > most[i]) most[i] = y[i];
    }
  }

  distances(): Float64Array {
    return this.most.map((x, i) => x - this.least[i]);
  }

  /** The largest magnitude of the components from `begin` to `end`. */
  largest(begin: number, end: number): number {
    let largest = 0;
    for (let i = begin; i < end; i++) largest = Math.max(largest, Math.abs(this.least[i]), Math.abs(this.most[i]));
    return largest;
  }
}

/**
 * The distances of all components; those next to nothing are replaced by a fraction of the largest of their kind, and by what
 * rounding explains: a structure at rest does not move, although its last digits do.
 */
function sizesOf(moved: Motion, { run, workspace }: PreparedRun): Float64Array {
  const sizes = moved.distances();
  const n = workspace.mechanics?.n ?? 0;
  const duration = Math.abs(run.state.t - workspace.initialTime);
  const perStep = (jolt * Math.max(run.work.steps, 1)) / unknown;
  // rounding of positions, seen as velocities
  const shaken = duration === 0 ? 0 : (moved.largest(0, n) * Math.max(rounding, perStep)) / duration;
  for (const [begin, end, other] of [
    [0, n, 0],
    [n, 2 * n, shaken],
    [2 * n, sizes.length, 0],
  ]) {
    const most = sizes.subarray(begin, end).reduce((most, x) => Math.max(most, x), 0);
    const least = Math.max(leastMotion * most, rounding * moved.largest(begin, end), other);
    for (let i = begin; i < end; i++) sizes[i] = Math.max(sizes[i], least);
  }
  return sizes;
}

/** The largest difference of two states as a fraction of the sizes, and its component. */
function largest(a: Float64Array, b: Float64Array, sizes: Float64Array): [difference: number, component: number] {
  let [difference, component] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const apart = Math.abs(a[i] - b[i]);
    const fraction = apart === 0 ? 0 : apart / sizes[i];
    if (fraction > difference) [difference, component] = [fraction, i];
  }
  return [difference, component];
}

/** The last saved time before the first at which two runs are further apart than `unknown`. */
function agreement({ trajectory: first }: Solution, { trajectory: second }: Solution, sizes: Float64Array): number {
  const times = first.times();
  const [a, b] = [first.states(), second.states()];
  const width = first.dimension;
  const row = (all: Float64Array, k: number): Float64Array => all.subarray(k * width, (k + 1) * width);
  const last = Math.min(first.length, second.length) - 1;
  let known = 0;
  while (known < last && largest(row(a, known + 1), row(b, known + 1), sizes)[0] <= unknown) known++;
  return times[known];
}
