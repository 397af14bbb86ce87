/** Maps the plane of the model to the pixels of a canvas: fitted to the motion, then moved and zoomed by the user. */

import { signal } from "@preact/signals";
import type { Bounds } from "./bounds.js";

/** The view that the user has chosen, shared by all lanes. */
export interface Camera {
  readonly zoom: number;
  /** Shift of the centre, as a fraction of the fitted width. */
  readonly x: number;
  readonly y: number;
  /** Angles of the view of space. */
  readonly turn: number;
  readonly tilt: number;
}

export const home: Camera = { zoom: 1, x: 0, y: 0, turn: 0.6, tilt: 0.35 };
export const camera = signal<Camera>(home);

export interface Fit {
  /** Pixels per unit across and upwards. */
  readonly scale: number;
  readonly upScale: number;
  toScreen(x: number, y: number): [number, number];
  toWorld(x: number, y: number): [number, number];
}

/** Fits what is shown to the canvas; a plane of two quantities, which have no common unit, is stretched to fill it. */
export function fitTo({ low, high }: Bounds, width: number, height: number, stretched: boolean, margin = 34): Fit {
  const { zoom, x, y } = camera.value;
  const [l, r] = span(low[0], high[0]);
  const [b, t] = span(low[1] ?? 0, high[1] ?? 0);
  const size = Math.max(r - l, t - b) || 1;
  const across = stretched ? r - l : Math.max(r - l, 0.15 * size);
  const up = stretched ? t - b : Math.max(t - b, 0.15 * size);
  const [fitAcross, fitUp] = [(width - 2 * margin) / across, (height - 2 * margin) / up];
  const scale = (stretched ? fitAcross : Math.min(fitAcross, fitUp)) * zoom;
  const upScale = stretched ? fitUp * zoom : scale;
  const [cx, cy] = [(l + r) / 2 + x * across, (b + t) / 2 + (stretched ? y * up : y * across)];
  return {
    scale,
    upScale,
    toScreen: (u, v) => [width / 2 + scale * (u - cx), height / 2 - upScale * (v - cy)],
    toWorld: (u, v) => [cx + (u - width / 2) / scale, cy - (v - height / 2) / upScale],
  };
}

function span(low: number, high: number): [number, number] {
  if (!(low <= high)) return [-1, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}
