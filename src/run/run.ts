/** From a model and its settings to a run that is ready to start. */

import {
  compileSystem,
  eventFunctions,
  inPrecision,
  type OutputKernel,
  outputKernel,
  readingFunctions,
} from "../compile/index.js";
import { controllerFor } from "../controllers/index.js";
import {
  type Crew,
  checkNames,
  type EventFunction,
  type Formulation,
  type Method,
  ModelError,
  type Observer,
  type Problem,
  SettingError,
  type System,
  sentence,
  throwRefusal,
  type Workspace,
} from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { bindOn } from "../memory/on-workspace.js";
import { type Catalogue, type Lowered, lower, type Model, runSection } from "../model/index.js";
import type { Observables, Sampling } from "../observers/index.js";
import { Run, type SolveOptions } from "../solve/index.js";
import { Spacing } from "../watch/spacing.js";
import { turningPoints } from "../watch/turning-points.js";
import type { Choice, Parts } from "./choice.js";
import { alternatives, replaced, settle, withReplaced } from "./fallback.js";
import { observablesOf, type Readings } from "./observables.js";
import { OutputRecorder } from "./outputs.js";
import { make, nameAndOptions, withSetting } from "./registry.js";
import { schedule } from "./schedule.js";
import { checkSettings, mergeSettings, type RunSettings, splitWhen } from "./settings.js";

/** A run that is ready to start, and everything it was made from; `prepareRun` returns it. */
export interface PreparedRun {
  readonly model: Model;
  readonly lowered: Lowered;
  readonly system: System;
  /** The workspace on which the run is bound; `release` it when the run is no longer needed. */
  readonly workspace: Workspace;
  readonly formulation: Formulation;
  readonly problem: Problem;
  readonly options: SolveOptions;
  /** Every event of the model as a function, including those that the run does not look for. */
  readonly events: readonly EventFunction[];
  /** The observables that are measured along the run. */
  readonly observables?: Observables;
  /** The outputs of the model along the run. */
  readonly outputs?: OutputRecorder;
  /** The settings in force: the model's, overridden by the caller's. */
  readonly settings: RunSettings;
  readonly choice: Choice;
  /** Parameters that replaced the model's. */
  readonly set?: Readonly<Record<string, number>>;
  readonly run: Run;
}

/** Options of `prepareRun`. */
export interface PrepareOptions {
  /** Settings that take precedence over the `run:` section of the model. */
  readonly settings?: RunSettings;
  /** Method, formulation and projection as values instead of by name. */
  readonly parts?: Parts;
  /** The caller's own elements, beside the built-in ones. */
  readonly elements?: Catalogue;
  /** Parameters that replace the model's. */
  readonly set?: Readonly<Record<string, number>>;
  /** Further options of `solve`. */
  readonly solve?: Partial<Pick<SolveOptions, "multipliers" | "ledger" | "account" | "momenta" | "observers">>;
  /** Makes one more observer, for the problem of the run and its end time. */
  readonly observe?: (problem: Problem, until: number, lowered: Lowered) => Observer;
  /** Which events of the model the run looks for, by name. Default: all. */
  readonly events?: (name: string) => boolean;
  /** Whether saved states are kept (default), or only the last state and the ledger. */
  readonly keepStates?: boolean;
  /** The number of saved intervals if neither `every` nor `saveAt` is given. Default: every accepted step is saved. */
  readonly frames?: number;
  /** When observables are sampled, if the settings do not say. Default: after every accepted step. */
  readonly sampling?: Extract<Sampling["at"], string>;
  /**
   * A checkpoint of `Run.save` to continue from. A function receives what was prepared, and may throw instead of
   * returning a checkpoint.
   */
  readonly checkpoint?: Uint8Array | ((prepared: Omit<PreparedRun, "run">) => Uint8Array);
  /** What earlier choices of this run were replaced by, a sentence each; see `retried`. */
  readonly instead?: readonly string[];
  /** Threads that share the forces between pairs of large systems. No result depends on them. */
  readonly crew?: Crew;
}

const prepareNames = [
  ...["settings", "parts", "elements", "set", "solve", "observe", "events", "keepStates", "frames", "sampling"],
  ...["checkpoint", "instead", "crew"],
];

