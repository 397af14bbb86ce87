/**
 * Where the singular positions of an interval are. Places in it are numbers from -1 to 1, as those of the Gauss points.
 */

import { maximum, minimum } from "../core/index.js";
import { points } from "./gauss-points.js";

/** The time from a place to the nearest singular position, in half intervals; NaN where it cannot be told. */
type Look = (x: number) => number;

/** A time at which constraints depend on each other, and their rows. */
export interface Instant {
  readonly t: number;
  readonly rows: readonly number[];
}

/** Points must keep this distance from singular positions, in half intervals. */
const clearance = 0.06;
/** Places at which singular positions are looked for. Each sees as far as a little beyond the next one, and estimates
 * from both sides that agree to a fraction of their distance are one instant. */
const spacing = 0.09;
const grid = Array.from({ length: 22 }, (_, k) => (k - 10.5) * spacing);
const reach = 1.3;
const same = 0.2;
/** Distances from an instant at which it is located more closely, and the least distance of two, in half intervals. */
const closer = [0.02, 0.005];
const apart = 1e-3;

/** The places of singular positions, each seen from the places of a grid on both sides of it. */
export function locate(look: Look): number[] {
  const ahead = grid.map(look);
  const found: number[] = [];
  const add = (x: number): void => {
    if (!found.some((other) => Math.abs(x - other) < same * spacing)) found.push(x);
  };
  for (let i = 0; i + 1 < grid.length; i++) {
    const [left, right] = [ahead[i], -ahead[i + 1]];
    const fromLeft = left > 0 && left < reach * spacing;
    const fromRight = right > 0 && right < reach * spacing;
    if (fromLeft && fromRight && Math.abs(left + right - spacing) < same * spacing)
      add(grid[i] + (spacing * left) / (left + right));
    else {
      if (fromLeft) add(grid[i] + left);
      if (fromRight) add(grid[i + 1] - right);
    }
  }
  return found;
}

/** The place near x, seen from both sides of it and from ever smaller distances; undefined if it is not seen there. */
function refine(x: number, look: Look): number | undefined {
  let best = x;
  for (const distance of closer) {
    const [before, after] = [look(best - distance), look(best + distance)];
    if (before > 0 && after < 0) best += distance * ((before + after) / (before - after));
    else if (distance === closer.at(-1)) return undefined;
  }
  return best;
}

/** The instants at these places, each of them once; one of several may have been an illusion. */
export function refined(places: readonly number[], look: Look, at: (x: number) => Instant): Instant[] {
  const found: number[] = [];
  const instants: Instant[] = [];
  for (const place of places) {
    const x = refine(place, look);
    if (x === undefined || found.some((other) => Math.abs(x - other) <= apart)) continue;
    found.push(x);
    instants.push(at(x));
  }
  return instants.length > 0 ? instants : places.slice(0, 1).map(at);
}

/** Whether all points keep their distance from x. */
export function isClear(x: number): boolean {
  return points.every((point) => Math.abs(point - x) >= clearance);
}

/** Middle and half length, near those given, of an interval whose points are as far as possible from all instants. */
export function placement(instants: readonly Instant[], half: number): { centre: number; half: number } {
  const times = instants.map(({ t }) => t);
  const middle = (minimum(times) + maximum(times)) / 2;
  let best = { centre: middle, half, room: 0 };
  for (const factor of [1, 0.85, 0.7, 0.55])
    for (let shift = -6; shift <= 6; shift++) {
      const [size, centre] = [factor * half, middle + 0.05 * shift * half];
      const room = minimum(times.flatMap((t) => points.map((x) => Math.abs((t - centre) / size - x))));
      if (room > best.room * 1.05) best = { centre, half: size, room };
    }
  return { centre: best.centre, half: best.half };
}
