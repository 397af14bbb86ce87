/**
 * The definition of an element: laws on a few nodes, with parameters. Built-in elements and those that a file defines have
 * the same form.
 *
 *     soft-rod:
 *       about: A spring that resists being stretched.
 *       on: [a, b]
 *       parameters: { k: { about: stiffness, unit: N/m }, L: { default: norm(a - b) } }
 *       potential: k/2*(norm(a - b) - L)^2
 */

import { own } from "../core/index.js";
import { exact, nameMap, notA, type ScalarOrVector, scalar, scalarOrVector, text, truth } from "./shapes.js";
import { z } from "./z.js";

const byDimension = exact("a default for each dimension", {
  line: scalarOrVector.optional(),
  plane: scalarOrVector.optional(),
  space: scalarOrVector.optional(),
});

const parameter = exact("a parameter of an element", {
  about: text.optional(),
  unit: text.optional(),
  vector: truth.optional(),
  default: z
    .union(
      [scalarOrVector, byDimension],
      notA("a number, an expression, a list of these, or a map {plane: …, space: …}"),
    )
    .optional(),
  derived: truth.optional(),
  motion: truth.optional(),
  above: z.number().optional(),
  atLeast: z.number().optional(),
  why: text.optional(),
});

/**
 * At most one law of each kind, written in the names of nodes (positions; a' is a velocity), parameters and t. The forces of
 * a dissipation D(q, v) are -dD/dv; `rate(…)` in it is the time derivative of an expression of positions.
 */
const lawShapes = {
  potential: scalar.optional(),
  constraint: z
    .union([scalarOrVector, nameMap(scalar, "components")], notA("an expression, a list, or a map of named components"))
    .optional(),
  force: z
    .union(
      [scalarOrVector, nameMap(scalarOrVector, "forces")],
      notA("the force on the only node, or a map from nodes to forces"),
    )
    .optional(),
  kinetic: scalar.optional(),
  dissipation: scalar.optional(),
};

/** Laws, and those that replace them for points on a line, in the plane or in space. */
const variantShapes = {
  ...lawShapes,
  line: exact("the laws for one dimension", lawShapes).optional(),
  plane: exact("the laws for two dimensions", lawShapes).optional(),
  space: exact("the laws for three dimensions", lawShapes).optional(),
};

/** How pictures show an element: lines between its first two nodes; or the surface on which its only node stays. */
const drawnElements = ["rod", "spring", "damper", "rope", "line", "plane", "guide"] as const;

export const definitionSchema = exact("an element's definition", {
  about: text.optional(),
  on: z
    .array(z.string())
    .min(1, { error: "the list is empty. An element acts on at least one node." })
    .max(8, { error: "an element may have at most 8 nodes; this one has more. Split it." }),
  parameters: nameMap(
    z.union([scalarOrVector, parameter], notA("a default value, or a map such as {about: …, default: …}")),
    "parameters",
  ).optional(),
  main: text.optional(),
  everywhere: truth.optional(),
  pairs: z.array(z.string()).optional(),
  applied: z.enum(["force", "torque"], notA('"force" or "torque"')).optional(),
  settles: text.optional(),
  draw: z.enum(drawnElements, notA(`one of ${drawnElements.join(", ")}`)).optional(),
  ...variantShapes,
  flags: nameMap(exact("a flag", { about: text.optional(), ...variantShapes }), "flags").optional(),
});

/**
 * The definition of a kind of element, as data: the laws of the built-in elements and of those that a model or the
 * option `elements` of `run` adds.
 *
 * @example
 * const hardening: ElementDefinition = {
 *   on: ["a", "b"],
 *   parameters: { k: { about: "stiffness", above: 0 } },
 *   potential: "k/4*norm(a - b)^4",
 * };
 */
export type ElementDefinition = z.infer<typeof definitionSchema>;
export type ParameterDefinition = z.infer<typeof parameter>;
export type Variant = Pick<ElementDefinition, keyof typeof variantShapes>;
export type Laws = Pick<ElementDefinition, keyof typeof lawShapes>;

/** Definitions of elements by name. The built-in ones are `catalogue`. */
export type Catalogue = Readonly<Record<string, ElementDefinition>>;

export const lawKinds = [
  "potential",
  "constraint",
  "force",
  "kinetic",
  "dissipation",
] as const satisfies readonly (keyof Laws)[];

/** Keys of an element in a file that are not its parameters. */
export const itemKeys: ReadonlySet<string> = new Set(["on", "between", "repeat", "name", "omega", "wrap", "about"]);

/** The default of a parameter for points of this dimension. */
export function defaultOf(parameter: ParameterDefinition, dimension: number): ScalarOrVector | undefined {
  const { default: value } = parameter;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  return [undefined, value.line, value.plane, value.space][dimension];
}

/** Parameter `name`; the short form (only a default) is written out. */
export function parameterOf(definition: ElementDefinition, name: string): ParameterDefinition {
  const given = own(definition.parameters, name);
  return typeof given === "object" && !Array.isArray(given) ? given : { default: given };
}

/** The laws of a definition with this flag, for points of this dimension. */
export function lawsOf(definition: ElementDefinition, flag: string | undefined, dimension: number): Laws {
  const variant: Variant = (flag === undefined ? undefined : own(definition.flags, flag)) ?? definition;
  const special = [undefined, variant.line, variant.plane, variant.space][dimension];
  return special ?? variant;
}
