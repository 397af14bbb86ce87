/** The views in which the bounds of a motion fill a picture, in the plane and in space. */

import { ballOf } from "./extent.js";
import { directions, project, type SpaceCamera } from "./paint-space.js";
import type { PlaneView } from "./plane-pen.js";

/** The direction from which a scene in space is seen, in radians. */
export interface Viewpoint {
  turn: number;
  tilt: number;
}

/** The bounds of a motion: the lowest and the highest coordinates. */
interface Bounds {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Room at the edges of a picture: both sides together, above and below together, and how far the middle is raised. */
const room = { across: 36, up: 40, raised: 6 };
const spaceRoom = 30;

/**
 * The view of the plane in which bounds fill a picture of `width` by `height` pixels.
 *
 * @example
 * planeView({ low: [0, 0], high: [100, 100] }, 136, 140).scale; // 1
 */
export function planeView({ low, high }: Bounds, width: number, height: number): PlaneView {
  const scale = Math.min((width - room.across) / (high[0] - low[0]), (height - room.up) / (high[1] - low[1]));
  const left = width / 2 - (scale * (low[0] + high[0])) / 2;
  const bottom = height / 2 - room.raised + (scale * (low[1] + high[1])) / 2;
  return { left, bottom, scale, width, height };
}

/**
 * The view of space in which bounds fill a picture of `width` by `height` pixels.
 *
 * @example
 * spaceView({ low: [-1, -1, -1], high: [1, 1, 1] }, { turn: 0.6, tilt: 0.35 }, 300, 200).width; // 300
 */
export function spaceView(
  { low, high }: Bounds,
  { turn, tilt }: Viewpoint,
  width: number,
  height: number,
): SpaceCamera {
  const { middle } = ballOf({ low: [...low], high: [...high] });
  const camera = { ...directions(turn, tilt), middle, scale: 1, width, height };
  let [across, up] = [1e-9, 1e-9];
  for (const x of [low[0], high[0]])
    for (const y of [low[1], high[1]])
      for (const z of [low[2], high[2]]) {
        const [u, v] = project(camera, x, y, z);
        across = Math.max(across, Math.abs(u - width / 2));
        up = Math.max(up, Math.abs(v - height / 2));
      }
  return { ...camera, scale: Math.min((width / 2 - spaceRoom) / across, (height / 2 - spaceRoom) / up) };
}
