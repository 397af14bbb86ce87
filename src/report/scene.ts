/**
 * The data of a picture of points: points that move and links between them, with helpers that the animation and the
 * path plot share.
 */

import { maximum } from "../core/index.js";
import { type Extent, extent } from "./axis.js";
import { sample } from "./trace.js";

/** A point over time. A fixed point (an anchor) may give one number per coordinate instead of a column. */
export interface ScenePoint {
  readonly name: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Only in space. */
  readonly z?: ArrayLike<number>;
  /** Sets the size of its dot. Default: 1. */
  readonly mass?: number;
  /** Drawn as an anchor. Default: false. */
  readonly fixed?: boolean;
}

/** A link between points `from` and `to` (indices into the scene's points). */
export interface SceneLink {
  readonly from: number;
  readonly to: number;
  /** Rods are straight, springs zigzag, everything else (dampers, guides) is a dashed line. */
  readonly style: "rod" | "spring" | "dashed";
  /** Multiplier at every time; positive pulls the ends together. Colours a rod. Default: none. */
  readonly multiplier?: ArrayLike<number>;
}

export interface Scene {
  readonly times: ArrayLike<number>;
  readonly points: readonly ScenePoint[];
  readonly links?: readonly SceneLink[];
  /** Names of the axes. Default: x, y, z. */
  readonly axes?: readonly string[];
  /** Unit of length. Default: none. */
  readonly unit?: string;
  /** Unit of time. Default: none. */
  readonly timeUnit?: string;
}

/** A coordinate of a point. */
export type Direction = "x" | "y" | "z";

export function column(point: ScenePoint, direction: Direction): ArrayLike<number> {
  return point[direction] ?? [0];
}

/** The number of rows, from the start, in which all positions are finite: a run that failed may end in NaN. */
export function finiteRows(scene: Scene, directions: readonly Direction[]): number {
  let rows = scene.times.length;
  for (const point of scene.points) {
    for (const direction of directions) {
      const values = column(point, direction);
      for (let i = 0; i < Math.min(rows, values.length); i++) {
        if (!Number.isFinite(values[i])) rows = i;
      }
      if (values.length === 0) rows = 0;
    }
  }
  return rows;
}

/** At most `most` of the rows 0 … rows-1 at even distances, including the first and the last. */
export function evenRows(rows: number, most: number): number[] {
  if (rows <= most) return Array.from({ length: rows }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (rows - 1)) / (most - 1)));
}

/**
 * The points whose trails are drawn: the `most` points that travel farthest, in the order of the scene. If more than
 * twelve points move, only the farthest is chosen, because neighbours would draw the same trail.
 */
export function travellers(scene: Scene, rows: number, most: number): number[] {
  const seen = evenRows(rows, 200);
  const moving: { index: number; size: number }[] = [];
  scene.points.forEach((point, index) => {
    if (point.fixed) return;
    const size = Math.hypot(
      reach(point.x, seen),
      reach(point.y, seen),
      point.z === undefined ? 0 : reach(point.z, seen),
    );
    if (size > 0) moving.push({ index, size });
  });
  moving.sort((a, b) => b.size - a.size || a.index - b.index);
  return moving
    .slice(0, moving.length > 12 ? 1 : most)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/** The largest minus the smallest value at the rows seen. */
function reach(values: ArrayLike<number>, seen: readonly number[]): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const i of seen) {
    const value = sample(values, i);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high > low ? high - low : 0;
}

/** The extent of a coordinate over the first `rows` times, as a range that is never empty. */
export function range(scene: Scene, direction: Direction, rows: number): { low: number; high: number } {
  const data: Extent = extent(
    scene.points.map((point) => {
      const values = column(point, direction);
      return values.length <= rows ? values : Array.prototype.slice.call(values, 0, rows);
    }),
  );
  return data.low > data.high ? { low: 0, high: 0 } : data;
}

/**
 * Enlarges both ranges about their middles to the same scale, with height : width between `least` and `most` of
 * `aspect`.
 */
export function equalRanges(
  horizontal: { low: number; high: number },
  vertical: { low: number; high: number },
  aspect: { least: number; most: number },
): { horizontal: Extent; vertical: Extent; aspect: number } {
  const size = maximum([horizontal, vertical].flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  const least = size === 0 ? 1 : 1e-9 * size;
  const across = Math.max(horizontal.high - horizontal.low, least) * 1.08;
  const up = Math.max(vertical.high - vertical.low, least) * 1.08;
  const shape = Math.min(aspect.most, Math.max(aspect.least, up / across));
  const spanAcross = Math.max(across, up / shape);
  return {
    horizontal: about(horizontal, spanAcross),
    vertical: about(vertical, spanAcross * shape),
    aspect: shape,
  };
}

function about({ low, high }: { low: number; high: number }, length: number): Extent {
  const middle = low / 2 + high / 2;
  return extent([[middle - length / 2, middle + length / 2]]);
}

/**
 * The radius of each point's dot: `most` times the cube root of its mass relative to the largest, but at least `least`.
 */
export function radii(scene: Scene, least: number, most: number): number[] {
  let heaviest = 0;
  for (const { fixed, mass = 1 } of scene.points)
    if (!fixed && Number.isFinite(mass)) heaviest = Math.max(heaviest, mass);
  return scene.points.map(({ mass = 1 }) => {
    const part = heaviest > 0 && Number.isFinite(mass) ? Math.cbrt(Math.max(0, mass) / heaviest) : 1;
    return Math.max(least, most * part);
  });
}
