/** The `run` section of a model with its expressions evaluated. The meaning of its names is not known here. */

import type { WatchedKind } from "../core/index.js";
import { checkShape } from "./issues.js";
import { type Context, readNumber } from "./lower/context.js";
import { below, ErrorCollector, fail, path, show } from "./model-errors.js";
import { type NamedChoice, type ObservableData, type RunData, runSchema } from "./schema.js";
import type { Scalar } from "./shapes.js";
import type { Model } from "./validate.js";

/** Names and options as in the file, and evaluated numbers. Events are laws: see `Lowered.events`. */
export interface RunSection {
  readonly formulation?: NamedChoice;
  readonly method?: NamedChoice;
  readonly projection?: NamedChoice;
  readonly start?: "project" | "check" | "assume";
  readonly until?: number;
  readonly step?: number;
  readonly maxStep?: number;
  readonly maxSteps?: number;
  readonly rtol?: number;
  readonly atol?: number;
  readonly norm?: "rms" | "max";
  /** Of the forces between pairs of points; their sums and everything else are in double precision. */
  readonly precision?: "double" | "mixed";
  readonly every?: number;
  readonly saveAt?: readonly number[];
  readonly omega?: number;
  readonly seed?: number;
  /** Kinds of quantities that need not be kept although the model keeps them. */
  readonly accept?: readonly WatchedKind[];
  /** What is measured during the run; expressions are laws, see `Lowered.readings`. */
  readonly observables?: Readonly<Record<string, ObservableSection>>;
  readonly observe?: { readonly every?: number; readonly after?: number };
}

/** An observable with its numbers evaluated. */
export interface ObservableSection {
  readonly of?: string | readonly string[];
  readonly temperature?: string | readonly string[];
  readonly distances?: readonly [string | readonly string[], string | readonly string[]];
  readonly histogram?: { readonly from: number; readonly to: number; readonly bins: number };
  readonly correlation?: number;
}

/** The largest number of bins; more would be useless in a picture and too much to store for every run. */
const mostBins = 10_000;

type Bound = "any" | "positive" | "not negative" | "count";

const numbers: { readonly [key in keyof RunData]?: Bound } = {
  until: "any",
  step: "positive",
  maxStep: "positive",
  maxSteps: "count",
  rtol: "positive",
  atol: "not negative",
  every: "positive",
  omega: "positive",
  seed: "count",
};

/** Throws a `ModelError` if the settings, as a program gives them, do not have the shape of a run section. */
export function checkRunShape(settings: unknown): void {
  const errors = new ErrorCollector();
  const given = checkShape(runSchema, settings, "run", errors) as Readonly<Record<string, unknown>> | undefined;
  errors.check();
  for (const name of Object.keys(numbers)) {
    const value = given?.[name as keyof RunData];
    if (value !== undefined && typeof value !== "number")
      errors.add(path("run", name), `must be a number; got ${show(value)}.`);
  }
  errors.check();
}

export function readRun(context: Context, model: Model): RunSection {
  const { errors } = context;
  const { events: _, ...run } = model.run ?? {};
  const settings: Record<string, unknown> = { ...run };
  for (const [key, bound] of Object.entries(numbers)) {
    const given = run[key as keyof typeof run] as Scalar | undefined;
    if (given !== undefined) settings[key] = errors.attempt(() => readBounded(context, path("run", key), given, bound));
  }
  if (run.saveAt !== undefined) {
    const times = run.saveAt.map(
      (time, k) => errors.attempt(() => readNumber(context, path("run", "saveAt", k), time)) ?? 0,
    );
    const wrong = times.findIndex((time, k) => k > 0 && time <= times[k - 1]);
    if (wrong > 0)
      errors.add(
        below("run.saveAt", wrong),
        `the times must increase; ${times[wrong]} comes after ${times[wrong - 1]}. Sort them.`,
      );
    settings.saveAt = times;
  }
  if (run.observables !== undefined)
    settings.observables = Object.fromEntries(
      Object.entries(run.observables).map(([name, data]) => [
        name,
        errors.attempt(() => readObservable(context, path("run", "observables", name), data)) ?? {},
      ]),
    );
  if (run.observe !== undefined)
    settings.observe = errors.attempt(() =>
      readNumbers(context, "run.observe", run.observe!, { every: "positive", after: "any" }),
    );
  errors.check();
  return settings;
}

function readObservable(context: Context, where: string, data: ObservableData): ObservableSection {
  if (typeof data === "string" || Array.isArray(data)) return { of: data };
  const { histogram, correlation, ...source } = data;
  const kinds = Object.keys(source);
  if (kinds.length !== 1)
    fail(
      where,
      `must have exactly one of "of", "temperature" and "distances"; it has ${kinds.join(" and ") || "none of them"}.`,
    );
  const bins =
    histogram &&
    (readNumbers(context, `${where}.histogram`, histogram, { from: "any", to: "any", bins: "count" }) as Required<
      NonNullable<ObservableSection["histogram"]>
    >);
  if (bins !== undefined && !(bins.from < bins.to))
    fail(`${where}.histogram`, `from must be below to; got ${bins.from} and ${bins.to}. Give the smaller one first.`);
  if (bins?.bins === 0 || (bins?.bins ?? 0) > mostBins)
    fail(`${where}.histogram.bins`, `must be from 1 to ${mostBins}; got ${bins!.bins}.`);
  return {
    ...(source as ObservableSection),
    ...(bins && { histogram: bins }),
    ...(correlation !== undefined && {
      correlation: readBounded(context, `${where}.correlation`, correlation, "positive"),
    }),
  };
}

/** Reads every number of a map and checks its bound. */
function readNumbers<K extends string>(
  context: Context,
  where: string,
  data: Readonly<Partial<Record<K, Scalar | undefined>>>,
  bounds: Readonly<Record<K, Bound>>,
): Partial<Record<K, number>> {
  const read: Partial<Record<K, number>> = {};
  for (const [key, bound] of Object.entries(bounds) as [K, Bound][]) {
    const given = data[key];
    if (given !== undefined) read[key] = readBounded(context, `${where}.${key}`, given, bound);
  }
  return read;
}

function readBounded(context: Context, where: string, value: Scalar, bound: Bound): number {
  const number = readNumber(context, where, value);
  if (bound === "positive" && !(number > 0)) fail(where, `must be above 0; got ${number}.`);
  if (bound === "not negative" && number < 0) fail(where, `must not be negative; got ${number}.`);
  if (bound === "count" && !(Number.isSafeInteger(number) && number >= 0))
    fail(where, `must be a whole number; got ${number}.`);
  return number;
}
