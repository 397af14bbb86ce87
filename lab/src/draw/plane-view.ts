/** Draws the stage in the plane: grid, trails, rods and springs coloured by tension, masses, anchors, forces. */

import type { Recording } from "../state/recording.js";
import type { Bounds } from "./bounds.js";
import { type Fit, fitTo } from "./camera.js";
import { heldAnchors } from "./held-anchors.js";
import { planeOf } from "./plane.js";
import { type Theme, tensionLevel, tensionScale } from "./theme.js";

export interface ViewOptions {
  readonly trails: boolean;
  readonly forces: boolean;
  readonly names: boolean;
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

/** Draws the picture, and returns the places of the points on the screen. */
export function drawPlane(context: CanvasRenderingContext2D, picture: Picture): { fit: Fit; places: Float64Array } {
  const { width, height, recording, theme, options } = picture;
  const { scene, names } = recording.opened;
  const fit = fitTo(picture.bounds, width, height);
  context.clearRect(0, 0, width, height);
  context.lineJoin = "round";
  context.lineCap = "round";
  grid(context, fit, picture);

  const y = new Float64Array(names.length);
  recording.stateAt(y, picture.t);
  if (picture.pose) y.set(picture.pose);
  const places = scene.dimension === 0 ? phasePlace(fit, picture, y) : placesOf(fit, picture, y);
  if (options.trails && picture.pose === undefined) trails(context, fit, picture);
  links(context, picture, places);
  dots(context, picture, places);
  if (options.forces && scene.dimension > 0) forces(context, picture, places);
  if (options.names) labels(context, picture, places, theme);
  return { fit, places };
}

/** The places of all points on the screen, two numbers each. */
function placesOf(fit: Fit, { recording, t }: Picture, y: Float64Array): Float64Array {
  const { points, dimension } = recording.opened.scene;
  const places = new Float64Array(2 * points.length);
  points.forEach(({ offset, at, moving }, i) => {
    const part = (c: number): number => {
      if (c >= dimension) return 0;
      if (offset >= 0) return y[offset + c];
      return moving < 0 ? at[c] : recording.extraAt(t, moving * dimension + c);
    };
    places.set(fit.toScreen(part(0), part(1)), 2 * i);
  });
  return places;
}

/** A model without points is drawn as one dot in the plane of two of its coordinates. */
function phasePlace(fit: Fit, { recording }: Picture, y: Float64Array): Float64Array {
  const [i, j] = planeOf(recording.opened.names);
  return Float64Array.from(fit.toScreen(y[i], y[j]));
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

/** Draws links grouped by colour, so that a long chain takes a few strokes and not a thousand. */
function links(context: CanvasRenderingContext2D, picture: Picture, places: Float64Array): void {
  const { recording, bounds, theme, t, pose } = picture;
  const { scene } = recording.opened;
  const colours = tensionScale(theme);
  const row = recording.rowAt(t);
  const many = scene.links.length > 120;
  const byStyle = new Map<string, number[]>();
  scene.links.forEach(({ style }, k) => {
    const level = pose ? undefined : tensionLevel(recording.tension(row, k), bounds.tension);
    const key = `${style}:${level ?? "ink"}`;
    const group = byStyle.get(key);
    if (group === undefined) byStyle.set(key, [k]);
    else group.push(k);
  });
  for (const [key, members] of byStyle) {
    const [style, level] = key.split(":");
    context.strokeStyle = level !== "ink" ? colours[Number(level)] : style === "line" ? theme.muted : theme.ink;
    context.lineWidth = style === "rod" ? (many ? 2.2 : 3.5) : 2;
    context.setLineDash(style === "line" ? [4, 5] : []);
    context.beginPath();
    for (const k of members) {
      const { from, to } = scene.links[k];
      const [ax, ay, bx, by] = [places[2 * from], places[2 * from + 1], places[2 * to], places[2 * to + 1]];
      if (style === "spring") zigzag(context, ax, ay, bx, by);
      else {
        context.moveTo(ax, ay);
        context.lineTo(bx, by);
      }
    }
    context.stroke();
  }
  context.setLineDash([]);
}

function zigzag(context: CanvasRenderingContext2D, ax: number, ay: number, bx: number, by: number): void {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  // short springs have fewer turns, so that they still look like springs
  const turns = Math.round(Math.max(3, Math.min(9, length / 14)));
  const wide = Math.min(6, length / 5);
  const [nx, ny] = [(-dy / length) * wide, (dx / length) * wide];
  context.moveTo(ax, ay);
  for (let k = 0; k < 2 * turns; k++) {
    const part = 0.14 + (0.72 * (k + 0.5)) / (2 * turns);
    const side = k % 2 === 0 ? 1 : -1;
    if (k === 0) context.lineTo(ax + 0.14 * dx, ay + 0.14 * dy);
    context.lineTo(ax + part * dx + side * nx, ay + part * dy + side * ny);
  }
  context.lineTo(ax + 0.86 * dx, ay + 0.86 * dy);
  context.lineTo(bx, by);
}

function dots(context: CanvasRenderingContext2D, picture: Picture, places: Float64Array): void {
  const { recording, theme, colour } = picture;
  const { points, dimension } = recording.opened.scene;
  if (dimension === 0) {
    disc(context, places[0], places[1], 7, colour, theme.paper);
    return;
  }
  const many = points.length > 150;
  const largest = points.length > 6 ? 5.5 : 9;
  let heaviest = 0;
  for (const { mass, offset } of points) if (offset >= 0) heaviest = Math.max(heaviest, mass);
  if (many) {
    context.fillStyle = theme.ink;
    for (let i = 0; i < points.length; i++)
      if (points[i].offset >= 0) context.fillRect(places[2 * i] - 1, places[2 * i + 1] - 1, 2, 2);
  }
  const held = heldAnchors(recording.opened.scene);
  points.forEach(({ offset, mass }, i) => {
    const [x, y] = [places[2 * i], places[2 * i + 1]];
    // anchors are hollow rings
    if (offset < 0) {
      if (held.has(i)) disc(context, x, y, 5.5, theme.paper, theme.ink);
    } else if (offset === picture.held) disc(context, x, y, largest + 3, theme.series[1], theme.paper);
    else if (!many) disc(context, x, y, Math.max(0.5, Math.cbrt(mass / heaviest)) * largest, theme.ink, theme.paper);
  });
}

function disc(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  fill: string,
  edge: string,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = edge;
  context.stroke();
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

function labels(context: CanvasRenderingContext2D, picture: Picture, places: Float64Array, theme: Theme): void {
  const { points } = picture.recording.opened.scene;
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = theme.muted;
  const held = heldAnchors(picture.recording.opened.scene);
  points.slice(0, 60).forEach(({ name, offset }, i) => {
    if (offset >= 0 || held.has(i)) context.fillText(name, places[2 * i] + 11, places[2 * i + 1] - 9);
  });
}
