/**
 * A validated study and its runs. Runs are numbered like digits of a mixed base: the axes of `vary` in the order of the
 * file, then `list`, then `samples`, then `replicas`, the last varying fastest. Nothing is expanded: a run is made from
 * its number on demand.
 */

import { TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { resultsVersion } from "../io/identity.js";
import {
  canonicalJson,
  type Model,
  modelHash,
  type NamedChoice,
  resolveModel,
  sha256,
  validateModel,
} from "../model/index.js";
import { checkShape } from "../model/issues.js";
import { ErrorCollector, fail, path, show } from "../model/model-errors.js";
import { runSchema } from "../model/schema.js";
import { didYouMean } from "../model/shapes.js";
import { RandomStream } from "../random/index.js";
import { make, nameAndOptions } from "../run/registry.js";
import { type RunSettings, splitWhen } from "../run/settings.js";
import { axisLength, axisValues, checkDistribution, quantile } from "./draw.js";
import { inUnitsOf } from "./quantities.js";
import { type SettingValue, type StudyData, studySchema } from "./study-schema.js";

/** A larger study must be split, because its table would be too long to use. */
const mostRuns = 1_000_000;

/** One run of a study. */
export interface RunSpec {
  readonly index: number;
  /** The values that vary, by name: parameters, and settings such as `run.omega`. */
  readonly values: Readonly<Record<string, SettingValue>>;
  readonly set: Readonly<Record<string, number>>;
  readonly settings: RunSettings;
}

export interface Study {
  /** The data of the file, with the model itself instead of its file name. */
  readonly data: StudyData;
  readonly model: Model;
  readonly count: number;
  /** The names of the values that vary, in the order of the table. */
  readonly names: readonly string[];
  /** The axes of `vary` with their values, in the order of the file. */
  readonly axes: readonly { readonly name: string; readonly values: readonly SettingValue[] }[];
  /** The number of runs of each combination of `vary` and `list` (samples times replicas), which form an ensemble. */
  readonly ensemble: number;
  /** Whether every run has a seed. */
  readonly seeded: boolean;
  run(index: number): RunSpec;
  /** The content hash of a run, which is its name. */
  hash(spec: RunSpec): string;
  /** The content hash of the study. */
  readonly id: string;
}

/** Validates `data`. The function `load` reads the model file that it names. Throws a `ModelError` with all errors. */
export function validateStudy(data: unknown, load: (file: string) => Model): Study {
  const problems = new ErrorCollector();
  const shaped = checkShape(studySchema, data, "", problems);
  problems.check();
  const { model: source } = shaped!;
  const given = typeof source === "string" ? load(source) : validateModel(source, catalogue);
  const study = inUnitsOf(given, shaped!, problems);
  const model = withRun(given, study.run);
  checkNames(study, model, problems);
  problems.check();

  const axes = Object.entries(study.vary ?? {}).map(([name, values]) => {
    const where = path("vary", name);
    const made = axisLength(values) > mostRuns ? [] : (problems.attempt(() => axisValues(where, values)) ?? []);
    return { name, values: made };
  });
  if (study.list?.length === 0)
    problems.add("list", "the list is empty, so there is nothing to run. Give combinations, or leave it out.");
  for (const [name, distribution] of Object.entries(study.random ?? {}))
    problems.attempt(() => checkDistribution(path("random", name), distribution));
  checkTogether(study, problems);
  problems.check();
  return made({ ...study, model: { ...given } }, model, axes);
}

/** The model, with its settings replaced by those of the study. */
function withRun(model: Model, run: StudyData["run"]): Model {
  if (run === undefined) return model;
  const { every, saveAt, ...rest } = model.run ?? {};
  const schedule = run.every !== undefined || run.saveAt !== undefined ? {} : { every, saveAt };
  return validateModel({ ...model, run: definedOnly({ ...rest, ...schedule, ...run }) }, catalogue);
}

const definedOnly = (data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

function made(data: StudyData, model: Model, axes: Study["axes"]): Study {
  const { list, random = {}, samples = 1, replicas = 1, seed = 0 } = data;
  const count = runCount(data);
  if (count > mostRuns)
    fail(
      "study",
      `a study must not have more than ${mostRuns} runs; this one has ${count}. Vary less, or split the study.`,
    );
  const seeded = data.seed !== undefined || data.replicas !== undefined;
  const drawn = Object.entries(random);
  const listed = [...new Set((list ?? []).flatMap(Object.keys))];
  const names = [...axes.map(({ name }) => name), ...listed, ...drawn.map(([name]) => name)];
  const ordered = (values: Readonly<Record<string, SettingValue>>) =>
    Object.fromEntries(names.map((name) => [name, values[name]]));
  const mechanics = modelHash(model);
  const { keep, plot: _, name: __, about: ___, ...rest } = data;
  // the parts of the canonical JSON of {keep, mechanics, parameters, results, run} that are the same for all runs
  const common = canonicalJson({ keep, mechanics }).slice(0, -1);
  const results = canonicalJson(resultsVersion);

  return {
    data,
    model,
    count,
    axes,
    names,
    ensemble: samples * replicas,
    seeded,
    run(index) {
      const values: Record<string, SettingValue> = {};
      // 1. the digits of the index, from the fastest
      let left = Math.floor(index / replicas);
      const sample = left;
      left = Math.floor(left / samples);
      if (list !== undefined) {
        Object.assign(values, list[left % list.length]);
        left = Math.floor(left / list.length);
      }
      for (const axis of axes.toReversed()) {
        values[axis.name] = axis.values[left % axis.values.length];
        left = Math.floor(left / axis.values.length);
      }
      // 2. the random values: each sample has a stream of its own, so its replicas share their parameters
      const stream = new RandomStream(seed, sample, "parameters");
      for (const [name, distribution] of drawn) values[name] = quantile(distribution, stream.uniform());
      // 3. parameters and settings
      const set: Record<string, number> = { ...data.set };
      const settings: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(values)) {
        if (name.startsWith("run.")) settings[name.slice(4)] = value;
        else set[name] = value as number;
      }
      if (seeded) settings.seed = new RandomStream(seed, index, "seeds").integer();
      return { index, values: ordered(values), set, settings: settings as RunSettings };
    },
    hash({ set, settings }) {
      const { parameters } = resolveModel(model, { set });
      const run = { ...model.run, ...settings };
      const own = parameters === undefined ? "" : `,"parameters":${canonicalJson(parameters)}`;
      return sha256(`${common}${own},"results":${results},"run":${canonicalJson(run)}}`);
    },
    id: sha256(canonicalJson({ ...rest, keep, model: mechanics, run: model.run, results: resultsVersion })),
  };
}

/** The number of runs; Infinity if the product overflows. */
function runCount({ vary = {}, list, samples = 1, replicas = 1 }: StudyData): number {
  const combinations = Object.values(vary).reduce((product, values) => product * axisLength(values), 1);
  return combinations * (list?.length ?? 1) * samples * replicas;
}

const choices = ["formulation", "method", "projection", "start"];

/** Checks that every name is a parameter of the model or a setting, and appears in one section only. */
function checkNames(study: StudyData, model: Model, problems: ErrorCollector): void {
  const parameters = Object.keys(model.parameters ?? {});
  const settings = Object.keys(runSchema.shape).filter(
    (name) => !["events", "saveAt", "seed", "observables", "observe"].includes(name),
  );
  const all = [...parameters, ...settings.map((name) => `run.${name}`)];
  const seen = new Map<string, string>();
  const check = (section: string, name: string, values: readonly SettingValue[]): void => {
    const where = path(section, name);
    if (!all.includes(name)) {
      const known = parameters.length === 0 ? " The model has no parameters." : ` It has: ${parameters.join(", ")}.`;
      problems.add(
        where,
        `the model has no parameter ${show(name)}.${didYouMean(name, all) || known} Write settings as run.omega.`,
      );
      return;
    }
    const before = seen.get(name);
    if (before !== undefined && before !== section)
      problems.add(where, `it already has values in ${before}. Keep one of the two.`);
    seen.set(name, section);
    const isChoice = choices.includes(name.slice(4)) && name.startsWith("run.");
    const wrong = values.find((value) => (isChoice ? typeof value === "number" : typeof value !== "number"));
    if (wrong !== undefined)
      problems.add(where, `every value must be ${isChoice ? "a name" : "a number"}; got ${show(wrong)}.`);
    else if (isChoice) for (const value of values) checkChoice(name.slice(4), value as NamedChoice, where, problems);
  };
  for (const [name, value] of Object.entries(study.set ?? {})) check("set", name, [value]);
  for (const [name, values] of Object.entries(study.vary ?? {}))
    check("vary", name, Array.isArray(values) ? values : []);
  for (const entry of study.list ?? []) for (const [name, value] of Object.entries(entry)) check("list", name, [value]);
  for (const name of Object.keys(study.random ?? {})) check("random", name, []);
}

/** A name that does not exist is a mistake in the study, not a run that fails. */
function checkChoice(setting: string, value: NamedChoice, where: string, problems: ErrorCollector): void {
  try {
    if (setting === "start") {
      const known = ["project", "check", "assume"];
      if (!known.includes(String(value))) fail(where, `must be one of ${known.join(", ")}; got ${show(value)}.`);
    } else if (setting === "projection") {
      if (nameAndOptions(value).name !== "none") make("projection", splitWhen(value).choice);
    } else make(setting === "method" ? "method" : "formulation", value);
  } catch (error) {
    if (!(error instanceof TautError)) throw error;
    problems.add(where, error.what);
  }
}

function checkTogether({ random, samples, list, keep }: StudyData, problems: ErrorCollector): void {
  if (samples !== undefined && random === undefined)
    problems.add(
      "samples",
      "needs random, because all samples would be equal without it. Add random, or use replicas.",
    );
  const [first, ...others] = list ?? [];
  const namesOf = (entry: object) => Object.keys(entry).sort().join(", ");
  others.forEach((entry, k) => {
    if (namesOf(entry) !== namesOf(first))
      problems.add(
        path("list", k + 1),
        `every entry must give the same names as the first, ${namesOf(first)}; this one gives ${namesOf(entry)}.`,
      );
  });
  for (const [name, observable] of Object.entries(keep?.observables ?? {})) {
    if (typeof observable !== "object" || Array.isArray(observable) || observable.histogram === undefined) continue;
    const { from, to } = observable.histogram;
    if (typeof from === "number" && typeof to === "number" && !(from < to))
      problems.add(path("keep", "observables", name, "histogram"), `from must be below to; got ${from} and ${to}.`);
  }
}
