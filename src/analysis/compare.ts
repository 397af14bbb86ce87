/**
 * Compares work and error of several ways to solve one model, each over a range of tolerances or steps. Errors are
 * distances from a reference run at the end, in positions (or states) and velocities. Work is what the run counts, and
 * time is measured by the caller's clock on one bound run that is restarted many times.
 */

import { checkNames, TautError, type Work } from "../core/index.js";
import type { Model, NamedChoice } from "../model/index.js";
import { make, nameAndOptions, parseChoice } from "../run/registry.js";
import { type PreparedRun, prepareRun } from "../run/run.js";
import { type RunSettings, splitWhen } from "../run/settings.js";
import type { Run, Solution } from "../solve/index.js";

/**
 * One way to solve a model, for `compare`. Parts that are left out are chosen as in a run. An option `gamma: "step"` of
 * the formulation (Baumgarte's) means 1/h, where h is the mean step of the same method on the underlying ODE: the
 * strongest return that is sure to be stable.
 */
export interface Contender {
  readonly label: string;
  readonly formulation?: NamedChoice;
  readonly method: NamedChoice;
  readonly projection?: NamedChoice;
}

/** One run of a contender: its tolerance or step, its error and its work. */
export interface ComparePoint {
  readonly label: string;
  /** The tolerance, or the step of a method without error control. */
  readonly rtol?: number;
  readonly step?: number;
  /** The rate of return that was chosen from the step. */
  readonly gamma?: number;
  readonly status: string;
  /** The largest constraint residual at the end, of positions or velocities; 0 without constraints. */
  readonly drift: number;
  /** The largest difference from the reference at the end; NaN if the run failed. */
  readonly error: number;
  readonly velocityError: number;
  readonly work: Work;
  /** The shortest time (ms) of the repeated runs, without compiling and binding; NaN without a clock. */
  readonly time: number;
}

/** What `compare` returns: one point for each contender and tolerance or step. */
export interface Comparison {
  /** The reference; `uncertainty` is how far its end moves with ten times its tolerance, in positions or states. */
  readonly reference: { readonly label: string; readonly rtol: number; readonly uncertainty: number };
  /** Says that some of the errors are not resolved, because the reference is not known better; only if so. */
  readonly warning?: string;
  readonly points: readonly ComparePoint[];
  /** Contenders that cannot solve the model, with the reason. */
  readonly refused: readonly { readonly label: string; readonly reason: string }[];
}

/** What `compare` measures: the contenders, the reference, and the tolerances or steps of each. */
export interface CompareOptions {
  readonly contenders: readonly Contender[];
  readonly against?: Contender;
  /** Default: 1e-3 to 1e-10. */
  readonly tolerances?: readonly number[];
  /** Steps per run of methods without error control. Default: 50 to 6400, doubling. */
  readonly steps?: readonly number[];
  readonly settings?: RunSettings;
  readonly set?: Readonly<Record<string, number>>;
  /**
   * The smallest number of runs per point, of which the fastest counts. Short runs are repeated for `warmUp`. Default
   * 3.
   */
  readonly repeats?: number;
  /** The clock, in milliseconds. Without it every point is run once and nothing is timed. */
  readonly now?: () => number;
  readonly progress?: (fraction: number, label: string) => void;
  readonly pause?: () => Promise<void>;
}

const optionNames = [
  ...["contenders", "against", "tolerances", "steps", "settings", "set", "repeats", "now", "progress", "pause"],
];

const defaultTolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
const defaultSteps = [50, 100, 200, 400, 800, 1600, 3200, 6400];
const referenceTolerance = 1e-13;
/** Runs are repeated for this time (ms), after which the engine has optimised the code. */
const warmUp = 100;

/**
 * Reads `method`, `formulation/method` or `formulation/method/projection`, each with options as in `name:key=value`.
 *
 * @example
 * parseContender("rigid/radau5:index=3").formulation; // "rigid"
 */
export const parseContender = (text: string): Contender => contenderAt("--methods", text);

