/**
 * The paths of points as one SVG string, with the same scale on both axes: trails of the points that travel farthest,
 * the first configuration faint, the last one in full. It replaces the animation in print and where no script runs.
 */

import { maximum } from "../core/index.js";
import { scaleFor } from "./axis.js";
import { shorten } from "./escape.js";
import { type LegendEntry, legend } from "./legend.js";
import { formatNumberHtml, plural } from "./number.js";
import { column, type Direction, equalRanges, finiteRows, radii, range, type Scene, travellers } from "./scene.js";
import { characterWidth, type DrawingOptions, drawing, lineHeight, path, text, titleHeight, width } from "./svg.js";
import { colours } from "./theme.js";
import { curvePath, round, sample } from "./trace.js";

export interface PathPlotOptions extends DrawingOptions {
  readonly title: string;
  /** The coordinate on the horizontal axis. Default: x. */
  readonly across?: Direction;
  /** The coordinate on the vertical axis. Default: y. */
  readonly up?: Direction;
}

const right = 14;
const mostTrails = 6;
const mostPieces = 5000;

export function pathPlot(scene: Scene, options: PathPlotOptions): string {
  const { title, across = "x", up = "y" } = options;
  const rows = finiteRows(scene, [across, up]);
  const limits = equalRanges(range(scene, across, rows), range(scene, up, rows), { least: 0.28, most: 0.8 });
  const trails = rows > 1 ? travellers(scene, rows, mostTrails) : [];
  const moved = trails.length > 0;

  // 1. axes: the height follows from the shape of the area, its width from the longest number
  const name = (direction: Direction) => scene.axes?.["xyz".indexOf(direction)] ?? direction;
  const wanted = Math.max(3, Math.round(8 * limits.aspect));
  const vertical = scaleFor({ label: name(up), unit: scene.unit }, limits.vertical, wanted);
  const horizontal = scaleFor({ label: name(across), unit: scene.unit }, limits.horizontal, 7);
  const left = Math.max(30, 10 + characterWidth * maximum(vertical.ticks.map((tick) => tick.label.length)));
  const areaWidth = width - right - left;
  const areaHeight = areaWidth * limits.aspect;

  // 2. layout
  const entries = trails.map((point, i) => trailEntry(scene.points[point].name, i));
  if (moved) entries.push(ghostEntry(`at t = ${formatNumberHtml(scene.times[0], 4)}`));
  const key = legend(entries, titleHeight(options));
  const top = titleHeight(options) + key.height + lineHeight + 9;
  const bottom = top + areaHeight;
  const stride = strideOf(scene);
  const note = stride > 1 ? `one point in ${stride} is drawn` : "";
  const height = bottom + 6 + (note === "" ? 2 : 3) * lineHeight;
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

  if (note !== "") svg += text(0, bottom + 3 * lineHeight, note, "note");

  // 4. first configuration, trails, last configuration
  const draw = (row: number) => {
    const place = (direction: Direction, to: (value: number) => number) => (point: number) =>
      to(sample(column(scene.points[point], direction), row));
    return configuration(scene, place(across, toX), place(up, toY));
  };
  if (moved) svg += `<g class="ghost">${draw(0)}</g>`;
  trails.forEach((point, i) => {
    const [x, y] = [across, up].map((d) => Array.prototype.slice.call(column(scene.points[point], d), 0, rows));
    svg += path(`trail c${i % colours}`, curvePath(x, y, toX, toY));
  });
  if (rows > 0) svg += draw(rows - 1);

  const description = `Paths of ${plural(scene.points.length, "point")}, ${name(up)} against ${name(across)}.`;
  return drawing({ title, description, height }, svg, options);
}

/** Links, masses and anchors at one time. Identical pieces of the drawing are drawn once. */
function configuration(scene: Scene, x: (point: number) => number, y: (point: number) => number): string {
  const drawn = new Set<string>();
  const once = (piece: string) => drawn.size < mostPieces && !drawn.has(piece) && drawn.add(piece) !== undefined;
  const lines = { rod: "", spring: "", dashed: "" };
  for (const { from, to, style } of scene.links ?? []) {
    if (!(from in scene.points && to in scene.points)) continue;
    const ends = [x(from), y(from), x(to), y(to)] as const;
    if (!(Math.hypot(ends[0] - ends[2], ends[1] - ends[3]) >= 0.3)) continue;
    const [x0, y0, x1, y1] = ends.map(round);
    const piece = style === "spring" ? zigzag(...ends) : `M${x0} ${y0}L${x1} ${y1}`;
    if (once(style + piece)) lines[style] += piece;
  }

  // many points become small dots, at most one for each unit of the drawing
  drawn.clear();
  const many = scene.points.length > 60;
  const sizes = many ? [] : radii(scene, 2.5, 6);
  const dots = { mass: "", anchor: "" };
  const stride = strideOf(scene);
  scene.points.forEach((point, i) => {
    const [cx, cy] = many ? [Math.round(x(i)), Math.round(y(i))] : [x(i), y(i)];
    if (Number.isNaN(cx + cy) || (!point.fixed && i % stride !== 0)) return;
    const piece = point.fixed ? `M${round(cx)} ${round(cy)}m0 -3.5l6 10h-12z` : circle(cx, cy, many ? 1.6 : sizes[i]);
    if (once(piece)) dots[point.fixed ? "anchor" : "mass"] += piece;
  });
  return (
    path("dashed", lines.dashed) +
    path("spring", lines.spring) +
    path("rod", lines.rod) +
    path("anchor", dots.anchor) +
    path("mass", dots.mass)
  );
}

/** Every `stride`-th point is drawn when there are too many. */
function strideOf(scene: Scene): number {
  return Math.ceil(scene.points.length / mostPieces);
}

function circle(x: number, y: number, r: number): string {
  const arc = `a${round(r)} ${round(r)} 0 1 0`;
  return `M${round(x - r)} ${round(y)}${arc} ${round(2 * r)} 0${arc} ${round(-2 * r)} 0z`;
}

/** A spring: straight ends, nine teeth between, as absolute path commands. */
function zigzag(x0: number, y0: number, x1: number, y1: number): string {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [nx, ny] = [(-4 * (y1 - y0)) / length, (4 * (x1 - x0)) / length];
  let d = `M${round(x0)} ${round(y0)}`;
  for (let i = 0; i <= 10; i++) {
    const along = 0.15 + 0.07 * i;
    const side = i === 0 || i === 10 ? 0 : i % 2 === 0 ? -1 : 1;
    d += `L${round(x0 + along * (x1 - x0) + side * nx)} ${round(y0 + along * (y1 - y0) + side * ny)}`;
  }
  return `${d}L${round(x1)} ${round(y1)}`;
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