/**
 * Does everything up to the first step, for runs that the caller advances, watches or saves. Throws a `TautError` if
 * the model cannot be run.
 *
 * @example
 * const { run, workspace } = prepareRun(pendulum, { settings: { rtol: 1e-9, until: 10 } });
 * while (run.advance(100) === "running") console.log(run.state.t);
 * run.solution().ledger.position; // the largest residual
 * workspace.release();
 */
export function prepareRun(model: Model, options: PrepareOptions = {}): PreparedRun {
  checkNames("prepareRun", options, prepareNames);
  return prepareWith(catalogueWith(options.elements), model, options);
}

/** All elements; the built-in ones are the same value every time, by which a valid model is known. */
export const catalogueWith = (elements: Catalogue | undefined): Catalogue =>
  elements === undefined ? catalogue : { ...catalogue, ...elements };

/** The same with all elements, so that a model that was validated with them is not validated again. */
export function prepareWith(all: Catalogue, model: Model, options: PrepareOptions): PreparedRun {
  const settings = settingsFor(model, options);
  const lowered = blamed(model, options, () =>
    inPrecision(lower(model, all, { set: options.set }), settings.precision),
  );
  const system = compileSystem(lowered, { crew: options.crew });
  return bindOn(system, (workspace) => bindRun(model, compiledOn(lowered, workspace), settings, options));
}

/** The settings in force: the model's, overridden by the given ones. */
export function settingsFor(model: Model, options: PrepareOptions): RunSettings {
  const settings = mergeSettings(runSection(model, options.set), options.settings ?? {});
  checkSettings(settings);
  return settings;
}

/** What runs of one lowered model can share, one after the other on one workspace. */
export interface Compiled {
  readonly lowered: Lowered;
  readonly workspace: Workspace;
  readonly events: readonly EventFunction[];
  readonly readings?: Readings;
  readonly outputs?: OutputKernel | undefined;
}

export function compiledOn(lowered: Lowered, workspace: Workspace): Compiled {
  return {
    lowered,
    workspace,
    events: eventFunctions(lowered, workspace),
    readings: readingFunctions(lowered, workspace),
    outputs: outputKernel(lowered, workspace),
  };
}

export function bindRun(model: Model, compiled: Compiled, settings: RunSettings, options: PrepareOptions): PreparedRun {
  return blamed(model, options, () => bind(model, compiled, settings, options));
}

function blamed<T>(model: Model, { settings = {} }: PrepareOptions, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw blame(error, model, settings);
  }
}

function bind(
  model: Model,
  { lowered, workspace, events, readings, outputs: kernel }: Compiled,
  settings: RunSettings,
  {
    solve = {},
    observe,
    keepStates = true,
    frames,
    sampling,
    checkpoint,
    set,
    parts = {},
    events: lookFor,
    instead = [],
  }: PrepareOptions,
): PreparedRun {
  const { until } = settings;
  const choice = withReplaced(
    settle(workspace, settings, parts, (tried) =>
      workspace.aside(() => failureAtStart(workspace, tried, settings, parts)),
    ),
    instead,
  );
  const { formulation, method } = partsOf(choice, settings, parts);
  throwRefusal(formulation.refuses(workspace));
  const problem = formulation.apply(workspace);
  if (until === undefined)
    throw new SettingError("until", "the end time is missing. Give --until, or run: { until: … } in the model.");
  const { dimension, mechanics, initialTime } = workspace;
  const width = 1 + dimension + (solve.multipliers ? (mechanics?.m ?? 0) : 0);
  const saved = keepStates
    ? schedule(settings, Math.abs(until - initialTime), width, frames)
    : { saveAt: [] as number[] };
  // an interval that the caller has not chosen
  const choosesTimes = keepStates && settings.every === undefined && saved.every !== undefined;

  const inForce = keepStates ? { ...settings, ...saved } : settings;
  const observables = observablesOf(inForce, lowered, readings ?? new Map(), problem, sampling ?? "step");
  const outputs = kernel && new OutputRecorder(lowered.outputs!.columns, kernel, problem);
  const options: SolveOptions = {
    method,
    controller: controllerFor(method, settings),
    ...projectionOf(choice, parts),
    ...(settings.start && { start: settings.start }),
    until,
    ...saved,
    // what samples saved states may need them at equal intervals
    ...(choosesTimes && sampling !== "saved" && { between: turningPoints }),
    ...(settings.maxSteps !== undefined && { maxSteps: settings.maxSteps }),
    ...(settings.accept !== undefined && { accept: settings.accept }),
    events: lookFor === undefined ? events : events.filter(({ name }) => lookFor(name)),
    ...solve,
    observers: [
      ...(solve.observers ?? []),
      ...(observables ? [observables] : []),
      ...(outputs ? [outputs] : []),
      ...(observe ? [observe(problem, until, lowered)] : []),
      // an interval that the caller has not chosen
      ...(choosesTimes && sampling !== "saved" ? [new Spacing(problem)] : []),
    ],
  };
  const prepared = {
    ...{
      model,
      lowered,
      system: workspace.system,
      workspace,
      formulation,
      problem,
      options,
      events,
      settings: inForce,
      choice,
    },
    ...(observables && { observables }),
    ...(outputs && { outputs }),
    ...(set && { set }),
  };
  if (checkpoint === undefined) return { ...prepared, run: new Run(problem, options) };
  const bytes = typeof checkpoint === "function" ? checkpoint(prepared) : checkpoint;
  return { ...prepared, run: Run.resume(problem, options, bytes) };
}

