/** Texts to insert into a model: one for every element and every joint, made from their definitions. */

import { type Catalogue, type ElementDefinition, lawKinds, lawsOf, parameterOf } from "./definition.js";
import { type JointKind, jointAbouts, jointKinds } from "./joint-kinds.js";

/** An item for the list `elements` or `joints` of a model file. */
export interface ModelSnippet {
  readonly list: "elements" | "joints";
  readonly name: string;
  readonly about: string;
  readonly text: string;
}

/**
 * Items for the lists `elements` and `joints` of a model file, with what each of them needs. `places` are the names of points
 * or bodies that are used.
 *
 * @example
 * modelSnippets(catalogue, ["origin", "bob"])[0].text; // rod: { on: [origin, bob] }
 */
export function modelSnippets(elements: Catalogue, places: readonly string[], dimension = 2): readonly ModelSnippet[] {
  return [
    ...Object.entries(elements)
      .filter(([, definition]) => Object.keys(lawsOf(definition, undefined, dimension)).some(isLaw))
      .map(([name, definition]) => ({
        list: "elements" as const,
        name,
        about: definition.about ?? "",
        text: `${name}: ${elementText(definition, places, dimension)}`,
      })),
    ...Object.entries<JointKind>(jointKinds).flatMap(([name, kind]) =>
      (kind.spaces?.includes(dimension as 2 | 3) ?? true)
        ? [
            {
              list: "joints" as const,
              name,
              about: kind.about,
              text: `${name}: ${jointText(kind, places, dimension)}`,
            },
          ]
        : [],
    ),
    {
      list: "joints" as const,
      name: "bushing",
      about: jointAbouts.bushing,
      text: `bushing: ${bushingText(places, dimension)}`,
    },
  ];
}

const isLaw = (key: string): boolean => (lawKinds as readonly string[]).includes(key);

/** So many names; where the model has too few, the nodes are named as in the definition. */
const named = (nodes: readonly string[], places: readonly string[]): string =>
  `[${nodes.map((node, k) => places[k] ?? node).join(", ")}]`;

const zeros = (dimension: number): string => `[${Array.from({ length: dimension }, () => "0").join(", ")}]`;
const axis = (dimension: number): string =>
  `[${Array.from({ length: dimension }, (_, k) => (k === 0 ? "1" : "0")).join(", ")}]`;

function elementText(definition: ElementDefinition, places: readonly string[], dimension: number): string {
  const needed = Object.keys(definition.parameters ?? {}).flatMap((name) => {
    const { default: usual, derived, vector } = parameterOf(definition, name);
    // a torque in space is a vector
    const isVector = vector === true || (definition.applied === "torque" && dimension === 3);
    return usual !== undefined || derived === true ? [] : [`${name}: ${isVector ? axis(dimension) : "1"}`];
  });
  const on = definition.everywhere === true ? [] : [`on: ${named(definition.on, places)}`];
  return `{ ${[...on, ...needed].join(", ")} }`;
}

function jointText(
  { axes, entries = [], needs = [] }: JointKind,
  places: readonly string[],
  dimension: number,
): string {
  const count = dimension === 2 ? axes.plane : axes.space;
  const second = `[${Array.from({ length: dimension }, (_, k) => (k === 1 ? "1" : "0")).join(", ")}]`;
  return `{ ${[
    `between: ${named(["world", "body"], places)}`,
    // a distance is between two places, which the bodies or their points give
    ...(entries.includes("length") ? [] : [`at: ${zeros(dimension)}`]),
    ...(count === 1 ? [`axis: ${axis(dimension)}`] : []),
    ...(count === 2 ? [`axes: [${axis(dimension)}, ${second}]`] : []),
    // a curve is given by its height or its radius
    ...(entries.includes("height") ? ["height: 0"] : []),
    ...needs.map((name) => `${name}: ${name === "surface" ? "y" : "1"}`),
  ].join(", ")} }`;
}

/** A stiffness for every displacement and every rotation. */
function bushingText(places: readonly string[], dimension: number): string {
  const stiffness = Array.from({ length: dimension === 2 ? 3 : 6 }, () => "1000").join(", ");
  return `{ between: ${named(["world", "body"], places)}, at: ${zeros(dimension)}, stiffness: [${stiffness}] }`;
}
