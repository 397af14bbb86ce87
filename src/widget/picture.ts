/** Draws one lane at a time: its trails, and its scene by the painters that the lab and the reports use. */

import {
  ballOf,
  canvasSheet,
  paintPlane,
  paintSpace,
  planeView,
  project,
  solidsOf,
  spaceView,
  type Theme,
  type Viewpoint,
} from "../scene/index.js";
import type { Motion } from "./motion.js";

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly colours: Theme;
  /** The colour of the lane. */
  readonly tone: string;
  readonly view: Viewpoint;
  /** The time that a trail shows. */
  readonly trail: number;
}

/** Bounds that all lanes of an element share, so that they have the same scale. */
export interface SharedBounds {
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly strongest: number;
}

/** The most points that leave a trail; of more, only the last does. */
const mostTrails = 6;

const solids = new WeakMap<Motion, ReturnType<typeof solidsOf>>();

/** The bounds of several motions together; where a motion has no extent, the picture gets one. */
export function sharedBounds(motions: readonly Motion[]): SharedBounds {
  const [low, high] = [0, 1, 2].reduce<[number[], number[]]>(
    (sides, c) => {
      sides[0].push(Math.min(...motions.map(({ bounds }) => bounds.low[c])));
      sides[1].push(Math.max(...motions.map(({ bounds }) => bounds.high[c])));
      return sides;
    },
    [[], []],
  );
  const size = Math.max(...high.map((end, c) => end - low[c]).filter(Number.isFinite), 0) || 2;
  const room = low.map((start, c) => Math.max(0, (0.15 * size - (high[c] - start)) / 2));
  const part = (value: number, usual: number): number => (Number.isFinite(value) ? value : usual);
  return {
    low: low.map((start, c) => part(start - room[c], -1)),
    high: high.map((end, c) => part(end + room[c], 1)),
    strongest: Math.max(0, ...motions.map(({ bounds }) => bounds.strongest)),
  };
}

/** Draws the motion at `t` and returns nothing; without frames the picture is empty. */
export function drawLane(
  pen: CanvasRenderingContext2D,
  motion: Motion,
  t: number,
  bounds: SharedBounds,
  { width, height, colours, tone, view, trail }: Look,
): void {
  pen.clearRect(0, 0, width, height);
  if (motion.count === 0) return;
  pen.lineCap = pen.lineJoin = "round";
  const { scene } = motion;
  const row = motion.rowAt(t);
  const first = scene.dimension === 0 ? 0 : motion.rowAt(t - trail);
  const sheet = canvasSheet(pen, colours);
  const options = { tension: (k: number) => motion.tension(row, k), strongest: bounds.strongest };
  if (scene.dimension === 3) {
    const camera = spaceView(bounds, view, width, height);
    const { radius } = ballOf({ low: [...bounds.low], high: [...bounds.high] });
    const at = (x: number, y: number, z: number): readonly [number, number] => {
      const [u, v] = project(camera, x, y, z);
      return [u, v];
    };
    trails(pen, motion, [first, row], t, colours[tone], at);
    const made = solids.get(motion) ?? solidsOf(scene, radius);
    solids.set(motion, made);
    paintSpace(sheet, scene, made, motion.placesNear(t), camera, { ...options, radius });
    return;
  }
  if (scene.dimension === 0) {
    const { low, high } = bounds;
    const across = (x: number): number => 24 + ((width - 48) * (x - low[0])) / (high[0] - low[0]);
    const up = (y: number): number => height - 24 - ((height - 48) * (y - low[1])) / (high[1] - low[1]);
    const at = (x: number, y: number): readonly [number, number] => [across(x), up(y)];
    trails(pen, motion, [first, row], t, colours[tone], at);
    const [x, y] = motion.placesNear(t);
    sheet.circle(across(x), up(y), 6);
    sheet.paint({ fill: tone });
    pen.fillStyle = colours.muted;
    pen.font = "12px system-ui, sans-serif";
    pen.fillText(`${motion.axes[1]} against ${motion.axes[0]}`, 8, height - 8);
    return;
  }
  const plane = planeView(bounds, width, height);
  const at = (x: number, y: number): readonly [number, number] => [
    plane.left + plane.scale * x,
    plane.bottom - plane.scale * y,
  ];
  trails(pen, motion, [first, row], t, colours[tone], at);
  paintPlane(sheet, scene, motion.placesNear(t), plane, options);
}

/** The paths from one frame to another and on to the time shown; they fade towards their beginning. */
function trails(
  pen: CanvasRenderingContext2D,
  motion: Motion,
  [first, row]: readonly [number, number],
  t: number,
  colour: string,
  at: (x: number, y: number, z: number) => readonly [number, number],
): void {
  const points = motion.scene.dimension === 0 ? [0] : followed(motion);
  const bands = 5;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.6;
  for (const point of points)
    for (let band = 0; band < bands; band++) {
      const [from, to] = [band, band + 1].map((k) => first + Math.floor(((row - first) * k) / bands));
      pen.globalAlpha = 0.12 + (0.6 * (band + 1)) / bands;
      pen.beginPath();
      for (let k = from; k <= to; k++) move(pen, motion.placesOf(k), point, at, k === from);
      if (band === bands - 1) move(pen, motion.placesNear(t), point, at, false);
      pen.stroke();
    }
  pen.globalAlpha = 1;
  // what is painted next begins its own path
  pen.beginPath();
}

function move(
  pen: CanvasRenderingContext2D,
  places: ArrayLike<number>,
  point: number,
  at: (x: number, y: number, z: number) => readonly [number, number],
  isFirst: boolean,
): void {
  const [x, y] = at(places[3 * point], places[3 * point + 1], places[3 * point + 2]);
  if (isFirst) pen.moveTo(x, y);
  else pen.lineTo(x, y);
}

/** The masses and centres that leave a trail. */
function followed({ scene }: Motion): number[] {
  const moving = scene.points.flatMap(({ role }, i) => (role === "mass" || role === "centre" ? [i] : []));
  return moving.length > mostTrails ? moving.slice(-1) : moving;
}
