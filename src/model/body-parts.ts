/** What bodies and joints share: a body as joints see it, and the parameters that both make. */

import { readNumber } from "./lower/context.js";
import { newContext } from "./lower/context-of.js";
import type { ModelData } from "./schema.js";
import type { Scalar } from "./shapes.js";

/** A body with what joints need of it: expressions of its place, its axes, and where they are at the start. */
export interface Body {
  readonly name: string;
  readonly dimension: 2 | 3;
  /** Expressions of the axes, in order; undefined where a bar has none. */
  readonly axes: readonly (string | undefined)[];
  /** Components of the centre at the start and of each axis: names of parameters. */
  readonly at: readonly string[];
  readonly start: readonly (readonly string[])[];
}

/** Parameters that bodies and joints make, so that expressions stay short and follow the model's own parameters. */
export interface AddedParameters {
  readonly parameters: Readonly<Record<string, Scalar>>;
  /** Enter one, an expression of those before it; returns its name. */
  add(where: string, name: string, value: Scalar): string;
  /** Its value with the model's own parameters as they stand in the file. */
  number(name: string): number;
}

export function addedParameters(model: ModelData): AddedParameters {
  const context = newContext(model, {});
  const parameters: Record<string, Scalar> = { ...model.parameters };
  const values = new Map(context.parameters);
  return {
    parameters,
    add(where, name, value) {
      parameters[name] = value;
      values.set(name, readNumber({ ...context, parameters: values }, where, value));
      return name;
    },
    number: (name) => values.get(name)!,
  };
}