/** The same for a text that stands at `where`. */
export function contenderAt(where: string, text: string): Contender {
  const parts = text.trim().split("/");
  if (parts.length > 3 || parts.some((part) => part === ""))
    throw new TautError(where, `must be method, formulation/method or formulation/method/projection; got "${text}".`);
  const choice = (part: string): NamedChoice => parseChoice(where, part);
  if (parts.length === 1) return { label: text.trim(), method: choice(parts[0]) };
  const [formulation, method, projection] = parts.map(choice);
  return { label: text.trim(), formulation, method, ...(projection !== undefined && { projection }) };
}

/** Ways to solve a model, separated by commas; a comma before `key=value` separates options instead. */
export const waysIn = (list: string): string[] => list.split(/,(?!\s*[\w-]+=)/).map((way) => way.trim());

export const contendersIn = (list: string): Contender[] => waysIn(list).map(parseContender);

/**
 * Measures work against error for several ways to solve a model, each over a range of tolerances or steps.
 *
 * @example
 * const contenders = ["dop853", "rigid/radau5"].map(parseContender);
 * const { points } = await compare(pendulum, { contenders, tolerances: [1e-4, 1e-8] });
 * for (const { label, rtol, error, work } of points) console.log(label, rtol, error, work.forces);
 */
export async function compare(model: Model, options: CompareOptions): Promise<Comparison> {
  checkNames("compare", options, optionNames);
  if (!Array.isArray(options.contenders))
    throw new TautError(
      "compare.contenders",
      "must be a list of {label, method, …}, the ways to compare; it is missing. Give one.",
    );
  const { contenders, tolerances = defaultTolerances, steps = defaultSteps, pause = async () => {} } = options;
  const against = options.against ?? { label: "dop853", method: "dop853" };
  const prepare = (contender: Contender, extra: RunSettings): PreparedRun =>
    prepareRun(model, {
      // errors of methods are compared, not those of forces
      settings: { ...options.settings, ...settingsOf(contender), ...extra, precision: "double" },
      ...(options.set && { set: options.set }),
      solve: { ledger: "saved" },
      keepStates: false,
    });

  for (const contender of contenders) checkParts(contender, "--methods");
  checkParts(against, "--against");

  // 1. the reference
  const referenceAt = (rtol: number): Solution => {
    const { run } = prepare(against, { rtol, atol: 1e-3 * rtol });
    advance(run);
    const solution = run.solution();
    if (solution.failure) throw new TautError("--against", `the reference failed: ${solution.failure.message}`);
    return solution;
  };
  const reference = referenceAt(referenceTolerance);
  const uncertainty = apart(referenceAt(10 * referenceTolerance), reference);

  // 2. every contender over its range
  const points: ComparePoint[] = [];
  const refused: { label: string; reason: string }[] = [];
  for (const [k, contender] of contenders.entries()) {
    const range = rangeOf(contender, prepare, tolerances, steps, refused);
    for (const [i, setting] of range.entries()) {
      options.progress?.((k + i / range.length) / contenders.length, contender.label);
      await pause();
      points.push(measure(contender, setting, reference, prepare, options));
    }
  }
  const found = { reference: { label: against.label, rtol: referenceTolerance, uncertainty }, points, refused };
  const smallest = points.reduce((least, { error }) => Math.min(least, error || least), Number.POSITIVE_INFINITY);
  if (!(uncertainty > smallest / 3)) return found;
  return {
    ...found,
    warning: `The reference is known to ${uncertainty.toExponential(1)} only: so far does its end move with ten times its tolerance. Smaller errors, and errors of that size, mean nothing. Let the runs end earlier, or give another reference.`,
  };
}

/** Throws where a contender names a part or an option that does not exist: that is a mistake, not a refusal. */
function checkParts(contender: Contender, where: string): void {
  const { formulation, method, projection } = takesRate(contender) ? withGamma(contender, 1) : contender;
  make("method", method, where);
  if (formulation !== undefined) make("formulation", formulation, where);
  if (projection === undefined || nameAndOptions(projection).name === "none") return;
  make("projection", splitWhen(projection).choice, where);
}

