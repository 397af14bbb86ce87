/** The extent of a motion, which a picture has to show. */

import type { Places } from "./pose.js";
import type { ModelScene } from "./scene.js";

/**
 * The lowest and highest coordinates of a motion, and its strongest load.
 */
export interface Extent {
  readonly low: number[];
  readonly high: number[];
  /** The largest force or torque that elements apply. */
  strongest: number;
  /** The largest reaction of a joint. */
  reaction: number;
}

/**
 * An extent that contains nothing yet.
 *
 * @example
 * emptyExtent().strongest; // 0
 */
export const emptyExtent = (): Extent => ({
  low: [Infinity, Infinity, Infinity],
  high: [-Infinity, -Infinity, -Infinity],
  strongest: 0,
  reaction: 0,
});

/** At most this many points are examined; more would hardly change the extent. */
const mostPoints = 400;
/** Places farther away than this are not shown: the motion has run away. */
const farthest = 1e6;

/**
 * The points that a picture has to show, by index: not directions, not loads, not anchors that nothing holds. If there are very many,
 * a sample of them is taken.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * shownPoints(scene); // those of the bob and of its anchor
 */
export function shownPoints({ points, links, frames, joints, shapes, marks }: ModelScene): number[] {
  const shown = new Set<number>();
  points.forEach(({ role }, i) => {
    if (role === "mass" || role === "centre") shown.add(i);
  });
  const add = (i: number): void => {
    shown.add(i);
  };
  for (const { from, to } of links) [from, to].forEach(add);
  for (const { sides } of joints) sides.forEach(add);
  for (const { frame } of shapes) add(frames[frame].origin);
  for (const { places = [] } of frames) places.forEach(add);
  for (const mark of marks) {
    if (mark.kind === "pin" || mark.kind === "text") add(mark.at);
    if (mark.kind === "ground") [mark.from, mark.to].forEach(add);
  }
  const all = [...shown].sort((a, b) => a - b);
  const stride = Math.ceil(all.length / mostPoints);
  return all.filter((_, k) => k % stride === 0);
}

/**
 * Enlarges an extent so that it contains the places of one moment.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * const extent = emptyExtent();
 * growExtent(extent, scene, shownPoints(scene), poser(scene)(0, workspace.initial));
 */
export function growExtent(extent: Extent, scene: ModelScene, shown: readonly number[], places: Places): void {
  const { low, high } = extent;
  for (const i of shown)
    for (let c = 0; c < 3; c++) {
      const value = places[3 * i + c];
      if (!(Math.abs(value) < farthest)) continue;
      if (value < low[c]) low[c] = value;
      if (value > high[c]) high[c] = value;
    }
  for (const { frame, size } of scene.shapes) {
    const { origin } = scene.frames[frame];
    const reach = Math.max(size[0], size[1], size[2]) / 2;
    for (let c = 0; c < Math.max(2, scene.dimension); c++) {
      const value = places[3 * origin + c];
      if (!(Math.abs(value) < farthest)) continue;
      low[c] = Math.min(low[c], value - reach);
      high[c] = Math.max(high[c], value + reach);
    }
  }
  for (const mark of scene.marks)
    if (mark.kind === "force" || mark.kind === "torque" || mark.kind === "reaction") {
      const v = 3 * mark.vector;
      const size = Math.hypot(places[v], places[v + 1], places[v + 2]);
      const which = mark.kind === "reaction" ? "reaction" : "strongest";
      if (size > extent[which] && size < Infinity) extent[which] = size;
    }
  const { box } = scene;
  box?.forEach((edge, c) => {
    low[c] = Math.min(low[c], 0);
    high[c] = Math.max(high[c], edge);
  });
}

/**
 * The middle of an extent, and half of its diagonal, which is not zero.
 *
 * @example
 * ballOf({ low: [0, 0, 0], high: [2, 0, 0] }); // {"middle":[1,0,0],"radius":1}
 */
export function ballOf({ low, high }: Pick<Extent, "low" | "high">): { middle: number[]; radius: number } {
  const part = (c: number, side: readonly number[]): number => (Number.isFinite(side[c]) ? side[c] : 0);
  const middle = [0, 1, 2].map((c) => (part(c, low) + part(c, high)) / 2);
  const radius = Math.hypot(...([0, 1, 2].map((c) => part(c, high) - part(c, low)) as [number, number, number])) / 2;
  return { middle, radius: radius > 1e-12 ? radius : 1 };
}
