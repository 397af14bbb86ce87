/** Names to factories. Only this layer knows names; below it everything is passed as a value. */

import {
  type Factory,
  type Formulation,
  type Method,
  type Projection,
  SettingError,
  TautError,
} from "../core/index.js";
import { formulations } from "../formulations/index.js";
import { autoFactory } from "../methods/composed/auto.js";
import { methods } from "../methods/index.js";
import { langevinFactory } from "../methods/stochastic/langevin.js";
import type { NamedChoice } from "../model/index.js";
import { projections } from "../projections/index.js";
import { nearest } from "../symbolic/index.js";
import { nameAndOptions, parseChoice } from "./named-choice.js";

export { nameAndOptions, parseChoice } from "./named-choice.js";

export const registry: {
  readonly formulation: readonly Factory<Formulation>[];
  readonly method: readonly Factory<Method>[];
  readonly projection: readonly Factory<Projection>[];
} = { formulation: formulations, method: [...methods, langevinFactory, autoFactory], projection: projections };

type Made = { readonly formulation: Formulation; readonly method: Method; readonly projection: Projection };

/** Make what `choice` names; `where` is its path for messages, when it is not that setting of the run. */
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

/** Options that are methods are named in files and on command lines: the methods that they name. */
function withMethods(factory: Factory<unknown>, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => {
      const isNamed = factory.options[option]?.type === "method" && typeof value === "string";
      const where = `${factory.name}.${option}`;
      return [option, isNamed ? make("method", parseChoice(where, value), where) : value];
    }),
  );
}

/** A number of the run (omega, seed) becomes an option of the formulation or method that has one and is not given its own. */
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
  return registry[kind].find((f) => f.name === name)?.options[setting] !== undefined;
}
