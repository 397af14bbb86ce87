/** Names to factories. Only this layer knows names; below it everything is passed as a value. */

import { type Factory, type Formulation, type Method, type Projection, TautError } from "../core/index.js";
import { formulations } from "../formulations/index.js";
import { methods } from "../methods/index.js";
import type { NamedChoice } from "../model/index.js";
import { projections } from "../projections/index.js";
import { nearest } from "../symbolic/index.js";

export const registry: {
  readonly formulation: readonly Factory<Formulation>[];
  readonly method: readonly Factory<Method>[];
  readonly projection: readonly Factory<Projection>[];
} = { formulation: formulations, method: methods, projection: projections };

/** A name, or a name with options, as two parts. */
export function apart(choice: NamedChoice): { readonly name: string; readonly options: Record<string, unknown> } {
  if (typeof choice === "string") return { name: choice, options: {} };
  const { name, ...options } = choice;
  return { name, options };
}

/** Make what `choice` names; `where` is its path for messages. */
export function make<T>(where: string, factories: readonly Factory<T>[], choice: NamedChoice): T {
  const { name, options } = apart(choice);
  const factory = factories.find((f) => f.name === name);
  if (factory === undefined) {
    const names = factories.map((f) => f.name);
    const meant = nearest(name, names);
    const hint = meant === undefined ? `Known are: ${names.join(", ")}.` : `Did you mean "${meant}"?`;
    throw new TautError(where, `there is no ${where.replace("run.", "")} "${name}". ${hint}`);
  }
  return factory.make(options);
}

/** `name` or `name:option=value,option=value`, as written on a command line. */
export function parseChoice(where: string, text: string): NamedChoice {
  const colon = text.indexOf(":");
  if (colon < 0) return text;
  const name = text.slice(0, colon);
  const options: Record<string, number | string | boolean> = {};
  for (const part of text.slice(colon + 1).split(",")) {
    const equals = part.indexOf("=");
    if (equals < 1) throw new TautError(where, `"${part}" is no option. Write ${name}:option=value,option=value.`);
    const value = part.slice(equals + 1);
    const number = Number(value);
    options[part.slice(0, equals)] =
      value === "true" ? true : value === "false" ? false : value !== "" && !Number.isNaN(number) ? number : value;
  }
  return { ...options, name };
}
