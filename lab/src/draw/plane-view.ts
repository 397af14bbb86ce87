/** Draws the stage in the plane: a grid, trails, the scene with its lines coloured by tension, and forces. */

import { canvasSheet, type Places, paintPlane, poser } from "taut/scene";
import type { Recording } from "../state/recording.js";
import type { Bounds } from "./bounds.js";
import { type Fit, fitTo } from "./camera.js";
import { planeOf } from "./plane.js";
import { type Theme, tones } from "./theme.js";

export interface ViewOptions {
  readonly trails: boolean;
  readonly forces: boolean;
  readonly names: boolean;
  readonly reactions: boolean;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly recording: Recording;
  /** The bounds of the picture: those of the reference lane, so that all lanes have the same scale. */
  readonly bounds: Bounds;
  readonly t: number;
  /** A pose that is being dragged, instead of the recorded one. */
  readonly pose?: ArrayLike<number>;
  /** The first coordinate of the mass that is held; -1 if none is. */
  readonly held: number;
  readonly options: ViewOptions;
  readonly theme: Theme;
  /** Colour of the lane. */
  readonly colour: string;
}

/** The length of a trail, in frames. */
const trailFrames = 240;

const posers = new WeakMap<Recording, (t: number, y: ArrayLike<number>) => Places>();

/** The places of all points of a recording at a state. */
export function placesOf(recording: Recording, t: number, pose?: ArrayLike<number>): Places {
  const { names, scene, arrows } = recording.opened;
  let placesAt = posers.get(recording);
  if (placesAt === undefined) {
    placesAt = poser(scene);
    posers.set(recording, placesAt);
  }
  const y = new Float64Array(names.length + arrows);
  recording.stateAt(y, t);
  if (pose) y.set(pose);
  else recording.arrowsAt(y, names.length, recording.rowAt(t));
  return placesAt(t, y);
}

/** Draws the picture, and returns the places of the points on the screen, two numbers each. */
export function drawPlane(context: CanvasRenderingContext2D, picture: Picture): { fit: Fit; places: Float64Array } {
  const { width, height, recording, theme, options, bounds, t, pose } = picture;
  const { scene } = recording.opened;
  const fit = fitTo(bounds, width, height);
  context.clearRect(0, 0, width, height);
  context.lineJoin = "round";
  context.lineCap = "round";
  grid(context, fit, picture);
  if (options.trails && pose === undefined) trails(context, fit, picture);
  if (scene.dimension === 0) return { fit, places: phasePlace(context, fit, picture) };

  const at = placesOf(recording, t, pose);
  const [left, bottom] = fit.toScreen(0, 0);
  const places = new Float64Array(2 * scene.points.length);
  for (let i = 0; i < scene.points.length; i++) {
    places[2 * i] = left + fit.scale * at[3 * i];
    places[2 * i + 1] = bottom - fit.scale * at[3 * i + 1];
  }
  const row = recording.rowAt(t);
  paintPlane(
    canvasSheet(context, tones(theme)),
    scene,
    at,
    { left, bottom, scale: fit.scale, width, height },
    {
      ...(pose === undefined && { tension: (k: number) => recording.tension(row, k) / (bounds.tension || 1) }),
      names: options.names,
      held: scene.points.findIndex(({ offset }) => offset >= 0 && offset === picture.held),
      strongest: bounds.strongest,
      ...(options.reactions && { reaction: bounds.reaction }),
    },
  );
  if (options.forces) forces(context, picture, places);
  return { fit, places };
}

