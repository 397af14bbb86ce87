/** Reads the `elements` of a file against their definitions: nodes, parameters and flag of each. */

import type { Part } from "../core/index.js";
import type { JointInfo } from "./body-parts.js";
import { type Catalogue, type ElementDefinition, itemKeys, lawsOf, parameterOf } from "./definition.js";
import { checkShape } from "./issues.js";
import { below, type ErrorCollector, path, show } from "./model-errors.js";
import { checkIndices, labelError } from "./names.js";
import { type ModelData, type RepeatData, repeatSchema } from "./schema.js";
import { didYouMean, entryMeant, mustBe, type Scalar, type ScalarOrVector, scalar, scalarOrVector } from "./shapes.js";
import { z } from "./z.js";

/** One entry of `elements`. */
export interface Item {
  readonly where: string;
  readonly element: string;
  readonly definition: ElementDefinition;
  readonly flag?: string;
  /** References to nodes, as written. For an element on one node each is an instance; otherwise all form one instance. */
  readonly nodes: readonly { readonly text: string; readonly where: string }[] | "everywhere";
  readonly repeat?: RepeatData;
  readonly name?: string;
  readonly omega?: Scalar;
  /** What the opposite force or torque acts on. */
  readonly against?: { readonly text: string; readonly where: string };
  /** Indices of members wrap around: the member after the last is the first. */
  readonly wrap?: boolean;
  /** The parameters that the entry sets. */
  readonly values: ReadonlyMap<string, ScalarOrVector>;
  /** Bodies and joints only: what the element is a part of, the word for its definition, and what a joint is. */
  readonly part?: Part["kind"];
  readonly variant?: string;
  readonly joint?: JointInfo;
  /** Parameters that are evaluated although no law names them. */
  readonly also?: readonly string[];
  /** Points whose places at the start are in the defaults of parameters, by their names there. */
  readonly startNodes?: readonly { readonly name: string; readonly text: string; readonly where: string }[];
}

/** The definition of every element that the model can use: those of the catalogue and its own. */
export function definitionsOf(model: ModelData, catalogue: Catalogue): ReadonlyMap<string, ElementDefinition> {
  return new Map([...Object.entries(catalogue), ...Object.entries(model.define ?? {})]);
}

export function readItems(
  model: ModelData,
  catalogue: Catalogue,
  used: ReadonlyMap<string, string>,
  errors: ErrorCollector,
): Item[] {
  const definitions = definitionsOf(model, catalogue);
  const names = new Map<string, string>();
  return (model.elements ?? []).flatMap((entry, k) => {
    const keys = Object.keys(entry);
    if (keys.length !== 1) {
      errors.add(
        path("elements", k),
        `each item must have one element; this one has ${keys.length}. Write - rod: {…}, one element per item.`,
      );
      return [];
    }
    const [element] = keys;
    const where = path("elements", k, element);
    const definition = definitions.get(element);
    if (definition === undefined) {
      const known = didYouMean(element, definitions.keys()) || ` Known are: ${[...definitions.keys()].join(", ")}.`;
      errors.add(where, `there is no element ${show(element)}.${known}`);
      return [];
    }
    const item = readItem(entry[element], element, definition, where, used, errors);
    if (item?.name !== undefined) {
      const before = names.get(item.name);
      if (before !== undefined)
        errors.add(`${where}.name`, `the name ${show(item.name)} is already used by ${before}. Choose another.`);
      names.set(item.name, where);
    }
    return item === undefined ? [] : [item];
  });
}

