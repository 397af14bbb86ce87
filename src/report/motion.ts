/** A recorded motion of a scene: its places at every saved time, and what the animation and the path plot share. */

import { maximum } from "../core/index.js";
import { type ModelScene, type Places, poser, shownPoints } from "../scene/index.js";
import { type Extent, extent } from "./axis.js";

/** A scene, and the states in which it was recorded. */
export interface RecordedScene {
  readonly scene: ModelScene;
  readonly times: ArrayLike<number>;
  /** The states, one after the other, each as long as `width`. */
  readonly states: ArrayLike<number>;
  readonly width: number;
  /** For each link its tension at every time, or undefined: positive pulls the ends together. Default: none. */
  readonly tensions?: readonly (ArrayLike<number> | undefined)[];
  /** Names of the axes. Default: x, y, z. */
  readonly axes?: readonly string[];
  /** Unit of length. Default: none. */
  readonly unit?: string;
  /** Unit of time. Default: none. */
  readonly timeUnit?: string;
}

/** A coordinate of a point. */
export type Direction = "x" | "y" | "z";

/** The places of a scene along its motion, as far as they are finite: a run that failed may end in NaN. */
export class Motion {
  readonly recorded: RecordedScene;
  /** The number of rows, from the start, in which every place that is shown is finite. */
  readonly rows: number;
  /** The points that the picture has to show. */
  readonly shown: readonly number[];
  private readonly poseAt: (t: number, y: ArrayLike<number>) => Places;

  constructor(recorded: RecordedScene) {
    this.recorded = recorded;
    this.poseAt = poser(recorded.scene);
    this.shown = shownPoints(recorded.scene);
    const { times } = recorded;
    let rows = 0;
    while (rows < times.length && this.isFinite(rows)) rows++;
    this.rows = rows;
  }

  /** The places at a row; the array is overwritten by the next call. */
  places(row: number): Places {
    const { times, states, width } = this.recorded;
    const y = Array.prototype.slice.call(states, row * width, (row + 1) * width);
    return this.poseAt(times[row], y);
  }

  /** The coordinates of some points at some rows: a row of numbers for each point and coordinate. */
  paths(points: readonly number[], rows: readonly number[]): number[][][] {
    const paths = points.map(() => [0, 1, 2].map((): number[] => []));
    for (const row of rows) {
      const places = this.places(row);
      points.forEach((i, k) => {
        for (let c = 0; c < 3; c++) paths[k][c].push(places[3 * i + c]);
      });
    }
    return paths;
  }

  private isFinite(row: number): boolean {
    const places = this.places(row);
    return this.shown.every((i) => Number.isFinite(places[3 * i] + places[3 * i + 1] + places[3 * i + 2]));
  }
}

/** At most `most` of the rows 0 … rows-1 at even distances, including the first and the last. */
export function evenRows(rows: number, most: number): number[] {
  if (rows <= most) return Array.from({ length: rows }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (rows - 1)) / (most - 1)));
}

/**
 * The points whose trails are drawn: the `most` masses and centres that travel farthest, in the order of the scene. If
 * more than twelve points move, only the farthest is chosen, because neighbours would draw the same trail.
 */
export function travellers(motion: Motion, most: number): number[] {
  const { points } = motion.recorded.scene;
  const candidates = motion.shown.filter((i) => points[i].role === "mass" || points[i].role === "centre");
  const seen = evenRows(motion.rows, 200);
  const moving = motion.paths(candidates, seen).flatMap((path, k) => {
    const size = Math.hypot(reach(path[0]), reach(path[1]), reach(path[2]));
    return size > 0 ? [{ index: candidates[k], size }] : [];
  });
  moving.sort((a, b) => b.size - a.size || a.index - b.index);
  return moving
    .slice(0, moving.length > 12 ? 1 : most)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/** The largest minus the smallest value. */
function reach(values: readonly number[]): number {
  const { low, high } = extent([values]);
  return high > low ? high - low : 0;
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
  const across = Math.max(horizontal.high - horizontal.low, least) * 1.12;
  const up = Math.max(vertical.high - vertical.low, least) * 1.12;
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
