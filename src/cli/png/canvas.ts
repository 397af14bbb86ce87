/** Dots with colours: strokes with round ends and filled shapes, with soft edges. */

import { maximum, minimum } from "../../core/index.js";
import type { Line } from "./path.js";

export type Colour = readonly [red: number, green: number, blue: number];

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each dot, row by row. */
  readonly dots: Uint8Array;
  /** How much of each dot the present shape covers; zero between shapes. */
  private readonly cover: Float32Array;

  constructor(width: number, height: number, paper: Colour) {
    this.width = width;
    this.height = height;
    this.dots = new Uint8Array(3 * width * height);
    this.cover = new Float32Array(width * height);
    for (let i = 0; i < this.dots.length; i++) this.dots[i] = paper[i % 3];
  }

  /** Lines of a thickness, with round ends and corners; where they cross, they are no darker. */
  stroke(lines: readonly Line[], thickness: number, colour: Colour, opacity = 1): void {
    const radius = thickness / 2;
    for (const line of lines) {
      for (let i = 0; i + 1 < line.length; i += 2) {
        const j = Math.min(i + 2, line.length - 2);
        this.segment(line[i], line[i + 1], line[j], line[j + 1], radius);
      }
    }
    this.blend(colour, opacity);
  }

  /** What closed lines enclose. */
  fill(lines: readonly Line[], colour: Colour, opacity = 1): void {
    const parts = 4;
    for (const line of lines) {
      const [xs, ys] = [0, 1].map((from) => line.filter((_, i) => i % 2 === from));
      this.each(minimum(xs), minimum(ys), maximum(xs), maximum(ys), (x, y, at) => {
        let inside = 0;
        for (let k = 0; k < parts * parts; k++) {
          const [px, py] = [x + ((k % parts) + 0.5) / parts, y + (Math.floor(k / parts) + 0.5) / parts];
          if (encloses(xs, ys, px, py)) inside++;
        }
        this.cover[at] = Math.max(this.cover[at], inside / (parts * parts));
      });
    }
    this.blend(colour, opacity);
  }

  private segment(x0: number, y0: number, x1: number, y1: number, radius: number): void {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const square = dx * dx + dy * dy;
    const reach = radius + 1;
    const [low, high] = [Math.min(y0, y1) - reach, Math.max(y0, y1) + reach];
    this.each(Math.min(x0, x1) - reach, low, Math.max(x0, x1) + reach, high, (x, y, at) => {
      const [px, py] = [x + 0.5 - x0, y + 0.5 - y0];
      const part = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
      // a dot is covered as far as the edge is past its middle; lines thinner than a dot are paler
      const edge = radius + 0.5 - Math.hypot(px - part * dx, py - part * dy);
      this.cover[at] = Math.max(this.cover[at], Math.min(1, 2 * radius, Math.max(0, edge)));
    });
  }

  /** Calls `visit` for every dot of a rectangle that is on the canvas. */
  private each(
    left: number,
    top: number,
    right: number,
    bottom: number,
    visit: (x: number, y: number, at: number) => void,
  ): void {
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(this.height - 1, bottom); y++)
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(this.width - 1, right); x++)
        visit(x, y, y * this.width + x);
  }

  private blend(colour: Colour, opacity: number): void {
    const { cover, dots } = this;
    for (let at = 0; at < cover.length; at++) {
      if (cover[at] === 0) continue;
      const part = opacity * cover[at];
      for (let c = 0; c < 3; c++)
        dots[3 * at + c] = Math.round(dots[3 * at + c] + part * (colour[c] - dots[3 * at + c]));
      cover[at] = 0;
    }
  }
}

/** Whether a ray to the right crosses the outline an odd number of times. */
function encloses(xs: readonly number[], ys: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = xs.length - 1; i < xs.length; j = i++) {
    if (ys[i] > y !== ys[j] > y && x < xs[i] + ((y - ys[i]) / (ys[j] - ys[i])) * (xs[j] - xs[i])) inside = !inside;
  }
  return inside;
}
