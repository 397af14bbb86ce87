/** How to run a model: what the file says in `run:`, and what a command or a program says instead. */

import { type ProjectWhen, TautError } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import { apart } from "./registry.js";

/** All of it optional; numbers are numbers here (expressions in the file are resolved before). */
export interface RunSettings {
  readonly formulation?: NamedChoice;
  readonly method?: NamedChoice;
  /** A projection, with `when` (start, step, evaluation, interval with `every`, drift with `above`) among its options; or "none". */
  readonly projection?: NamedChoice;
  readonly start?: "project" | "check" | "assume";
  readonly until?: number;
  readonly step?: number;
  readonly maxStep?: number;
  readonly maxSteps?: number;
  readonly rtol?: number;
  readonly atol?: number;
  readonly every?: number;
  readonly saveAt?: readonly number[];
  readonly omega?: number;
  readonly seed?: number;
}

/** What `over` says wins over what `under` says. */
export function mergeSettings(under: RunSettings, over: RunSettings): RunSettings {
  const given = Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) as RunSettings;
  // a save schedule replaces the other kind of schedule
  const { every, saveAt, ...rest } = under;
  const schedule = given.every !== undefined || given.saveAt !== undefined ? {} : { every, saveAt };
  return { ...rest, ...schedule, ...given };
}

/** When a projection acts, taken out of its options. */
export function splitWhen(choice: NamedChoice): { readonly choice: NamedChoice; readonly when: ProjectWhen } {
  const { name, options } = apart(choice);
  const { when = "step", every, above, ...rest } = options;
  const number = (key: string, value: unknown): number => {
    if (typeof value === "number" && value > 0) return value;
    throw new TautError(`run.projection.${key}`, `when: ${String(when)} needs ${key}, a number above 0.`);
  };
  const own = { ...rest, name } as NamedChoice;
  switch (when) {
    case "never":
    case "start":
    case "step":
    case "evaluation":
      return { choice: own, when: { when } };
    case "interval":
      return { choice: own, when: { when, every: number("every", every) } };
    case "drift":
      return { choice: own, when: { when, above: number("above", above) } };
    default:
      throw new TautError(
        "run.projection.when",
        `"${String(when)}" is no time to project. Use start, step, evaluation, interval (with every) or drift (with above).`,
      );
  }
}
