/** One picture of the animation on a canvas: grid, trails, and the scene. */

import {
  ballOf,
  canvasSheet,
  type ModelScene,
  type Places,
  paintPlane,
  paintSpace,
  planeView,
  poser,
  project,
  type Solid,
  solidsOf,
  spaceView,
  type Theme,
  type Viewpoint,
} from "../../scene/index.js";
import type { AnimationData } from "./data.js";
import { fromDifferences, type Moment, valueAt } from "./motion.js";

const series = ["s0", "s1", "s2", "s3", "s4", "s5", "s6"] as const;
const colourNames = ["ink", "muted", "paper", "panel", "grid", "pull", "slack", "press", ...series] as const;

/** The colours of the page, from the custom properties of its theme: `#rrggbb` each. */
export function readColours(element: Element): Theme {
  const style = getComputedStyle(element);
  return Object.fromEntries(colourNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

type Place = readonly [number, number];

export class Drawing {
  readonly data: AnimationData;
  private readonly scene: ModelScene;
  private readonly rows: readonly (readonly number[])[];
  private readonly y: Float64Array;
  private readonly poseAt: (t: number, y: ArrayLike<number>) => Places;
  private readonly solids: readonly Solid[];
  private readonly ball: { readonly middle: readonly number[]; readonly radius: number };
  /** The places of the points that leave trails, at every frame. */
  private readonly trails: readonly Float64Array[];

  constructor(data: AnimationData) {
    this.data = data;
    // numbers that are not finite are null in JSON
    const tables = data.scene.program.tables.map((table) => ({
      ...table,
      axes: table.axes.map((axis) => ({
        ...axis,
        breaks: Float64Array.from(Object.values(axis.breaks), (each: number | null) => each ?? Number.NaN),
      })) as unknown as typeof table.axes,
    }));
    this.scene = { ...data.scene, program: { ...data.scene.program, tables } };
    this.rows = data.y.map(([low, step, row]) => fromDifferences(row).map((count) => low + step * count));
    this.y = new Float64Array(this.rows.length);
    this.poseAt = poser(this.scene);
    this.ball = ballOf({ low: [...data.low], high: [...data.high] });
    this.solids = this.scene.dimension === 3 ? solidsOf(this.scene, this.ball.radius) : [];
    this.trails = data.trails.map(() => new Float64Array(3 * data.t.length));
    data.t.forEach((_, frame) => {
      const places = this.places({ frame, part: 0 });
      data.trails.forEach((point, k) => {
        this.trails[k].set(places.subarray(3 * point, 3 * point + 3), 3 * frame);
      });
    });
  }

  get inSpace(): boolean {
    return this.scene.dimension === 3;
  }

  /** Draws a moment on a canvas of `wide` by `high` CSS pixels. */
  draw(
    pen: CanvasRenderingContext2D,
    colours: Theme,
    moment: Moment,
    look: Viewpoint,
    wide: number,
    high: number,
  ): void {
    const { data, scene } = this;
    pen.clearRect(0, 0, wide, high);
    pen.lineCap = pen.lineJoin = "round";
    const places = this.places(moment);
    const sheet = canvasSheet(pen, colours);
    const options = {
      names: data.names,
      strongest: data.strongest,
      reaction: data.reaction,
      tension: (k: number): number => {
        const row = data.tensions[k];
        return row == null ? Number.NaN : (row[Math.min(moment.frame, row.length - 1)] ?? 0) / 100;
      },
      dots: new Map(data.trails.map((point, k) => [point, series[k % series.length]])),
    };
    if (scene.dimension === 3) {
      const camera = spaceView(data, look, wide, high);
      const at = (x: number, y: number, z: number): Place => {
        const [u, v] = project(camera, x, y, z);
        return [u, v];
      };
      this.drawTrails(pen, colours, moment, at, places);
      paintSpace(sheet, scene, this.solids, places, camera, { ...options, radius: this.ball.radius });
      return;
    }
    const view = planeView(data, wide, high);
    const at = (x: number, y: number): Place => [view.left + view.scale * x, view.bottom - view.scale * y];
    this.drawGrid(pen, colours, at, wide, high);
    this.drawTrails(pen, colours, moment, at, places);
    paintPlane(sheet, scene, places, view, options);
  }

  private places(moment: Moment): Places {
    const { data, rows, y } = this;
    for (let k = 0; k < y.length; k++) y[k] = valueAt(rows[k], moment);
    return this.poseAt(valueAt(data.t, moment), y);
  }

  private drawGrid(
    pen: CanvasRenderingContext2D,
    colours: Theme,
    at: (x: number, y: number) => Place,
    wide: number,
    high: number,
  ): void {
    pen.font = "11px system-ui, sans-serif";
    pen.lineWidth = 1;
    pen.strokeStyle = colours.grid;
    pen.fillStyle = colours.muted;
    for (const [axis, lines] of this.data.grid.entries()) {
      pen.textAlign = axis === 0 ? "center" : "left";
      for (const [value, label] of lines) {
        const [x, y] = at(value, value);
        pen.beginPath();
        if (axis === 0) {
          pen.moveTo(x, 0);
          pen.lineTo(x, high - 16);
          pen.fillText(label, x, high - 4);
        } else {
          pen.moveTo(0, y);
          pen.lineTo(wide, y);
          pen.fillText(label, 2, y - 3);
        }
        pen.stroke();
      }
    }
    pen.beginPath();
  }

  /** Draws the whole path so far as a thin line, and its last fifteenth as a thicker one on top. */
  private drawTrails(
    pen: CanvasRenderingContext2D,
    colours: Theme,
    { frame }: Moment,
    at: (x: number, y: number, z: number) => Place,
    places: Places,
  ): void {
    const { data, trails } = this;
    const recent = Math.max(0, frame - Math.ceil(data.t.length / 15));
    trails.forEach((trail, k) => {
      const point = data.trails[k];
      for (const [from, alpha, width] of [
        [0, 0.28, 1.2],
        [recent, 0.9, 2],
      ]) {
        pen.beginPath();
        for (let i = from; i <= frame; i++) pen.lineTo(...at(trail[3 * i], trail[3 * i + 1], trail[3 * i + 2]));
        pen.lineTo(...at(places[3 * point], places[3 * point + 1], places[3 * point + 2]));
        pen.globalAlpha = alpha;
        pen.lineWidth = width;
        pen.strokeStyle = colours[series[k % series.length]];
        pen.stroke();
      }
    });
    pen.globalAlpha = 1;
    pen.beginPath();
  }
}
