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

import { exact, nameMap, notA, type ScalarOrVector, scalar, scalarOrVector, text, truth } from "./shapes.js";
import { z } from "./z.js";

const byDimension = exact("a default for each dimension", {
  line: scalarOrVector.optional(),
  plane: scalarOrVector.optional(),
  space: scalarOrVector.optional(),
});

const parameter = exact("a parameter of an element", {
  about: text.optional().describe("One sentence."),
  unit: text.optional().describe("Unit, in words: length, mass/time."),
  vector: truth.optional().describe("True for a vector with as many components as the points have."),
  default: z
    .union(
      [scalarOrVector, byDimension],
      notA("a number, an expression, a list of these, or a map {plane: …, space: …}"),
    )
    .optional()
    .describe("Value when none is given: an expression of the nodes at the start, mass(node) and other parameters."),
  derived: truth
    .optional()
    .describe("True for a parameter that always has its default: an abbreviation that is computed once."),
  above: z.number().optional().describe("Values must be above this number."),
  atLeast: z.number().optional().describe("Values must be at least this number."),
  why: text.optional().describe("Why values outside these bounds are refused, and what to do instead."),
});

/** At most one law of each kind, written in the names of nodes (positions; a' is a velocity), parameters and t. */
const lawShapes = {
  potential: scalar.optional().describe("Energy of the positions; the force is minus its gradient."),
  constraint: z
    .union([scalarOrVector, nameMap(scalar, "components")], notA("an expression, a list, or a map of named components"))
    .optional()
    .describe("What must vanish: a scalar, a vector, a list, or a map of named components."),
  force: z
    .union(
      [scalarOrVector, nameMap(scalarOrVector, "forces")],
      notA("the force on the only node, or a map from nodes to forces"),
    )
    .optional()
    .describe("Force on the only node, or a map from nodes to forces."),
  kinetic: scalar.optional().describe("Kinetic energy that is added to that of the masses."),
};

/** Laws, and those that replace them for points on a line, in the plane or in space. */
const variantShapes = {
  ...lawShapes,
  line: exact("the laws for one dimension", lawShapes).optional().describe("Laws for points with one component."),
  plane: exact("the laws for two dimensions", lawShapes).optional().describe("Laws for points with two components."),
  space: exact("the laws for three dimensions", lawShapes)
    .optional()
    .describe("Laws for points with three components."),
};

export const definitionSchema = exact("an element's definition", {
  about: text.optional().describe("What the element does, in a sentence."),
  on: z
    .array(z.string())
    .min(1, { error: "the list is empty. An element acts on at least one node." })
    .max(8, { error: "an element may have at most 8 nodes; this one has more. Split it." })
    .describe("Names of the nodes inside the laws."),
  parameters: nameMap(
    z.union([scalarOrVector, parameter], notA("a default value, or a map such as {about: …, default: …}")),
    "parameters",
  )
    .optional()
    .describe("Parameters: a default value, or a map with about, unit, default, vector, above, atLeast."),
  main: text
    .optional()
    .describe("The parameter that an element written in short form sets, as in `gravity: [0, -9.81]`."),
  everywhere: truth
    .optional()
    .describe("True for an element on one node that acts on every free point unless `on` is given."),
  pairs: z
    .array(z.string())
    .optional()
    .describe(
      "Properties of points (charge, sigma, epsilon): the element acts on every pair of points that have them, except within a molecule. Its potential is a function of norm(a - b) and may contain charge_a and charge_b.",
    ),
  settles: text
    .optional()
    .describe("A parameter on which two of these elements between the same nodes, in any order, must agree."),
  draw: z
    .enum(["rod", "spring", "line"], notA('"rod", "spring" or "line"'))
    .optional()
    .describe("How pictures show the element."),
  ...variantShapes,
  flags: nameMap(exact("a flag", { about: text.optional(), ...variantShapes }), "flags")
    .optional()
    .describe("Switches: when one is true in an element, its laws replace those above."),
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

export const lawKinds = ["potential", "constraint", "force", "kinetic"] as const satisfies readonly (keyof Laws)[];

/** Keys of an element in a file that are not its parameters. */
export const itemKeys: ReadonlySet<string> = new Set(["on", "between", "repeat", "name", "omega", "about"]);

/** The default of a parameter for points of this dimension. */
export function defaultOf(parameter: ParameterDefinition, dimension: number): ScalarOrVector | undefined {
  const { default: value } = parameter;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  return [undefined, value.line, value.plane, value.space][dimension];
}

/** Parameter `name`; the short form (only a default) is written out. */
export function parameterOf(definition: ElementDefinition, name: string): ParameterDefinition {
  const given = definition.parameters?.[name];
  return typeof given === "object" && !Array.isArray(given) ? given : { default: given };
}

/** The laws of a definition with this flag, for points of this dimension. */
export function lawsOf(definition: ElementDefinition, flag: string | undefined, dimension: number): Laws {
  const variant: Variant = (flag === undefined ? undefined : definition.flags?.[flag]) ?? definition;
  const special = [undefined, variant.line, variant.plane, variant.space][dimension];
  return special ?? variant;
}
