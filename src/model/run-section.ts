/** The `run` section of a model with its expressions resolved to numbers. What its names mean is not known here. */

import { type Context, readNumber } from "./lower/context.js";
import { newContext } from "./lower/context-of.js";
import type { Overrides } from "./lower/parameters.js";
import { below, fail, path } from "./problems.js";
import type { NamedChoice, RunData } from "./schema.js";
import type { Scalar } from "./shapes.js";
import type { Model } from "./validate.js";

/** Names and options as in the file; numbers as numbers. Events are laws: see `Lowered.events`. */
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
  readonly every?: number;
  readonly saveAt?: readonly number[];
  readonly omega?: number;
  readonly seed?: number;
}

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

/** The section of a model that has been checked; an expression in it may use parameters, with `set` in place of theirs. */
export function runSection(model: Model, set?: Overrides): RunSection {
  return readRun(newContext(model, { set }), model);
}

export function readRun(context: Context, model: Model): RunSection {
  const { problems } = context;
  const { events: _, ...run } = model.run ?? {};
  const settings: Record<string, unknown> = { ...run };
  for (const [key, bound] of Object.entries(numbers)) {
    const given = run[key as keyof typeof run] as Scalar | undefined;
    if (given !== undefined)
      settings[key] = problems.attempt(() => readBounded(context, path("run", key), given, bound));
  }
  if (run.saveAt !== undefined) {
    const times = run.saveAt.map(
      (time, k) => problems.attempt(() => readNumber(context, path("run", "saveAt", k), time)) ?? 0,
    );
    const wrong = times.findIndex((time, k) => k > 0 && time <= times[k - 1]);
    if (wrong > 0)
      problems.add(below("run.saveAt", wrong), `${times[wrong]} after ${times[wrong - 1]}: the times must increase.`);
    settings.saveAt = times;
  }
  problems.check();
  return settings;
}

function readBounded(context: Context, where: string, value: Scalar, bound: Bound): number {
  const number = readNumber(context, where, value);
  if (bound === "positive" && !(number > 0)) fail(where, `${number} is not above 0.`);
  if (bound === "not negative" && number < 0) fail(where, `${number} is negative.`);
  if (bound === "count" && !(Number.isSafeInteger(number) && number >= 0))
    fail(where, `${number} is not a whole number.`);
  return number;
}
