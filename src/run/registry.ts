/**
 * Formulations, methods and projections by name. Only this layer knows the names; below it parts are passed as values.
 */

import {
  type Factory,
  type Formulation,
  type Method,
  own,
  type Projection,
  SettingError,
  TautError,
} from "../core/index.js";
import type { NamedChoice } from "../model/index.js";
import { nearest } from "../symbolic/index.js";
import { nameAndOptions, parseChoice } from "./named-choice.js";
import { parts } from "./parts.js";

export { nameAndOptions, parseChoice } from "./named-choice.js";

/**
 * Every formulation, method and projection by the name that files and commands use, with its options as data.
 *
 * @example
 * registry.method.find(({ name }) => name === "radau5")?.options; // index, keepPositions, iterations
 */
export const registry: {
  readonly formulation: readonly Factory<Formulation>[];
  readonly method: readonly Factory<Method>[];
  readonly projection: readonly Factory<Projection>[];
} = parts;

type Made = { readonly formulation: Formulation; readonly method: Method; readonly projection: Projection };

/**
 * Makes the part that `choice` names. `where` is its path for messages, if it does not come from that setting of the
 * run.
 */
export function make<K extends keyof Made>(kind: K, choice: NamedChoice, where?: string): Made[K] {
  const fail = (what: string): TautError =>
    where === undefined ? new SettingError(kind, what) : new TautError(where, what);
  const { name, options } = nameAndOptions(choice);
  const factories = registry[kind] as readonly Factory<Made[K]>[];
  const factory = factories.find((f) => f.name === name);
  if (factory === undefined) {
    const names = [...factories.map((f) => f.name), ...(kind === "projection" && where === undefined ? ["none"] : [])];
    const meant = nearest(name, names);
    const hint = meant === undefined ? `Choose one of: ${names.join(", ")}.` : `Did you mean "${meant}"?`;
    throw fail(`there is no ${kind} "${name}". ${hint}`);
  }
  try {
    return factory.make(withMethods(factory, options));
  } catch (error) {
    if (!(error instanceof TautError)) throw error;
    throw fail(error.message);
  }
}

/** Replaces options that name a method, as files and command lines do, by the method. */
function withMethods(factory: Factory<unknown>, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => {
      const isNamed = own(factory.options, option)?.type === "method" && typeof value === "string";
      const where = `${factory.name}.${option}`;
      return [option, isNamed ? make("method", parseChoice(where, value), where) : value];
    }),
  );
}

/**
 * Passes a number of the run (omega, seed) on to the formulation or method, if that has such an option and it is not
 * given.
 */
export function withSetting(
  kind: "formulation" | "method",
  choice: NamedChoice,
  setting: string,
  value: number | undefined,
): NamedChoice {
  const { name, options } = nameAndOptions(choice);
  return value === undefined || !takes(kind, choice, setting) ? choice : { [setting]: value, ...options, name };
}

/** Whether the formulation or method of that name has an option of the name of the setting. */
export function takes(kind: "formulation" | "method", choice: NamedChoice, setting: string): boolean {
  const { name } = nameAndOptions(choice);
  return own(registry[kind].find((f) => f.name === name)?.options, setting) !== undefined;
}
