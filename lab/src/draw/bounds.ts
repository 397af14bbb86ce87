/** The bounds of a motion, which the picture has to show, updated as frames arrive. */

import type { Recording } from "../state/recording.js";
import { heldAnchors } from "./held-anchors.js";
import { planeOf } from "./plane.js";

export interface Bounds {
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** The largest absolute tension, without the outliers of single frames. */
  readonly tension: number;
}

interface Gathered {
  rows: number;
  readonly low: number[];
  readonly high: number[];
  readonly tensions: number[];
}

const known = new WeakMap<Recording, Gathered>();
/** At most this many points and links are examined; more would hardly change the bounds. */
const mostPoints = 400;

export function boundsOf(recording: Recording): Bounds {
  const { scene, names, layout } = recording.opened;
  const { dimension, points } = scene;
  const size = dimension === 0 ? 2 : dimension;
  let gathered = known.get(recording);
  if (gathered === undefined) {
    gathered = { rows: 0, low: Array(size).fill(Infinity), high: Array(size).fill(-Infinity), tensions: [] };
    known.set(recording, gathered);
    for (const i of heldAnchors(scene)) for (let c = 0; c < dimension; c++) grow(gathered, c, points[i].at[c]);
  }
  const offsets = dimension === 0 ? [0] : points.flatMap(({ offset }) => (offset < 0 ? [] : [offset]));
  const stride = Math.ceil(offsets.length / mostPoints);
  const plane = planeOf(names);
  for (let row = gathered.rows; row < recording.length; row++) {
    for (let i = 0; i < offsets.length; i += stride)
      for (let c = 0; c < size; c++) {
        const entry = dimension === 0 ? plane[c] : offsets[i] + c;
        grow(gathered, c, recording.value(row, layout.y + entry));
      }
    let most = 0;
    for (let k = 0; k < scene.links.length; k += Math.ceil(scene.links.length / mostPoints))
      most = Math.max(most, Math.abs(recording.tension(row, k)) || 0);
    gathered.tensions.push(most);
  }
  gathered.rows = recording.length;
  return { low: gathered.low, high: gathered.high, tension: typical(gathered.tensions) };
}

function grow({ low, high }: Gathered, c: number, value: number): void {
  if (!(Math.abs(value) < 1e6)) return;
  if (value < low[c]) low[c] = value;
  if (value > high[c]) high[c] = value;
}

/** The value that nine of ten frames do not exceed. */
function typical(values: readonly number[]): number {
  const sorted = values.slice(-2000).sort((a, b) => a - b);
  return sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
}
