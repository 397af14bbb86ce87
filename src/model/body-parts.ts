/** What bodies and joints share: a body as joints see it, and the parameters and constraints that both add to the model. */

import type { Part } from "../core/index.js";
import { readNumber } from "./lower/context.js";
import { newContext } from "./lower/context-of.js";
import type { Overrides } from "./lower/parameters.js";
import { fail, path, show } from "./model-errors.js";
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

/**
 * Parameters that bodies and joints add, which keep expressions short and depend on the model's own parameters. Their names
 * begin with `_`, which names in files cannot, so the two never meet.
 */
export interface AddedParameters {
  readonly parameters: NonNullable<ModelData["parameters"]>;
  /** The added parameters whose values have decided which points and constraints there are. */
  readonly deciding: ReadonlySet<string>;
  /** Add a parameter, which may be an expression of earlier ones; returns its name. */
  add(where: string, owner: string | number, key: string, value: Scalar): string;
  valueOf(name: string): number;
  /** The value of a parameter, on which a decision about points or constraints depends. */
  decide(name: string): number;
}

export function addedParameters(model: ModelData, set: Overrides | undefined): AddedParameters {
  const context = newContext(model, { set });
  const parameters: NonNullable<ModelData["parameters"]> = { ...model.parameters };
  const values = new Map(context.parameters);
  const deciding = new Set<string>();
  return {
    parameters,
    deciding,
    add(where, owner, key, value) {
      // keys have no `_`, and a joint's owner is a number, so no two owners make the same name
      const name = `_${owner}_${key}`;
      parameters[name] = value;
      values.set(name, readNumber({ ...context, parameters: values }, where, value));
      return name;
    },
    valueOf: (name) => values.get(name)!,
    decide(name) {
      deciding.add(name);
      return values.get(name)!;
    },
  };
}

/** The constraints of the file and those that bodies and joints add, each with its place in the file. */
export interface AddedConstraints {
  readonly constraints: NonNullable<ModelData["constraints"]>;
  /** Where each added constraint comes from, by its path among the constraints. */
  readonly origins: ReadonlyMap<string, string>;
  /** The name of the joint that made a constraint, by the name of the constraint. */
  readonly joints: ReadonlyMap<string, string>;
  /** The bodies and joints that constraints come from, by their place in the file. */
  readonly parts: ReadonlyMap<string, Part>;
  add(where: string, part: Part, name: string, expression: string): void;
}

export function addedConstraints(model: ModelData): AddedConstraints {
  const constraints = { ...model.constraints };
  const origins = new Map<string, string>();
  const joints = new Map<string, string>();
  const parts = new Map<string, Part>();
  return {
    constraints,
    origins,
    joints,
    parts,
    add(where, part, name, expression) {
      const place = path("constraints", name);
      if (Object.hasOwn(constraints, name))
        fail(
          where,
          `each constraint must have a name of its own; ${show(name)} is already used by ${origins.get(place) ?? place}. Give one of the two another name.`,
        );
      constraints[name] = expression;
      origins.set(place, where);
      if (part.kind === "joint") joints.set(name, part.name);
      parts.set(where, part);
    },
  };
}