const settingsOf = ({ formulation, method, projection }: Contender): RunSettings => ({
  ...(formulation !== undefined && { formulation }),
  method,
  ...(projection !== undefined && { projection }),
});

/** The contender, with its rate of return computed from the step if it asks for that. */
function withRate(
  contender: Contender,
  setting: RunSettings,
  prepare: (contender: Contender, extra: RunSettings) => PreparedRun,
): Contender & { readonly gamma?: number } {
  if (!takesRate(contender)) return contender;
  const { run, options, workspace } = prepare(
    { label: "", formulation: "underlying", method: contender.method },
    setting,
  );
  advance(run);
  const gamma = run.solution().work.steps / Math.abs(options.until - workspace.initialTime);
  return { ...withGamma(contender, gamma), gamma };
}

const takesRate = ({ formulation }: Contender): boolean =>
  formulation !== undefined && nameAndOptions(formulation).options.gamma === "step";

const withGamma = (contender: Contender, gamma: number): Contender => {
  const { name, options } = nameAndOptions(contender.formulation!);
  return { ...contender, formulation: { ...options, name, gamma } };
};

/** The tolerances or the steps of a contender; none if it cannot solve the model. */
function rangeOf(
  contender: Contender,
  prepare: (contender: Contender, extra: RunSettings) => PreparedRun,
  tolerances: readonly number[],
  steps: readonly number[],
  refused: { label: string; reason: string }[],
): readonly RunSettings[] {
  try {
    const made = takesRate(contender) ? withGamma(contender, 1) : contender;
    const { options, workspace } = prepare(made, { step: 1e-3, rtol: 1e-3, maxSteps: Number.MAX_SAFE_INTEGER });
    const span = Math.abs(options.until - workspace.initialTime);
    return options.method.estimatesError
      ? tolerances.map((rtol) => ({ rtol }))
      : steps.map((count) => ({ step: span / count }));
  } catch (error) {
    if (!(error instanceof TautError)) throw error;
    refused.push({ label: contender.label, reason: error.what });
    return [];
  }
}

function measure(
  contender: Contender,
  setting: RunSettings,
  reference: Solution,
  prepare: (contender: Contender, extra: RunSettings) => PreparedRun,
  { now, repeats = 3 }: CompareOptions,
): ComparePoint {
  const { gamma, ...made } = withRate(contender, setting, prepare);
  const { run } = prepare(made, setting);
  // the results are those of the first run; repeats give the same bits
  const [first, solution] = timed(run, now);
  const time = now === undefined ? first : warmTime(run, now, repeats, first);
  const { status, failure, v, work, ledger } = solution;
  return {
    label: contender.label,
    ...(setting.step !== undefined ? { step: setting.step } : { rtol: setting.rtol! }),
    ...(gamma !== undefined && { gamma }),
    status,
    drift: Math.max(ledger.position, ledger.velocity),
    error: failure ? Number.NaN : apart(solution, reference),
    velocityError: failure ? Number.NaN : distance(v, reference.v),
    work,
    time,
  };
}

function timed(run: Run, now: (() => number) | undefined): [time: number, solution: Solution] {
  const start = now?.() ?? Number.NaN;
  advance(run);
  const time = (now?.() ?? Number.NaN) - start;
  return [time, run.solution()];
}

/** The shortest time of the first run and its repeats. */
function warmTime(run: Run, now: () => number, repeats: number, first: number): number {
  let time = first;
  const warm = now() + warmUp;
  for (let k = 1; k < repeats || now() < warm; k++) {
    run.restart();
    const start = now();
    advance(run);
    time = Math.min(time, now() - start);
  }
  return time;
}

function advance(run: Run): void {
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
}

/** The largest difference of two ends, in positions, or in states where there are none. */
const apart = (a: Solution, b: Solution): number => (b.q.length > 0 ? distance(a.q, b.q) : distance(a.y, b.y));

function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);
}
