/** The bars of a body that has no shape: around the places on it if they lie in a plane, otherwise from their middle. */

import type { ModelScene } from "./scene.js";

/** Pairs of points between which bars are drawn. */
export function ringOf({ points, frames }: ModelScene, frame: number): [number, number][] {
  const { places = [], origin } = frames[frame];
  if (places.length === 2) return [[places[0], places[1]]];
  const local = places.map((i) => {
    const from = points[i].from;
    const [x, y, z] = from !== undefined && "frame" in from ? from.local : [0, 0, 0];
    return [x, y, z ?? 0];
  });
  const middle = [0, 1, 2].map((c) => local.reduce((sum, each) => sum + each[c], 0) / local.length);
  const arms = local.map((each) => each.map((value, c) => value - middle[c]));
  // the plane of the two longest arms that are not parallel
  const first = longest(arms, (arm) => Math.hypot(...(arm as [number, number, number])));
  const second = longest(arms, (arm) => Math.hypot(...cross(first, arm)));
  const normal = cross(first, second);
  const size = Math.hypot(...normal);
  const reach = Math.hypot(...(first as [number, number, number]));
  if (!(size > 1e-9 * reach * reach)) {
    // all in a line: from one end to the other
    const sorted = places.map((i, k) => [dot(arms[k], first), i] as const).sort((a, b) => a[0] - b[0]);
    return sorted.slice(1).map(([, i], k) => [sorted[k][1], i]);
  }
  const flat = arms.every((arm) => Math.abs(dot(arm, normal)) < 0.05 * size * reach);
  if (!flat) return places.filter((i) => i !== origin).map((i) => [i, origin]);
  const aside = cross(normal, first);
  const around = places
    .map((i, k) => [Math.atan2(dot(arms[k], aside) / (size * reach), dot(arms[k], first) / reach), i] as const)
    .sort((a, b) => a[0] - b[0]);
  return around.map(([, i], k) => [i, around[(k + 1) % around.length][1]]);
}

const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: readonly number[], b: readonly number[]): [number, number, number] => [
  ...([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2]] as [number, number]),
  a[0] * b[1] - a[1] * b[0],
];

function longest(arms: readonly (readonly number[])[], length: (arm: readonly number[]) => number): readonly number[] {
  return arms.reduce((best, arm) => (length(arm) > length(best) ? arm : best));
}