function readItem(
  value: unknown,
  element: string,
  definition: ElementDefinition,
  where: string,
  used: ReadonlyMap<string, string>,
  errors: ErrorCollector,
): Item | undefined {
  const count = errors.count;
  const data = writtenOut(value, definition);
  if (data === undefined) {
    errors.add(where, `must be a map; got ${show(value)}. Write ${example(element, definition)}.`);
    return undefined;
  }
  const parameters = Object.keys(definition.parameters ?? {}).filter((name) => !parameterOf(definition, name).derived);
  const flags = Object.keys(definition.flags ?? {});
  const values = new Map<string, ScalarOrVector>();
  let flag: string | undefined;
  for (const [key, given] of Object.entries(data)) {
    const at = below(where, key);
    if (parameters.includes(key)) {
      const checked = checkShape(scalarOrVector, given, at, errors);
      if (checked !== undefined) values.set(key, checked);
    } else if (flags.includes(key)) {
      if (typeof given !== "boolean") errors.add(at, `must be true or false; got ${show(given)}.`);
      if (given === true && flag !== undefined)
        errors.add(at, `"${flag}" and "${key}" cannot both be true. Choose one.`);
      if (given === true) flag = key;
    } else if (key === "against" && definition.applied !== undefined) {
      if (typeof given !== "string")
        errors.add(at, `must be the name of a point, a coordinate or a body; got ${show(given)}.`);
    } else if (!itemKeys.has(key)) {
      const known = [...parameters, ...flags, ...(definition.applied ? ["against"] : []), ...itemKeys];
      errors.add(at, `${element} has no such entry.${entryMeant(key, known)}`);
    }
  }
  for (const name of parameters) {
    if (Object.hasOwn(data, name) || parameterOf(definition, name).default !== undefined) continue;
    const { about } = parameterOf(definition, name);
    errors.add(
      where,
      `${show(name)} is missing${about === undefined ? "" : ` (${about})`}. Write ${example(element, definition)}.`,
    );
  }
  const nodes = readNodes(data, element, definition, where, errors);
  const repeat = checkShape(repeatSchema.optional(), data.repeat, `${where}.repeat`, errors);
  checkIndices(repeat, `${where}.repeat`, used, errors);
  const name = checkShape(z.string().optional(), data.name, `${where}.name`, errors);
  const problem = name === undefined ? undefined : labelError(name);
  if (problem !== undefined) errors.add(`${where}.name`, problem);
  const omega = checkShape(scalar.optional(), data.omega, `${where}.omega`, errors);
  if (omega !== undefined && ![1, 2, 3].some((d) => lawsOf(definition, flag, d).constraint !== undefined)) {
    errors.add(
      `${where}.omega`,
      `omega is the stiffness of a constraint; ${element} has no constraint. Remove this entry.`,
    );
  }
  const wrap = checkShape(z.boolean(mustBe("true or false")).optional(), data.wrap, `${where}.wrap`, errors);
  if (wrap === true && repeat === undefined)
    errors.add(`${where}.wrap`, `wrap lets the indices of a repetition wrap around; there is no repeat. Remove it.`);
  if (errors.count > count || nodes === undefined) return undefined;
  const against =
    typeof data.against === "string" ? { against: { text: data.against, where: below(where, "against") } } : {};
  return { where, element, definition, flag, nodes, repeat, name, omega, ...against, ...(wrap && { wrap }), values };
}

/** The entry as a map; the short form `gravity: [0, -9.81]` sets the main parameter. */
function writtenOut(value: unknown, definition: ElementDefinition): Readonly<Record<string, unknown>> | undefined {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return definition.main === undefined ? undefined : { [definition.main]: value };
}

/** Elements that do for one coordinate what these do between two points. */
const forOneCoordinate: Readonly<Record<string, string>> = {
  spring: "torsion-spring",
  damper: "torsion-damper",
  rod: "drive",
};

function readNodes(
  data: Readonly<Record<string, unknown>>,
  element: string,
  definition: ElementDefinition,
  where: string,
  errors: ErrorCollector,
): Item["nodes"] | undefined {
  const key = data.between !== undefined ? "between" : "on";
  const given = data[key];
  const needed = definition.on.length;
  if (data.on !== undefined && data.between !== undefined) {
    errors.add(where, `"on" and "between" mean the same, and both are given. Remove one.`);
  } else if (given === undefined && (definition.everywhere || definition.pairs)) {
    return "everywhere";
  } else if (given === undefined) {
    errors.add(where, `the points on which it acts are missing. Write ${example(element, definition)}.`);
  } else {
    const list = Array.isArray(given) ? given : [given];
    const wrong = list.findIndex((text) => typeof text !== "string");
    if (wrong >= 0) {
      const place = Array.isArray(list[wrong])
        ? ` To act on a place, give it a name: points: {anchor: {fixed: true, at: [${list[wrong].join(", ")}]}}.`
        : "";
      errors.add(below(where, key, wrong), `${show(list[wrong])} is not the name of a point or coordinate.${place}`);
    } else if (list.length === 0 || (needed > 1 && list.length !== needed && !definition.pairs)) {
      const single = list.length === 1 ? forOneCoordinate[element] : undefined;
      const other = single === undefined ? "" : `, or use ${single} for one coordinate, such as the travel of a joint`;
      errors.add(
        `${where}.${key}`,
        `${element} acts on ${needed} nodes; got ${list.length}. Write ${example(element, definition)}${other}.`,
      );
    } else {
      return list.map((text, k) => ({ text, where: Array.isArray(given) ? below(where, key, k) : below(where, key) }));
    }
  }
  return undefined;
}

/** An example of the element, such as `rod: {between: [a, b], length: …}`. */
function example(element: string, definition: ElementDefinition): string {
  const nodes = definition.on.length === 2 ? "between" : "on";
  const needed = Object.keys(definition.parameters ?? {}).filter(
    (name) => parameterOf(definition, name).default === undefined,
  );
  return `${element}: {${[`${nodes}: [${definition.on.join(", ")}]`, ...needed.map((name) => `${name}: …`)].join(", ")}}`;
}
