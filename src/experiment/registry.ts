/** Names to factories. Only this layer knows names; below it everything is passed as a value. */

import {
  checkOptions,
  type Factory,
  type Formulation,
  type Method,
  type Projection,
  TautError,
} from "../core/index.js";
import { formulations } from "../formulations/index.js";
import { methods, switching } from "../methods/index.js";
import type { NamedChoice } from "../model/index.js";
import { projections } from "../projections/index.js";
import { nearest } from "../symbolic/index.js";

/** What a run uses when nobody names a method, with both halves named; `choose` fills them in. */
const autoFactory: Factory<Method> = {
  name: "auto",
  about: "Chosen for the model: an explicit method, which hands over to an implicit one where it turns out stiff.",
  options: {
    explicit: { about: "The method to begin with.", default: "dop853" },
    implicit: { about: "The method for where stability limits the steps of the first.", default: "bdf" },
  },
  make(options = {}) {
    checkOptions(autoFactory, options);
    const { explicit = "dop853", implicit = "bdf" } = options;
    return switching(half("explicit", explicit), half("implicit", implicit));
  },
};

function half(option: string, name: unknown): Method {
  const factory = methods.find((one) => one.name === name);
  const method = factory?.make();
  if (method?.estimatesError === true) return method;
  const known = methods.filter((one) => one.make().estimatesError).map((one) => one.name);
  const why = factory === undefined ? "is no method" : "has no error control";
  throw new TautError(`auto.${option}`, `"${String(name)}" ${why}. Use one of: ${known.join(", ")}.`);
}

export const registry: {
  readonly formulation: readonly Factory<Formulation>[];
  readonly method: readonly Factory<Method>[];
  readonly projection: readonly Factory<Projection>[];
} = { formulation: formulations, method: [...methods, autoFactory], projection: projections };

/** A name, or a name with options, as two parts. */
export function apart(choice: NamedChoice): { readonly name: string; readonly options: Record<string, unknown> } {
  if (typeof choice === "string") return { name: choice, options: {} };
  const { name, ...options } = choice;
  return { name, options };
}

type Made = { readonly formulation: Formulation; readonly method: Method; readonly projection: Projection };

/** Make what `choice` names; `where` is its path for messages. */
export function make<K extends keyof Made>(kind: K, choice: NamedChoice, where = `run.${kind}`): Made[K] {
  const { name, options } = apart(choice);
  const factories = registry[kind] as readonly Factory<Made[K]>[];
  const factory = factories.find((f) => f.name === name);
  if (factory === undefined) {
    const names = [...factories.map((f) => f.name), ...(where === "run.projection" ? ["none"] : [])];
    const meant = nearest(name, names);
    const hint = meant === undefined ? `Known are: ${names.join(", ")}.` : `Did you mean "${meant}"?`;
    throw new TautError(where, `there is no ${kind} "${name}". ${hint}`);
  }
  try {
    return factory.make(options);
  } catch (error) {
    if (!(error instanceof TautError)) throw error;
    throw new TautError(where, error.message);
  }
}

/** `name` or `name:option=value,option=value`, as written on a command line. */
export function parseChoice(where: string, text: string): NamedChoice {
  const colon = text.indexOf(":");
  if (colon < 0) return text;
  const name = text.slice(0, colon);
  const options = text
    .slice(colon + 1)
    .split(",")
    .map((part) => {
      const equals = part.indexOf("=");
      if (equals < 1) throw new TautError(where, `"${part}" is no option. Write ${name}:option=value,option=value.`);
      return [part.slice(0, equals), optionValue(part.slice(equals + 1))];
    });
  return { ...Object.fromEntries(options), name };
}

function optionValue(text: string): number | string | boolean {
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}
