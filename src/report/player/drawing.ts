/** One picture of the animation on a canvas: grid, trails, links, points with their names. */

import { type AnimationData, type LinkStyle, linkStyles } from "./data.js";
import { type Moment, valueAt } from "./motion.js";

type Place = readonly [number, number];

const seriesColours = ["s0", "s1", "s2", "s3", "s4", "s5", "s6"] as const;
const colourNames = ["ink", "muted", "paper", "panel", "grid", "pull", "slack", "press", ...seriesColours] as const;
export type Colours = Readonly<Record<(typeof colourNames)[number], string>>;

/** The colours of the page, from the custom properties of its theme: `#rrggbb` each. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = colourNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  return Object.fromEntries(entries) as Colours;
}

/** The colour between two of the form `#rrggbb`. */
export function mix(from: string, to: string, part: number): string {
  const channel = (at: number): number => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a + part * (b - a));
  };
  return `rgb(${channel(1)},${channel(3)},${channel(5)})`;
}

/** The corners of the zigzag line of a spring between two places. */
export function zigzag(a: Place, b: Place): Place[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const turns = Array.from({ length: 11 }, (_, k): Place => {
    const along = 0.15 + 0.07 * k;
    const aside = (k % 10 === 0 ? 0 : k % 2 === 1 ? 6 : -6) / length;
    return [a[0] + along * dx - aside * dy, a[1] + along * dy + aside * dx];
  });
  return [a, ...turns, b];
}

export interface Drawing {
  readonly data: AnimationData;
  /** The rows of `data.p` as values. */
  readonly rows: readonly (readonly number[])[];
  readonly colours: Colours;
}

/** Draws the moment on a canvas of `wide` by `high` CSS pixels. */
export function draw(
  pen: CanvasRenderingContext2D,
  drawing: Drawing,
  moment: Moment,
  wide: number,
  high: number,
): void {
  const { data, rows, colours } = drawing;
  const scale = Math.min((wide - 36) / data.size[0], (high - 40) / data.size[1]);
  const left = (wide - scale * data.size[0]) / 2;
  const bottom = (high + scale * data.size[1]) / 2 - 6;
  const x = (u: number): number => left + scale * u;
  const y = (u: number): number => bottom - scale * u;
  const at = (point: number, when: Moment): Place => [
    x(valueAt(rows[2 * point], when)),
    y(valueAt(rows[2 * point + 1], when)),
  ];
  const line = (places: readonly Place[]): void => {
    pen.beginPath();
    for (const [px, py] of places) pen.lineTo(px, py); // the first segment only moves to the first corner
    pen.stroke();
  };
  pen.clearRect(0, 0, wide, high);
  pen.lineCap = pen.lineJoin = "round";
  drawGrid();
  drawTrails();
  for (const link of data.links) drawLink(...link);
  data.points.forEach(([name, radius], i) => {
    if (radius >= 0) drawPoint(i, name, radius);
  });

  function drawGrid(): void {
    pen.font = "11px system-ui, sans-serif";
    pen.lineWidth = 1;
    pen.strokeStyle = colours.grid;
    pen.fillStyle = colours.muted;
    pen.textAlign = "center";
    for (const [u, label] of data.grid[0]) {
      line([
        [x(u), 0],
        [x(u), high - 16],
      ]);
      pen.fillText(label, x(u), high - 4);
    }
    pen.textAlign = "left";
    for (const [u, label] of data.grid[1]) {
      line([
        [0, y(u)],
        [wide, y(u)],
      ]);
      pen.fillText(label, 2, y(u) - 3);
    }
  }

  /** Draws the whole path so far as a thin line, and its last fifteenth as a thicker one on top. */
  function drawTrails(): void {
    const recent = Math.max(0, moment.frame - Math.ceil(data.t.length / 15));
    for (const [k, point] of data.trails.entries()) {
      pen.strokeStyle = trailColour(k);
      for (const [from, alpha, width] of [
        [0, 0.28, 1.2],
        [recent, 0.9, 2],
      ]) {
        const places: Place[] = [];
        for (let frame = from; frame <= moment.frame; frame++) places.push(at(point, { frame, part: 0 }));
        pen.globalAlpha = alpha;
        pen.lineWidth = width;
        line([...places, at(point, moment)]);
      }
    }
    pen.globalAlpha = 1;
  }

  function drawLink(from: number, to: number, style: LinkStyle, pulls: readonly (number | null)[] | null): void {
    const [a, b] = [at(from, moment), at(to, moment)];
    const dashed = style === linkStyles.dashed;
    pen.strokeStyle = pulls === null ? (dashed ? colours.muted : colours.ink) : pullColour(pulls);
    pen.lineWidth = style !== linkStyles.rod ? 1.5 : pulls === null ? 3 : 4;
    pen.setLineDash(dashed ? [4, 4] : []);
    line(style === linkStyles.spring ? zigzag(a, b) : [a, b]);
    pen.setLineDash([]);
  }

  function pullColour(pulls: readonly (number | null)[]): string {
    const pull = pulls[Math.min(moment.frame, pulls.length - 1)] ?? 0;
    return mix(colours.slack, pull < 0 ? colours.press : colours.pull, Math.abs(pull) / 100);
  }

  /** Draws a disc for a mass and a triangle for an anchor (radius 0); names are drawn only if there are few points. */
  function drawPoint(point: number, name: string, radius: number): void {
    const [px, py] = at(point, moment);
    const anchor = radius === 0;
    const trail = data.trails.indexOf(point);
    pen.beginPath();
    if (anchor) {
      pen.moveTo(px, py - 4);
      pen.lineTo(px + 7, py + 8);
      pen.lineTo(px - 7, py + 8);
      pen.closePath();
    } else pen.arc(px, py, radius, 0, 2 * Math.PI);
    pen.fillStyle = anchor ? colours.paper : trail < 0 ? colours.ink : trailColour(trail);
    pen.strokeStyle = anchor ? colours.ink : colours.paper;
    pen.lineWidth = 1.6;
    pen.fill();
    if (anchor || radius > 2) pen.stroke();
    if (data.points.length > 8) return;
    const aside = anchor ? 7 : radius;
    pen.font = "12px system-ui, sans-serif";
    pen.fillStyle = colours.ink;
    pen.strokeStyle = colours.panel;
    pen.lineWidth = 4;
    pen.strokeText(name, px + aside + 4, py - aside + 1);
    pen.fillText(name, px + aside + 4, py - aside + 1);
  }

  function trailColour(k: number): string {
    return colours[seriesColours[k % seriesColours.length]];
  }
}
