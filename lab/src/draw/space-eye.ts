/** The eye that looks at a scene in space: z points up, and the picture is in perspective. */

import { directions } from "taut/scene";
import type { CanvasSize } from "../stage/use-canvas-size.js";
import type { Camera } from "./camera.js";

type Vector = readonly number[];

/** The part of space that a ball fills is seen from this many radii away, under this angle from its bottom to its top. */
const radiiAway = 3.3;
const opening = (38 * Math.PI) / 180;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export class Eye {
  /** The directions on the screen to the right and upwards, and the direction towards the eye. */
  readonly right: Vector;
  readonly up: Vector;
  readonly towards: Vector;
  readonly middle: Vector;
  readonly distance: number;
  /** The height of the screen, compared with half the height of what is seen at the distance 1. */
  readonly lens = 1 / Math.tan(opening / 2);
  readonly size: CanvasSize;

  constructor({ turn, tilt, zoom }: Camera, middle: Vector, radius: number, size: CanvasSize) {
    const { right, up } = directions(turn, tilt);
    this.right = right;
    this.up = up;
    this.towards = [
      right[1] * up[2] - right[2] * up[1],
      right[2] * up[0] - right[0] * up[2],
      right[0] * up[1] - right[1] * up[0],
    ];
    this.middle = middle;
    this.distance = (radiiAway * radius) / zoom;
    this.size = size;
  }

  /** The pixel at which a place is seen; NaN for a place behind the eye. */
  pixelOf(x: number, y: number, z: number): readonly [number, number] {
    const { width, height } = this.size;
    const from = [x - this.middle[0], y - this.middle[1], z - this.middle[2]];
    const depth = this.distance - dot(from, this.towards);
    const scale = depth > 0 ? (this.lens * height) / (2 * depth) : Number.NaN;
    return [width / 2 + scale * dot(from, this.right), height / 2 - scale * dot(from, this.up)];
  }

  /** The place of a pixel in the plane through a place that faces the eye. */
  under(px: number, py: number, through: Vector): [number, number, number] {
    const { width, height } = this.size;
    const { right, up, towards, middle } = this;
    const near = dot(
      through.map((x, c) => x - middle[c]),
      towards,
    );
    const scale = (2 * (this.distance - near)) / (this.lens * height);
    const [a, b] = [scale * (px - width / 2), scale * (height / 2 - py)];
    const at = (c: number): number => middle[c] + a * right[c] + b * up[c] + near * towards[c];
    return [at(0), at(1), at(2)];
  }
}
