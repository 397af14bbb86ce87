/**
 * A picture of a model as plain data: places that follow the motion, and what is drawn between them. The lab, the report,
 * the export of machines and embedded pictures all draw from it; `poser` computes the places at a state.
 */

import type { Piecewise } from "../symbolic/index.js";

/** The parts of a picture of a model; `sceneOf` makes it. */
export interface ModelScene {
  /** The dimension of space; 0 if there is nothing to draw. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Points that move, then anchors, then places and directions that follow these. */
  readonly points: readonly ModelPoint[];
  readonly links: readonly ModelLink[];
  /** Axes that move: of bodies, and of single shapes. */
  readonly frames: readonly SceneFrame[];
  readonly joints: readonly SceneJoint[];
  /** Solids, each in a frame. */
  readonly shapes: readonly SceneShape[];
  /** Lines, ground, words and arrows. */
  readonly marks: readonly SceneMark[];
  /** Edges of the periodic box, which has a corner at the origin. */
  readonly box?: readonly number[];
  /** The expressions of the places, evaluated together. */
  readonly program: SceneProgram;
}

/** A place, or a direction, of a `ModelScene`. */
export interface ModelPoint {
  readonly name: string;
  /** First coordinate in q, if this is a point that has a mass and can be moved; otherwise -1. */
  readonly offset: number;
  /** The mass; 1 if it is not a single number. */
  readonly mass: number;
  /** The place of an anchor, or the start of a point. */
  readonly at: readonly number[];
  /** Where the place comes from, if it is neither a point with an offset nor fixed. */
  readonly from?: PointSource;
  /** Whether it is drawn as a point of its own: a mass, an anchor, or neither. */
  readonly role: "mass" | "anchor" | "centre" | "place";
  /** The chemical element of an atom, and the radius with which it is drawn. */
  readonly element?: string;
  readonly radius?: number;
}

/**
 * A first coordinate in q, steps of the program for each component, or numbers in the axes of a frame: a place from its
 * origin, or a direction that is turned with it.
 */
export type PointSource =
  | { readonly state: number }
  | { readonly steps: readonly number[] }
  | { readonly frame: number; readonly local: readonly number[]; readonly isDirection?: boolean };

/** A line between two points of a `ModelScene`. */
export interface ModelLink {
  readonly from: number;
  readonly to: number;
  readonly style: LinkStyle;
  /** The constraint whose multiplier is the force in the line; -1 if the line is not a constraint. */
  readonly row: number;
  /** The number of the line among those that have a force of their own (`linkTensions`); -1 if it has none. */
  readonly spring: number;
  readonly colour?: SceneColour;
  /** In the plane, the line is drawn this many widths aside, because another spring or damper joins the same points. */
  readonly aside?: number;
}

/**
 * How a line of a scene is drawn.
 */
export type LinkStyle = "rod" | "spring" | "damper" | "rope" | "line" | "dashed" | "link" | "arrow";

/** Axes with an origin, as indices of points: the origin and three directions; -1 for one that follows from the others. */
export interface SceneFrame {
  readonly name: string;
  readonly origin: number;
  readonly axes: readonly [number, number, number];
  /** The places on a body between which it is drawn if it has no shape; absent for frames that are not bodies. */
  readonly places?: readonly number[];
  /** The model draws something in place of this body. */
  readonly replaced?: true;
  /** The edges of a box of the same inertia, for a body that is drawn by its inertia. */
  readonly extent?: readonly number[];
}

/** A joint: the points of its two sides, and its axis in the frame of one of them. */
export interface SceneJoint {
  readonly kind: string;
  readonly name: string;
  readonly sides: readonly [number, number];
  /** The frames of the sides; -1 for the world. */
  readonly frames: readonly [number, number];
  /** The side that holds the axis, and the axis in its frame. */
  readonly axis?: { readonly side: 0 | 1; readonly local: readonly number[] };
}

/**
 * A solid about the origin of its frame: edges of a box, diameters of a ball, or, for a cylinder, two diameters and the
 * length along its third axis.
 */
export interface SceneShape {
  readonly kind: "box" | "sphere" | "cylinder";
  readonly frame: number;
  readonly size: readonly [number, number, number];
  readonly colour?: SceneColour;
}

/** What is neither a link nor a solid. */
export type SceneMark =
  | { readonly kind: "pin"; readonly at: number; readonly grounded: boolean }
  | { readonly kind: "ground"; readonly from: number; readonly to: number }
  | { readonly kind: "area"; readonly points: readonly number[]; readonly colour?: SceneColour }
  | { readonly kind: "text"; readonly at: number; readonly words: string; readonly colour?: SceneColour }
  | { readonly kind: "plane" | "guide"; readonly through: readonly number[]; readonly unit: readonly number[] }
  /** A force or a torque: where it acts, and its vector. */
  | { readonly kind: "force" | "torque"; readonly at: number; readonly vector: number }
  /** The force of a joint on its first body; `withReactions` adds these. */
  | { readonly kind: "reaction"; readonly at: number; readonly vector: number };

/**
 * A colour that a model may ask for.
 */
export type SceneColour = "ink" | "grey" | "blue" | "orange" | "green" | "pink" | "gold";

/** A straight line of operations: each names its kind and the earlier steps, or the number, that it takes. */
export interface SceneProgram {
  readonly steps: readonly (readonly [kind: string, ...of: number[]])[];
  readonly tables: readonly Piecewise[];
}
