/**
 * A motion as one SVG string, with the same scale on both axes: trails of the points that travel farthest, the first
 * configuration faint, the last one in full. It replaces the animation in print and where no script runs.
 */

import { maximum } from "../core/index.js";
import {
  ballOf,
  emptyExtent,
  growExtent,
  type Places,
  paintPlane,
  paintSpace,
  type Solid,
  solidsOf,
  svgSheet,
} from "../scene/index.js";
import { scaleFor } from "./axis.js";
import { escapeHtml, shorten } from "./escape.js";
import { type LegendEntry, legend } from "./legend.js";
import { type Direction, equalRanges, evenRows, type Motion, travellers } from "./motion.js";
import { formatNumberHtml, plural } from "./number.js";
import { characterWidth, type DrawingOptions, drawing, lineHeight, path, text, titleHeight, width } from "./svg.js";
import { colours } from "./theme.js";
import { curvePath, round } from "./trace.js";

export interface PathPlotOptions extends DrawingOptions {
  readonly title: string;
  /** The coordinate on the horizontal axis. Default: x. */
  readonly across?: Direction;
  /** The coordinate on the vertical axis. Default: y. */
  readonly up?: Direction;
}

const right = 14;
const mostTrails = 6;
/** The extent is found from at most this many rows. */
const mostSeen = 400;

export function pathPlot(motion: Motion, options: PathPlotOptions): string {
  const { title, across = "x", up = "y" } = options;
  const { rows, recorded } = motion;
  const { scene, times, axes, unit } = recorded;
  const [a, b] = ["xyz".indexOf(across), "xyz".indexOf(up)];
  const trails = rows > 1 ? travellers(motion, mostTrails) : [];
  const moved = trails.length > 0;
  const extent = emptyExtent();
  for (const row of evenRows(rows, mostSeen)) growExtent(extent, scene, motion.shown, motion.places(row));
  const range = (c: number): { low: number; high: number } =>
    extent.low[c] <= extent.high[c] ? { low: extent.low[c], high: extent.high[c] } : { low: 0, high: 0 };
  const limits = equalRanges(range(a), range(b), { least: 0.28, most: 0.8 });

  // 1. axes: the height follows from the shape of the area, its width from the longest number
  const name = (direction: Direction) => axes?.["xyz".indexOf(direction)] ?? direction;
  const wanted = Math.max(3, Math.round(8 * limits.aspect));
  const vertical = scaleFor({ label: name(up), unit }, limits.vertical, wanted);
  const horizontal = scaleFor({ label: name(across), unit }, limits.horizontal, 7);
  const left = Math.max(30, 10 + characterWidth * maximum(vertical.ticks.map((tick) => tick.label.length)));
  const areaWidth = width - right - left;
  const areaHeight = areaWidth * limits.aspect;

  // 2. layout
  const entries = trails.map((point, i) => trailEntry(scene.points[point].name, i));
  if (moved) entries.push(ghostEntry(`at t = ${formatNumberHtml(times[0], 4)}`));
  const key = legend(entries, titleHeight(options));
  const top = titleHeight(options) + key.height + lineHeight + 9;
  const bottom = top + areaHeight;
  const height = bottom + 6 + 2 * lineHeight;
  const toX = (value: number) => left + areaWidth * horizontal.place(value);
  const toY = (value: number) => bottom - areaHeight * vertical.place(value);

  // 3. grid and numbers
  let grid = "";
  let labels = "";
  for (const tick of vertical.ticks) {
    const at = bottom - areaHeight * tick.at;
    grid += `M${round(left)} ${round(at)}H${width - right}`;
    labels += text(left - 7, at + 4.5, tick.label, "end");
  }
  for (const tick of horizontal.ticks) {
    const at = left + areaWidth * tick.at;
    grid += `M${round(at)} ${round(top)}V${round(bottom)}`;
    labels += text(at, bottom + lineHeight - 1, tick.label, "mid");
  }
  let svg = key.svg + text(0, top - 14, shorten(vertical.title, 60), "name") + path("grid", grid) + labels;
  svg += text(width - right, bottom + 2 * lineHeight, shorten(horizontal.title, 60), "name end");

  // 4. first configuration, trails, last configuration
  const scale = toX(1) - toX(0);
  const { radius } = ballOf(extent);
  let solids: readonly Solid[] | undefined;
  const draw = (places: Places): string => {
    const sheet = svgSheet(escapeHtml);
    if (scene.dimension < 3) {
      const view = { left: toX(0), bottom: toY(0), scale, width, height: bottom };
      paintPlane(sheet, scene, places, view, { strongest: extent.strongest });
      return sheet.svg();
    }
    solids ??= solidsOf(scene, radius);
    const direction = (c: number): number[] => [0, 1, 2].map((k) => (k === c ? 1 : 0));
    const middle = [0, 0, 0];
    middle[a] = (width / 2 - toX(0)) / scale;
    middle[b] = (toY(0) - bottom / 2) / scale;
    const camera = { right: direction(a), up: direction(b), middle, scale, width, height: bottom };
    paintSpace(sheet, scene, solids, places, camera, { radius, strongest: extent.strongest });
    return sheet.svg();
  };
  if (moved) svg += `<g class="ghost">${draw(motion.places(0))}</g>`;
  motion
    .paths(
      trails,
      Array.from({ length: rows }, (_, i) => i),
    )
    .forEach((curve, i) => {
      svg += path(`trail c${i % colours}`, curvePath(curve[a], curve[b], toX, toY));
    });
  if (rows > 0) svg += draw(motion.places(rows - 1));

  const count = scene.points.filter(({ role }) => role === "mass" || role === "centre").length;
  const description = `Paths of ${plural(count, "point")}, ${name(up)} against ${name(across)}.`;
  return drawing({ title, description, height }, svg, options);
}

function trailEntry(name: string, index: number): LegendEntry {
  return {
    name,
    sample: (left, middle) => path(`trail c${index % colours}`, `M${round(left)} ${round(middle)}h22`),
  };
}

function ghostEntry(name: string): LegendEntry {
  return {
    name,
    sample: (left, middle) => `<g class="ghost">${path("rod", `M${round(left)} ${round(middle)}h22`)}</g>`,
  };
}
