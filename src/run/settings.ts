/** The settings of a run: those of the model's `run:` section, and those that a command or a program gives instead. */

import { ModelError, type ProjectWhen, SettingError } from "../core/index.js";
import { allErrors, checkRunShape, type NamedChoice, type RunSection } from "../model/index.js";
import { nameAndOptions } from "./registry.js";

/**
 * The settings of a run, as in the `run:` section of a model. All are optional. A projection may have `when` among its
 * options (start, step, evaluation, interval with `every`, drift with `above`), or be "none".
 */
export type RunSettings = RunSection;

/** The names of all settings except formulation, method and projection. */
export const settingNames: readonly string[] = [
  ...[
    "start",
    "until",
    "step",
    "maxStep",
    "maxSteps",
    "rtol",
    "atol",
    "norm",
    "precision",
    "every",
    "saveAt",
    "omega",
    "seed",
  ],
  "accept",
  ...["observables", "observe"],
];

/** The settings of `under`, replaced by those of `over` where both are given. */
export function mergeSettings(under: RunSettings, over: RunSettings): RunSettings {
  checkGiven(over);
  const given = Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) as RunSettings;
  // a save schedule replaces the other kind of schedule
  const { every, saveAt, ...rest } = under;
  const schedule = given.every !== undefined || given.saveAt !== undefined ? {} : { every, saveAt };
  return { ...rest, ...schedule, ...given };
}

/** The smallest tolerance: below it, rounding hides the errors that the tolerance is meant to limit. */
const finest = 1e-15;
/** The same where forces between pairs are in single precision. */
const finestMixed = 1e-6;

/** Throws a `SettingError` with the sentence of a file if the given settings do not have the shape of a run section. */
function checkGiven(settings: RunSettings): void {
  try {
    // times to save may be a typed array
    checkRunShape(ArrayBuffer.isView(settings?.saveAt) ? { ...settings, saveAt: undefined } : settings);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const [{ where, what }] = allErrors(error);
    throw new SettingError(where.match(/^run\.(\w+)/)?.[1] ?? "run", what, where);
  }
}

/** Throws a `SettingError` for a number that no run can use. Those in a file are checked when the file is read. */
export function checkSettings(settings: RunSettings): void {
  const { rtol, atol, norm, precision, maxSteps, seed } = settings;
  const refuse = (name: keyof RunSettings, why: string): never => {
    throw new SettingError(name, `must be ${why}; got ${settings[name]}.`);
  };
  for (const name of ["step", "maxStep", "every", "omega"] as const)
    if (settings[name] !== undefined && !(settings[name] > 0)) refuse(name, "above 0");
  if (rtol !== undefined && !(rtol > 0 && rtol < 1)) refuse("rtol", "a number between 0 and 1");
  if (rtol !== undefined && rtol < finest) refuse("rtol", `${finest} or more, because rounding hides smaller errors`);
  if (atol !== undefined && !(atol >= 0)) refuse("atol", "at least 0");
  if (norm !== undefined && norm !== "rms" && norm !== "max") refuse("norm", '"rms" or "max"');
  if (precision === "mixed" && rtol !== undefined && rtol < finestMixed)
    refuse("rtol", `${finestMixed} or more with precision "mixed", because forces have errors of that size`);
  if (maxSteps !== undefined && !(Number.isSafeInteger(maxSteps) && maxSteps > 0))
    refuse("maxSteps", "a whole number above 0");
  if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0)) refuse("seed", "a whole number of at least 0");
}

/** Takes out of the options of a projection when it acts. Without `when`, the projection acts as it usually does. */
export function splitWhen(choice: NamedChoice): { readonly choice: NamedChoice; readonly when?: ProjectWhen } {
  const { name, options } = nameAndOptions(choice);
  const { when, every, above, stages, ...others } = options;
  // only projections at every evaluation have stages; elsewhere the name is an option of the projection itself, or wrong
  const rest = when === "evaluation" || stages === undefined ? others : { ...others, stages };
  const number = (key: string, value: unknown): number => {
    if (typeof value === "number" && value > 0) return value;
    const what = `must be a number above 0 with when: ${String(when)}; got ${String(value)}.`;
    throw new SettingError("projection", what, `run.projection.${key}`);
  };
  const own = { ...rest, name } as NamedChoice;
  switch (when) {
    case undefined:
      return { choice: own };
    case "never":
    case "start":
    case "step":
      return { choice: own, when: { when } };
    case "evaluation":
      if (stages === undefined || stages === "projected" || stages === "unprojected")
        return { choice: own, when: { when, ...(stages !== undefined && { stages }) } };
      throw new SettingError(
        "projection",
        `stages must be projected or unprojected; got "${String(stages)}".`,
        "run.projection.stages",
      );
    case "interval":
      return { choice: own, when: { when, every: number("every", every) } };
    case "drift":
      return { choice: own, when: { when, above: number("above", above) } };
    default:
      throw new SettingError(
        "projection",
        `when must be start, step, evaluation, interval (with every) or drift (with above); got "${String(when)}".`,
        "run.projection.when",
      );
  }
}
