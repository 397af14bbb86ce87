/** Draws the pendulum of the first page, with the trail of its last mass. */

import { canvasSheet, paintPlane, poser } from "taut/scene";
import { type Theme, tones } from "../draw/theme.js";
import type { OpeningMotion } from "../worker/opening.js";

/** Half the width of what is shown, in units of the model, and the frames of a trail. */
const reach = 2.25;
const trailFrames = 110;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly theme: Theme;
  readonly colour: string;
}

const posers = new WeakMap<OpeningMotion["scene"], ReturnType<typeof poser>>();

export function drawOpening(
  context: CanvasRenderingContext2D,
  { scene, width: size, states, every }: OpeningMotion,
  t: number,
  { width, height, ratio, theme, colour }: Picture,
): void {
  const placesAt = posers.get(scene) ?? poser(scene);
  posers.set(scene, placesAt);
  const count = states.length / size;
  const row = Math.min(count - 1, Math.floor(t / every));
  const next = Math.min(count - 1, row + 1);
  const part = Math.min(1, t / every - row);
  const y = Float64Array.from({ length: size }, (_, k) => {
    const from = states[row * size + k];
    return from + part * (states[next * size + k] - from);
  });
  const view = { left: width / 2, bottom: 0.4 * height, scale: Math.min(width / 2, 0.58 * height) / reach };

  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.lineWidth = 1.8;
  context.lineCap = "round";
  context.strokeStyle = colour;
  const last = scene.points.findLast(({ offset }) => offset >= 0)?.offset ?? 0;
  for (let at = Math.max(1, row - trailFrames); at <= row; at++) {
    context.globalAlpha = 0.7 * (1 - (row - at) / trailFrames);
    context.beginPath();
    for (const each of [at - 1, at]) {
      const x = view.left + view.scale * states[each * size + last];
      const z = view.bottom - view.scale * states[each * size + last + 1];
      if (each < at) context.moveTo(x, z);
      else context.lineTo(x, z);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
  paintPlane(canvasSheet(context, tones(theme)), scene, placesAt(t, y), { ...view, width, height }, {});
}