/** The formulation and method of a choice, with the numbers of the run that are options of theirs. */
function partsOf(choice: Choice, settings: RunSettings, parts: Parts): { formulation: Formulation; method: Method } {
  return {
    formulation:
      parts.formulation ?? make("formulation", withSetting("formulation", choice.formulation, "omega", settings.omega)),
    method: parts.method ?? make("method", withSetting("method", choice.method, "seed", settings.seed)),
  };
}

/** Why a run with this choice does not get beyond its first step; undefined when it does. */
function failureAtStart(workspace: Workspace, choice: Choice, settings: RunSettings, parts: Parts): string | undefined {
  const { formulation, method } = partsOf(choice, settings, parts);
  const refusal = formulation.refuses(workspace);
  if (refusal !== undefined) return sentence(refusal);
  if (settings.until === undefined) return undefined;
  const run = new Run(formulation.apply(workspace), {
    method,
    controller: controllerFor(method, settings),
    ...projectionOf(choice, parts),
    ...(settings.start && { start: settings.start }),
    until: settings.until,
    saveAt: [],
    events: [],
  });
  while (run.failure === undefined && run.advance(1) === "running" && run.state.t === workspace.initialTime);
  const { failure, work } = run.solution();
  return work.steps === 0 ? failure?.message : undefined;
}

/**
 * The same run with another choice, where an automatic one has failed on the way: nothing has been kept that depends on it.
 * Undefined if there is no other choice, or the run was stopped or met a limit of its own.
 */
export function retried(failed: PreparedRun, options: PrepareOptions): PreparedRun | undefined {
  const { failure } = failed.run;
  if (failure === undefined || failure.status === "stopped" || failure.status === "max-steps") return undefined;
  if (options.checkpoint !== undefined) return undefined;
  const [other] = alternatives(failed.choice, failed.settings, options.parts ?? {});
  if (other === undefined) return undefined;
  failed.workspace.release();
  const instead = [...(failed.choice.instead ?? []), replaced(failed.choice, failure.message, other)];
  return prepareRun(failed.model, { ...options, settings: { ...options.settings, ...other }, instead });
}

/** The projection of a run and when it acts. */
function projectionOf({ projection }: Choice, parts: Parts): Pick<SolveOptions, "projection" | "when"> {
  if (parts.projection !== undefined)
    return { projection: parts.projection, ...(parts.when !== undefined && { when: parts.when }) };
  if (nameAndOptions(projection).name === "none") return {};
  const { choice, when } = splitWhen(projection);
  return { projection: make("projection", choice), ...(when && { when }) };
}

const choices: readonly string[] = ["formulation", "method", "projection"];

/**
 * A wrong setting in the model's own run section is an error of the model; one that the caller gave is the caller's.
 */
function blame(error: unknown, model: Model, given: RunSettings): unknown {
  if (!(error instanceof SettingError)) return error;
  const { setting } = error;
  const isGiven = (settings: object, names: readonly string[]): boolean =>
    Object.entries(settings).some(([name, value]) => value !== undefined && names.includes(name));
  if (!isGiven(model.run ?? {}, [setting])) return error;
  const involved = choices.includes(setting) ? choices : [setting, "until"];
  return isGiven(given, involved) ? error : new ModelError(error.where, error.what);
}
