/**
 * The `draw` section of a model: what pictures show beside points, elements, bodies and joints. Places are expressions of
 * the motion; with `body`, they are numbers in the axes of that body, from its origin, and with `instead` the thing takes the place
 * of the body's own picture.
 */

import { exact, mustBe, notA, scalar, scalarOrVector, text, truth } from "./shapes.js";
import { type Shape, z } from "./z.js";

/** The colours of drawn things, which the theme of a page makes lighter or darker. */
export const drawnColours = ["ink", "grey", "blue", "orange", "green", "pink", "gold"] as const;
export type DrawnColour = (typeof drawnColours)[number];

/** What each kind is, and the entries that it needs and may have beside `body`, `instead`, `colour` and `repeat`. */
export const drawnKinds = {
  line: { about: "Straight lines through places.", needs: ["through"], may: ["closed", "dashed"] },
  link: { about: "A solid link through places, with pins at its ends.", needs: ["through"], may: [] },
  rope: { about: "A thin line through places.", needs: ["through"], may: [] },
  spring: { about: "A coil between two places.", needs: ["through"], may: [] },
  damper: { about: "A dashpot between two places.", needs: ["through"], may: [] },
  arrow: { about: "An arrow from one place to another.", needs: ["through"], may: [] },
  ground: {
    about: "A hatched line from one place to another; in space a square at the first place, facing the second.",
    needs: ["through"],
    may: [],
  },
  pin: { about: "A pin joint.", needs: ["at"], may: ["grounded"] },
  sphere: { about: "A ball; a disc in the plane.", needs: ["at", "radius"], may: ["along"] },
  box: {
    about: "A box with its first edge along `along` and its second along `across`; a rectangle in the plane.",
    needs: ["at", "size"],
    may: ["along", "across"],
  },
  cylinder: {
    about: "A cylinder with its axis along `along`; a rectangle in the plane.",
    needs: ["at", "radius", "length"],
    may: ["along"],
  },
  text: { about: "Words beside a place.", needs: ["at", "words"], may: [] },
} as const satisfies Readonly<
  Record<string, { about: string; needs: readonly Entry[]; may: readonly (Entry | "closed" | "dashed" | "grounded")[] }>
>;
export type DrawnKind = keyof typeof drawnKinds;
type Entry = "through" | "at" | "radius" | "length" | "size" | "along" | "across" | "words";

/** The shape of one entry; `repeat` is the schema of repetitions. */
export const drawnSchema = <R>(repeat: Shape<R>) =>
  exact("a drawn thing", {
    through: z
      .array(scalarOrVector, notA("a list of places", "Write through: [[0, 0], [x, y]]."))
      .min(2, { error: "a line goes through at least two places. Give another." })
      .optional(),
    at: scalarOrVector.optional(),
    radius: scalar.optional(),
    length: scalar.optional(),
    size: scalarOrVector.optional(),
    along: scalarOrVector.optional(),
    across: scalarOrVector.optional(),
    words: text.optional(),
    closed: truth.optional(),
    dashed: truth.optional(),
    grounded: truth.optional(),
    body: text.optional(),
    instead: truth.optional(),
    colour: z.enum(drawnColours, mustBe(`one of ${drawnColours.join(", ")}`)).optional(),
    repeat: repeat.optional(),
  });
