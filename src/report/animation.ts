/**
 * An animation of points in the plane: masses, rods, springs, anchors and trails, with a play button, a time slider and
 * a choice of speed. It is one figure with a small script of its own, and loads nothing from outside. It has at most
 * 600 frames, with positions rounded to a fine grid. The path plot replaces it in print and where scripts do not run.
 */

import { scaleFor } from "./axis.js";
import { escapeHtml, scriptJson } from "./escape.js";
import { formatNumberHtml } from "./number.js";
import { pathPlot } from "./path-plot.js";
import { type AnimationData, linkStyles } from "./player/data.js";
import { animationScript } from "./player/script.generated.js";
import { column, equalRanges, evenRows, finiteRows, radii, range, type Scene, travellers } from "./scene.js";
import { sample } from "./trace.js";

const mostFrames = 600;
/** With more points than this the path plot is shown alone. */
export const mostAnimatedPoints = 1000;
const mostNumbers = 200_000;
const gridSize = 4000; // 0.2 of a pixel on a canvas 800 pixels wide

/** The figure as HTML, for inclusion in a `page`. */
export function animation(scene: Scene, title: string): string {
  const rows = finiteRows(scene, ["x", "y"]);
  const picture = pathPlot(scene, { title });
  const span = rows > 1 ? scene.times[rows - 1] - scene.times[0] : 0;
  const caption = `<figcaption>${escapeHtml(title)}</figcaption>`;
  if (!(span > 0) || scene.points.length === 0 || scene.points.length > mostAnimatedPoints) {
    return `<figure class="figure">${caption}${picture}</figure>`;
  }

  const data = animationData(scene, rows);
  const ratio = (data.size[1] / data.size[0]).toFixed(3);
  const strongest = strongMultiplier(scene, rows);
  return (
    `<figure class="figure player">${caption}` +
    `<div class="stage" hidden><canvas role="img" aria-label="${escapeHtml(title)}: animation" style="aspect-ratio:1/${ratio}"></canvas>` +
    `<div class="controls"><button type="button">Play</button>` +
    `<input type="range" min="0" max="1000" step="1" value="0" aria-label="Time"><output>t</output>` +
    `<label>Speed <select>${speeds()}</select></label></div></div>` +
    `<div class="still">${picture}</div>${strongest > 0 ? tensionKey(strongest) : ""}${rateNote(data.rate, scene.timeUnit)}` +
    `<script type="application/json">${scriptJson(data)}</script><script>${animationScript}</script></figure>`
  );
}

/** The data of the script, in a compact form. */
export function animationData(scene: Scene, rows: number): AnimationData {
  const links = (scene.links ?? []).filter(({ from, to }) => from in scene.points && to in scene.points);
  const perFrame = 2 * scene.points.length + links.filter((link) => link.multiplier !== undefined).length;
  const frames = evenRows(rows, Math.max(2, Math.min(mostFrames, Math.floor(mostNumbers / perFrame))));

  // 1. positions on a grid of whole numbers, x and y with the same unit
  const shape = { least: 0.5, most: 1 };
  const { horizontal, vertical, aspect } = equalRanges(range(scene, "x", rows), range(scene, "y", rows), shape);
  const unit = (horizontal.high - horizontal.low) / gridSize;
  const onGrid = (values: ArrayLike<number>, low: number) =>
    differences(frames.map((i) => Math.round((sample(values, i) - low) / unit)));

  // 2. multipliers as whole percents of a strong one
  const strongest = strongMultiplier(scene, rows);
  const percent = (values: ArrayLike<number>) =>
    frames.map((i) => {
      const part = Math.round((100 * sample(values, i)) / strongest);
      return Number.isFinite(part) ? Math.min(100, Math.max(-100, part)) : null;
    });

  const lines = (axis: "x" | "y", data: typeof horizontal, size: number): [number, string][] =>
    scaleFor({ label: axis }, data, axis === "x" ? 7 : 5).ticks.map(({ at, label }) => [Math.round(at * size), label]);
  const span = scene.times[rows - 1] - scene.times[0];
  const sizes = scene.points.length > 60 ? scene.points.map(() => (links.length > 0 ? -1 : 1.5)) : radii(scene, 3, 9);
  return {
    t: frames.map((i) => Number(scene.times[i].toPrecision(7))),
    p: scene.points.flatMap((point) => [
      onGrid(column(point, "x"), horizontal.low),
      onGrid(column(point, "y"), vertical.low),
    ]),
    points: scene.points.map(({ name, fixed }, i) => [name, fixed ? 0 : Number(sizes[i].toFixed(1))]),
    links: links.map(({ from, to, style, multiplier }) =>
      multiplier === undefined || strongest === 0
        ? [from, to, linkStyles[style], null]
        : [from, to, linkStyles[style], percent(multiplier)],
    ),
    trails: travellers(scene, rows, 6),
    size: [gridSize, Math.round(gridSize * aspect)],
    grid: [lines("x", horizontal, gridSize), lines("y", vertical, gridSize * aspect)],
    rate: Number((span < 6 ? span / 6 : span > 20 ? span / 20 : 1).toPrecision(6)),
    decimals: Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(span)))),
    unit: scene.timeUnit ?? "",
  };
}

/** The first value followed by differences; a row that never changes becomes one number. */
function differences(row: readonly number[]): number[] {
  if (row.every((value) => value === row[0])) return row.slice(0, 1);
  return row.map((value, i) => (i === 0 ? value : value - row[i - 1]));
}

/** The end of the colour scale: 95 % of the multipliers are smaller, so that one peak does not turn all others grey. */
function strongMultiplier(scene: Scene, rows: number): number {
  const sizes: number[] = [];
  const seen = evenRows(rows, mostFrames);
  for (const { multiplier } of scene.links ?? []) {
    if (multiplier === undefined) continue;
    for (const i of seen) {
      const size = Math.abs(sample(multiplier, i));
      if (Number.isFinite(size)) sizes.push(size);
    }
  }
  sizes.sort((a, b) => a - b);
  const strong = sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 0;
  return strong > 0 ? strong : (sizes.at(-1) ?? 0);
}

function speeds(): string {
  const names = { "0.1": "⅒×", "0.25": "¼×", "0.5": "½×", "1": "1×", "2": "2×", "4": "4×" };
  const chosen = (value: string) => (value === "1" ? " selected" : "");
  return ["0.1", "0.25", "0.5", "1", "2", "4"]
    .map((value) => `<option value="${value}"${chosen(value)}>${names[value as keyof typeof names]}</option>`)
    .join("");
}

function tensionKey(strongest: number): string {
  const most = formatNumberHtml(strongest, 3);
  return `<p class="key live-only">Multiplier: <span class="ends">pushes −${most} <span class="ramp"></span> ${most} pulls</span></p>`;
}

/** States the rate at which the animation plays, unless it is real time. */
function rateNote(rate: number, unit = ""): string {
  if (rate === 1 && (unit === "s" || unit === "")) return "";
  return `<p class="key live-only">At speed 1×, one second shows ${formatNumberHtml(rate, 3)}${unit === "" ? " units" : ` ${escapeHtml(unit)}`} of time.</p>`;
}
