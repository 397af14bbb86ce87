/** A body as joints and places on it see it: its centre, its directors, and what its axes are in the names of these. */

import type { RepeatData } from "./schema.js";
import type { Scalar } from "./shapes.js";

/** Which directors a body has. Bodies with equal frames share their laws. */
export interface BodyFrame {
  readonly dimension: 2 | 3;
  /** Whether there is a director along each axis: one entry in the plane, three in space. */
  readonly present: readonly boolean[];
}

/** A body of the file, after its numbers have decided which directors it has. */
export interface Body extends BodyFrame {
  readonly name: string;
  readonly where: string;
  readonly repeat: RepeatData | undefined;
  /** The place of the origin of the body and its axes, from the centre of mass and along the directors. */
  readonly origin: readonly Scalar[];
  readonly axes: readonly (readonly number[])[];
}

/** A place on a body, or a direction that turns with it; it has no coordinates of its own. */
export interface BodyPlace {
  readonly name: string;
  readonly where: string;
  readonly body: Body;
  /** Components along the directors: from the centre of mass for a place. */
  readonly local: readonly Scalar[];
  readonly direction: boolean;
}

/** What a joint is, beside its element; pictures and reactions use it. */
export interface JointInfo {
  readonly kind: string;
  /** The body and the text of its member on each side; undefined for the world. */
  readonly sides: readonly ({ readonly body: Body; readonly member: string } | undefined)[];
}

/** The names of the nodes of a body in laws: `_a` for the centre, then `_a1`, `_a2`, `_a3` for the directors that exist. */
export function nodesOf(side: string, { present }: BodyFrame): string[] {
  return [side, ...directorsOf(side, present)];
}

export const directorsOf = (side: string, present: readonly boolean[]): string[] =>
  present.flatMap((there, k) => (there ? [`${side}${k + 1}`] : []));

/** The axes of a body in the names of its nodes; undefined for an axis of a bar that has no director. */
export function axesOf(side: string, { dimension, present }: BodyFrame): (string | undefined)[] {
  const d = (k: number): string => `${side}${(k % 3) + 1}`;
  if (dimension === 2) return [d(0), `[-y(${d(0)}), x(${d(0)})]`];
  const isFlat = present.filter(Boolean).length === 2;
  return present.map((there, k) => (there ? d(k) : isFlat ? `cross(${d(k + 1)}, ${d(k + 2)})` : undefined));
}

/** A word for the frame, equal for bodies that share laws. */
export const frameKey = ({ dimension, present }: BodyFrame): string =>
  `${dimension}${present.map((there) => (there ? "+" : "-")).join("")}`;

/** The sum of the axes with these weights, as a text; axes that a bar does not have are left out. */
export function alongAxes(side: string, frame: BodyFrame, weights: readonly string[]): string {
  const terms = axesOf(side, frame).flatMap((axis, k) => (axis === undefined ? [] : [`${weights[k]}*${axis}`]));
  return terms.join(" + ");
}
