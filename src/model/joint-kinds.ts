/** The kinds of joints: what each leaves free, which entries it needs, and its rows. */

import type { JointText } from "./joint-laws.js";

type Rows = Record<string, string>;

/** What a kind of joint is. */
export interface JointKind {
  readonly about: string;
  /** How many axes it needs, in the plane and in space. */
  readonly axes: { readonly plane: number; readonly space: number };
  /** The dimensions in which the joint exists. Default: both. */
  readonly spaces?: readonly (2 | 3)[];
  /** Entries beside `between`, `at`, `axis`, `axes`, `name` and `repeat`. */
  readonly entries?: readonly JointEntry[];
  /** The entries that must be given. */
  readonly needs?: readonly JointEntry[];
  readonly coordinates?: { readonly plane: readonly Coordinate[]; readonly space: readonly Coordinate[] };
  /** The travel is that of a point of the first body along an axis of the second. */
  readonly slides?: boolean;
  /** The rows; `texts` are entries that are expressions of the motion, with the names that the kind gives. */
  rows(text: JointText, texts: Readonly<Record<string, string>>): Rows;
}

export type Coordinate = "angle" | "travel";
export type JointEntry = "angle" | "travel" | "pitch" | "length" | "surface" | "radius" | "height";

const together = (text: JointText): Rows => {
  const { offset, dimension } = text;
  return Object.fromEntries([..."xyz"].slice(0, dimension).map((axis) => [`_${axis}`, `${axis}(${offset})`]));
};

const onLine = (text: JointText): Rows => ({
  " across": `dot(${text.offset}, ${text.fixed("b", "u")})`,
  ...(text.dimension === 3 && { " aside": `dot(${text.offset}, ${text.fixed("b", "w")})` }),
});

const sameAxis = (text: JointText): Rows => ({ " axis u": text.dot("n", "u"), " axis w": text.dot("n", "w") });

/** No relative rotation; a triad of axes is needed for it. */
const sameAxes = (text: JointText, [n, u, w]: readonly ["n", "u", "w"] | readonly ["x", "y", "z"]): Rows => ({
  " turn": text.dot(n, u),
  ...(text.dimension === 3 && { " pitch": text.dot(n, w), " roll": text.dot(u, w) }),
});

const none = { plane: 0, space: 0 };
const one = { plane: 1, space: 1 };
const hinge: JointKind = {
  about: "A pin: the bodies turn against each other about an axis; in the plane it needs no axis.",
  axes: { plane: 0, space: 1 },
  entries: ["angle"],
  coordinates: { plane: ["angle"], space: ["angle"] },
  rows: (text) => ({ ...together(text), ...(text.dimension === 3 && sameAxis(text)) }),
};
const slider: JointKind = {
  about: "One body moves along an axis of the other and does not turn against it.",
  axes: one,
  entries: ["travel"],
  coordinates: { plane: ["travel"], space: ["travel"] },
  rows: (text) => ({ ...onLine(text), ...sameAxes(text, ["n", "u", "w"]) }),
};

/** The kinds by name. */
export const jointKinds = {
  ball: {
    about: "Holds two bodies together at a place; a pin in the plane.",
    axes: none,
    entries: ["angle"],
    coordinates: { plane: ["angle"], space: [] },
    rows: together,
  },
  hinge,
  revolute: { ...hinge, about: "The same as hinge." },
  universal: {
    about: "Two axes at right angles, one fixed in each body, that cross at a place.",
    axes: { plane: 2, space: 2 },
    spaces: [3],
    rows: (text) => ({ ...together(text), " cross": text.dot("n", "b") }),
  },
  slider,
  prismatic: { ...slider, about: "The same as slider." },
  cylindrical: {
    about: "The bodies turn about an axis and move along it.",
    axes: one,
    spaces: [3],
    entries: ["angle", "travel"],
    coordinates: { plane: [], space: ["angle", "travel"] },
    rows: (text) => ({ ...onLine(text), ...sameAxis(text) }),
  },
  screw: {
    about: "The bodies turn about an axis and move along it by `pitch` for each turn.",
    axes: one,
    spaces: [3],
    entries: ["angle", "travel", "pitch"],
    needs: ["pitch"],
    coordinates: { plane: [], space: ["angle", "travel"] },
    rows(text) {
      text.parameters.pitch = { about: "travel of one turn", unit: "length" };
      const advance = `(${text.travel()}) - travel - pitch/(2*pi)*((${text.angle()}) - angle)`;
      return { ...onLine(text), ...sameAxis(text), " thread": advance };
    },
  },
  planar: {
    about: "One body slides and turns on a plane of the other; the axis is the normal of the plane.",
    axes: one,
    spaces: [3],
    rows: (text) => ({ " height": `dot(${text.offset}, ${text.fixed("b", "n")})`, ...sameAxis(text) }),
  },
  weld: {
    about: "Two bodies move as one.",
    axes: none,
    rows: (text) => ({ ...together(text), ...sameAxes(text, ["x", "y", "z"]) }),
  },
  "point-in-slot": {
    about: "A point of the first body moves along a straight slot of the second, whose axis is given.",
    axes: one,
    entries: ["travel"],
    coordinates: { plane: ["travel"], space: ["travel"] },
    slides: true,
    rows: onLine,
  },
  "point-on-surface": {
    about: "A point of the first body stays on a surface of the second: an expression of x, y, z that is 0 there.",
    axes: none,
    entries: ["surface"],
    needs: ["surface"],
    rows: (_, { surface }) => ({ "": surface }),
  },
  "point-on-curve": {
    about:
      "A point of the first body stays on a curve of the second, in the plane: its radius as an expression of the angle phi (a cam), or its height y as an expression of x.",
    axes: none,
    spaces: [2],
    entries: ["radius", "height"],
    rows: (_, { curve }) => ({ "": curve }),
  },
  distance: {
    about: "Keeps the distance of two points, one on each body, like a rod with a ball at each end.",
    axes: none,
    entries: ["length"],
    rows(text) {
      text.parameters.length = {
        ...{ about: "distance that is kept; default: that at the start", unit: "length", above: 0, motion: true },
        default: `norm(${text.offsetAtStart()})`,
      };
      return { "": `norm(${text.offset}) - length` };
    },
  },
} as const satisfies Readonly<Record<string, JointKind>>;

/** What each kind of joint is, bushings included. */
export const jointAbouts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(jointKinds).map(([kind, { about }]) => [kind, about])),
  bushing: "Springs and dampers along and about the axes of space at the start, fixed in the second body.",
};

/** The keys that a kind of joint may have in the plane or in space, and those of them that it needs. */
export function jointKeys(kind: string): { readonly known: readonly string[]; readonly needed: readonly string[] } {
  const common = ["between", "at", "name", "repeat", "wrap"];
  if (kind === "bushing") return { known: [...common, "stiffness", "damping"], needed: ["between"] };
  const { axes, entries = [], needs = [] }: JointKind = jointKinds[kind as keyof typeof jointKinds];
  const counts = [axes.plane, axes.space];
  const directions = ["axis", "axes"].filter((_, k) => counts.includes(k + 1));
  return { known: [...common, ...directions, ...entries], needed: ["between", ...needs] };
}

/** The coordinates of a kind of joint. */
export function coordinatesOfKind(kind: string, dimension: number): readonly Coordinate[] {
  const found: JointKind | undefined = Object.hasOwn(jointKinds, kind)
    ? jointKinds[kind as keyof typeof jointKinds]
    : undefined;
  return found?.coordinates?.[dimension === 2 ? "plane" : "space"] ?? [];
}