/** A model without a scene is drawn as one dot in the plane of two of its coordinates. */
function phasePlace(context: CanvasRenderingContext2D, fit: Fit, picture: Picture): Float64Array {
  const { recording, t, pose, colour, theme } = picture;
  const { names } = recording.opened;
  const [i, j] = planeOf(names);
  const y = new Float64Array(names.length);
  recording.stateAt(y, t);
  if (pose) y.set(pose);
  const [px, py] = fit.toScreen(y[i], y[j]);
  context.beginPath();
  context.arc(px, py, 7, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = theme.paper;
  context.stroke();
  return Float64Array.of(px, py);
}

/** Grid lines at round numbers, about eighty pixels from each other. */
function grid(context: CanvasRenderingContext2D, fit: Fit, { width, height, theme, recording }: Picture): void {
  const target = 80 / fit.scale;
  const power = 10 ** Math.floor(Math.log10(target));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= target) ?? power;
  const [left, top] = fit.toWorld(0, 0);
  const [right, bottom] = fit.toWorld(width, height);
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
    const [at] = fit.toScreen(x, 0);
    context.moveTo(Math.round(at) + 0.5, 0);
    context.lineTo(Math.round(at) + 0.5, height);
  }
  for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) {
    const [, at] = fit.toScreen(0, y);
    context.moveTo(0, Math.round(at) + 0.5);
    context.lineTo(width, Math.round(at) + 0.5);
  }
  context.stroke();

  context.fillStyle = theme.muted;
  context.font = "11px system-ui, sans-serif";
  const { scene, names } = recording.opened;
  const [i, j] = planeOf(names);
  const what = scene.dimension === 0 ? `${names[j]} against ${names[i]}, ` : "";
  context.fillText(`${what}grid ${Number(step.toPrecision(3))}`, 10, height - 10);
}

function trails(context: CanvasRenderingContext2D, fit: Fit, picture: Picture): void {
  const { recording, t, theme, colour } = picture;
  const { scene, layout, names } = recording.opened;
  const free = scene.points.filter(({ offset }) => offset >= 0);
  const [i, j] = planeOf(names);
  const pairs: (readonly [number, number])[] =
    scene.dimension === 0
      ? [[i, j]]
      : (free.length > 6 ? free.slice(-1) : free).map(({ offset }) => [offset, scene.dimension > 1 ? offset + 1 : -1]);
  const last = recording.rowAt(t);
  const first = scene.dimension === 0 ? 0 : Math.max(0, last - trailFrames);
  const stride = Math.max(1, Math.floor((last - first) / 1200));
  const bands = scene.dimension === 0 ? 1 : 6;
  context.lineWidth = 1.6;
  context.strokeStyle = colour || theme.ink;
  for (const [a, b] of pairs) {
    for (let band = 0; band < bands; band++) {
      const from = first + Math.floor(((last - first) * band) / bands);
      const to = first + Math.floor(((last - first) * (band + 1)) / bands);
      context.globalAlpha = bands === 1 ? 0.65 : 0.12 + (0.55 * (band + 1)) / bands;
      context.beginPath();
      for (let row = from; row <= to; row += stride) {
        const [x, y] = fit.toScreen(recording.value(row, layout.y + a), b < 0 ? 0 : recording.value(row, layout.y + b));
        if (row === from) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.stroke();
    }
  }
  context.globalAlpha = 1;
}

/**
 * Draws the total force on each point, including that of the constraints; the longest arrow is a sixth of the picture.
 */
function forces(context: CanvasRenderingContext2D, picture: Picture, places: Float64Array): void {
  const { recording, theme, t, width } = picture;
  const { scene, layout } = recording.opened;
  if (layout.force < 0) return;
  const row = recording.rowAt(t);
  const vectors = scene.points.map(({ offset }) =>
    offset < 0
      ? [0, 0]
      : [0, 1].map((c) => (c < scene.dimension ? recording.value(row, layout.force + offset + c) : 0)),
  );
  const longest = vectors.reduce((most, [x, y]) => Math.max(most, Math.hypot(x, y)), 0);
  if (!(longest > 0)) return;
  const scale = width / 6 / longest;
  context.strokeStyle = theme.series[2];
  context.fillStyle = theme.series[2];
  context.lineWidth = 2;
  vectors.forEach(([fx, fy], i) => {
    const [x, y] = [places[2 * i], places[2 * i + 1]];
    const [ex, ey] = [x + scale * fx, y - scale * fy];
    const length = Math.hypot(ex - x, ey - y);
    if (length < 3) return;
    const [ux, uy] = [(ex - x) / length, (ey - y) / length];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(ex - 6 * ux, ey - 6 * uy);
    context.stroke();
    context.beginPath();
    context.moveTo(ex, ey);
    context.lineTo(ex - 9 * ux - 4 * uy, ey - 9 * uy + 4 * ux);
    context.lineTo(ex - 9 * ux + 4 * uy, ey - 9 * uy - 4 * ux);
    context.fill();
  });
}
