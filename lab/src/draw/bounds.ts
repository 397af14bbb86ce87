/** The bounds of a motion, which the picture has to show, updated as frames arrive. */

import { emptyExtent, growExtent, type Places, poser, shownPoints } from "taut/scene";
import type { Recording } from "../state/recording.js";
import { planeOf } from "./plane.js";

export interface Bounds {
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** The largest absolute tension, without the outliers of single frames. */
  readonly tension: number;
  /** The strongest load that elements apply. */
  readonly strongest: number;
  /** The strongest reaction of a joint. */
  readonly reaction: number;
}

interface Gathered {
  rows: number;
  readonly extent: ReturnType<typeof emptyExtent>;
  readonly shown: readonly number[];
  readonly y: Float64Array;
  readonly placesAt: (t: number, y: ArrayLike<number>) => Places;
  readonly tensions: number[];
}

const known = new WeakMap<Recording, Gathered>();
/** At most this many links are examined; more would hardly change the bounds. */
const mostLinks = 400;

export function boundsOf(recording: Recording): Bounds {
  const { scene, names, layout, arrows } = recording.opened;
  let gathered = known.get(recording);
  if (gathered === undefined) {
    gathered = {
      rows: 0,
      extent: emptyExtent(),
      shown: shownPoints(scene),
      y: new Float64Array(names.length + arrows),
      placesAt: poser(scene),
      tensions: [],
    };
    known.set(recording, gathered);
  }
  const { extent, shown, y, placesAt, tensions } = gathered;
  const plane = planeOf(names);
  const stride = Math.ceil(scene.links.length / mostLinks);
  for (let row = gathered.rows; row < recording.length; row++) {
    if (scene.dimension === 0)
      plane.forEach((entry, c) => {
        const value = recording.value(row, layout.y + entry);
        if (!(Math.abs(value) < 1e6)) return;
        extent.low[c] = Math.min(extent.low[c], value);
        extent.high[c] = Math.max(extent.high[c], value);
      });
    else {
      for (let k = 0; k < names.length; k++) y[k] = recording.value(row, layout.y + k);
      recording.arrowsAt(y, names.length, row);
      growExtent(extent, scene, shown, placesAt(recording.value(row, 0), y));
    }
    let most = 0;
    for (let k = 0; k < scene.links.length; k += stride)
      most = Math.max(most, Math.abs(recording.tension(row, k)) || 0);
    tensions.push(most);
  }
  gathered.rows = recording.length;
  const { low, high, strongest, reaction } = extent;
  return { low: [...low], high: [...high], tension: typical(tensions), strongest, reaction };
}

/** The value that nine of ten frames do not exceed. */
function typical(values: readonly number[]): number {
  const sorted = values.slice(-2000).sort((a, b) => a - b);
  return sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
}
