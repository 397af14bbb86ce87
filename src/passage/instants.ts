/**
 * Where the singular positions of an interval are. Places in it are numbers from -1 to 1, as those of the Gauss points.
 */

import { maximum, minimum } from "../core/index.js";
import { points } from "./gauss-points.js";

/** The times from a place to the singular positions that are seen from there, in half intervals, the nearest first. */
type Look = (x: number) => readonly number[];

/** A time at which constraints depend on each other, and their rows. */
export interface Instant {
  readonly t: number;
  readonly rows: readonly number[];
}

/** Points must keep this distance from singular positions, in half intervals. */
const clearance = 0.06;
/** Places at which singular positions are looked for. Each sees as far as a little beyond the next one, and estimates
 * that agree to a fraction of their distance are one instant. */
const spacing = 0.09;
const grid = Array.from({ length: 22 }, (_, k) => (k - 10.5) * spacing);
const reach = 1.3;
const same = 0.05;
/** Distances from an instant at which it is located more closely, and the least distance of two, in half intervals. */
const closer = [0.02, 0.005];
const leastDistance = 1e-3;

/** The places of singular positions, each seen from the places of a grid on both sides of it. */
export function locate(look: Look): number[] {
  const seen = grid.flatMap((place) =>
    look(place).flatMap((ahead) =>
      Math.abs(ahead) < reach * spacing ? [{ x: place + ahead, far: Math.abs(ahead) }] : [],
    ),
  );
  // the views from the smallest distances count
  seen.sort((a, b) => a.far - b.far);
  const found: number[] = [];
  for (const { x } of seen) if (!found.some((other) => Math.abs(x - other) < same * spacing)) found.push(x);
  return found.sort((a, b) => a - b);
}

/** The place near x, seen from both sides of it and from ever smaller distances; undefined if it is not seen there. */
function refine(x: number, look: Look): number | undefined {
  let best = x;
  for (const distance of closer) {
    /** The time to the place that is nearest to `best`. */
    const toBest = (from: number): number => {
      const off = (ahead: number): number => Math.abs(from + ahead - best);
      return look(from).reduce((a, b) => (off(b) < off(a) ? b : a), Number.POSITIVE_INFINITY);
    };
    const [before, after] = [toBest(best - distance), toBest(best + distance)];
    const isSeen = before > 0 && before < 3 * distance && after < 0 && after > -3 * distance;
    if (isSeen) best += distance * ((before + after) / (before - after));
    else if (distance === closer.at(-1)) return undefined;
  }
  return best;
}

/** The instants at those of the places that are confirmed, each once; at the first place if none is confirmed. */
export function refined(places: readonly number[], look: Look, at: (x: number) => Instant): Instant[] {
  const found: number[] = [];
  const instants: Instant[] = [];
  for (const place of places) {
    const x = refine(place, look);
    if (x === undefined || found.some((other) => Math.abs(x - other) <= leastDistance)) continue;
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
