/** What the parts of a drawing in the plane share: where things are on the sheet, and pieces that several of them draw. */

import { frameAxes, type Places } from "./pose.js";
import type { ModelScene } from "./scene.js";
import type { Sheet, Tone } from "./sheet.js";
import { arrowHead, support } from "./symbols.js";

/** Maps the plane to pixels: x to `left + scale x`, y to `bottom - scale y`, on a picture of this size. */
export interface PlaneView {
  readonly left: number;
  readonly bottom: number;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

export class PlanePen {
  readonly sheet: Sheet;
  readonly scene: ModelScene;
  readonly places: Places;
  readonly view: PlaneView;
  /** The axes of the frame that was asked for last. */
  readonly axes = new Float64Array(9);

  constructor(sheet: Sheet, scene: ModelScene, places: Places, view: PlaneView) {
    this.sheet = sheet;
    this.scene = scene;
    this.places = places;
    this.view = view;
  }

  x(i: number): number {
    return this.view.left + this.view.scale * this.places[3 * i];
  }

  y(i: number): number {
    return this.view.bottom - this.view.scale * this.places[3 * i + 1];
  }

  /** The axes of a frame, one after the other. */
  axesOf(frame: number): Float64Array {
    frameAxes(this.axes, this.scene, this.places, frame);
    return this.axes;
  }

  /** A direction that is given in a frame (-1: the world), as a unit vector on the screen. */
  direction(frame: number, local: readonly number[]): [number, number] {
    if (frame < 0) return [local[0], -local[1]];
    const axes = this.axesOf(frame);
    const part = (c: number): number => local.reduce((sum, value, k) => sum + value * axes[3 * k + c], 0);
    return [part(0), -part(1)];
  }

  pin(x: number, y: number): void {
    this.sheet.circle(x, y, 4.5);
    this.sheet.paint({ fill: "paper", stroke: "ink" });
  }

  support(x: number, y: number): void {
    const stand = support(this.sheet, x, y);
    stand.triangle();
    this.sheet.paint({ fill: "paper", stroke: "ink", width: 1.3 });
    stand.ground();
    this.sheet.paint({ stroke: "ink", width: 1.2 });
  }

  arrow(ax: number, ay: number, bx: number, by: number, tone: Tone): void {
    const length = Math.hypot(bx - ax, by - ay);
    if (!(length > 3)) return;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    this.sheet.move(ax, ay);
    this.sheet.line(bx - 6 * ux, by - 6 * uy);
    this.sheet.paint({ stroke: tone, width: 2 });
    arrowHead(this.sheet, bx, by, ux, uy);
    this.sheet.paint({ fill: tone });
  }
}
