/** What bodies and joints share: a body as joints see it, and the parameters that both add to the model. */

import { readNumber } from "./lower/context.js";
import { newContext } from "./lower/context-of.js";
import type { ModelData } from "./schema.js";
import type { Scalar } from "./shapes.js";

/** A body as joints need it: expressions of its place and axes, and their values at the start. */
export interface Body {
  readonly name: string;
  readonly dimension: 2 | 3;
  /** Expressions of the axes, in order; undefined for an axis without a director. */
  readonly axes: readonly (string | undefined)[];
  /** The components of the centre and of each axis at the start, as names of parameters. */
  readonly at: readonly string[];
  readonly start: readonly (readonly string[])[];
}

/** Parameters that bodies and joints add, which keep expressions short and depend on the model's own parameters. */
export interface AddedParameters {
  readonly parameters: Readonly<Record<string, Scalar>>;
  /** Add a parameter, which may be an expression of earlier ones; returns its name. */
  add(where: string, name: string, value: Scalar): string;
  /** The value of a parameter, with the model's own parameters as written in the file. */
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
