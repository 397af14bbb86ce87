/**
 * An animation of a scene, with a play button, a time slider and a choice of speed; in space it can be turned by dragging. It
 * is one figure with a small script of its own, and loads nothing from outside. It has at most 600 frames, with states
 * rounded finely. The path plot replaces it in print and where scripts do not run.
 */

import { compactScene, emptyExtent, growExtent, type ModelScene } from "../scene/index.js";
import { scaleFor } from "./axis.js";
import { escapeHtml, scriptJson } from "./escape.js";
import { equalRanges, evenRows, Motion, type RecordedScene, travellers } from "./motion.js";
import { formatNumberHtml } from "./number.js";
import { pathPlot } from "./path-plot.js";
import type { AnimationData, GridLine } from "./player/data.js";
import { animationScript } from "./player/script.generated.js";
import { sample } from "./trace.js";

const mostFrames = 600;
/** With more points than this the path plot is shown alone. */
export const mostAnimatedPoints = 1000;
const mostNumbers = 200_000;
/** The range of an entry of the state has this many steps: a quarter of a pixel on a canvas of 2000. */
const steps = 8000;

/** The figure as HTML, for inclusion in a `page`. */
export function animation(recorded: RecordedScene, title: string): string {
  const motion = new Motion(recorded);
  const { rows } = motion;
  const { scene, times, timeUnit } = recorded;
  const inSpace = scene.dimension === 3;
  const picture = pathPlot(motion, { title, ...(inSpace && { up: "z" }) });
  const span = rows > 1 ? times[rows - 1] - times[0] : 0;
  const caption = `<figcaption>${escapeHtml(title)}</figcaption>`;
  if (!(span > 0) || scene.points.length === 0 || scene.points.length > mostAnimatedPoints) {
    return `<figure class="figure">${caption}${picture}</figure>`;
  }

  const { data, strongest } = animationData(motion);
  const ratio = inSpace ? "0.700" : ((data.high[1] - data.low[1]) / (data.high[0] - data.low[0])).toFixed(3);
  const hint = inSpace ? `<p class="key live-only">Drag the picture to turn it.</p>` : "";
  return (
    `<figure class="figure player">${caption}` +
    `<div class="stage" hidden><canvas role="img" aria-label="${escapeHtml(title)}: animation" style="aspect-ratio:1/${ratio}"></canvas>` +
    `<div class="controls"><button type="button">Play</button>` +
    `<input type="range" min="0" max="1000" step="1" value="0" aria-label="Time"><output>t</output>` +
    `<label>Speed <select>${speeds()}</select></label></div></div>` +
    `<div class="still">${picture}</div>${strongest > 0 ? tensionKey(strongest) : ""}${reactionKey(data.reaction)}${hint}${rateNote(data.rate, timeUnit)}` +
    `<script type="application/json">${scriptJson(data)}</script><script>${animationScript}</script></figure>`
  );
}

/** The data of the player, and the end of the scale of tensions. */
export function animationData(motion: Motion): { readonly data: AnimationData; readonly strongest: number } {
  const { rows, recorded } = motion;
  const { times, states, width, tensions = [], timeUnit = "" } = recorded;
  const { scene, entries } = compactScene(recorded.scene);
  const perFrame = entries.length + tensions.filter((each) => each !== undefined).length;
  const count = Math.max(2, Math.min(mostFrames, Math.floor(mostNumbers / Math.max(1, perFrame))));
  const frames = evenRows(rows, count);
  const extent = emptyExtent();
  for (const row of frames) growExtent(extent, recorded.scene, motion.shown, motion.places(row));
  // bonds between atoms are not coloured
  const { points, links } = recorded.scene;
  const coloured = tensions.map((each, k) => (points[links[k].from].element === undefined ? each : undefined));
  const strongest = strongTension(coloured, frames);
  const percent = (values: ArrayLike<number>) =>
    frames.map((i) => {
      const part = Math.round((100 * sample(values, i)) / strongest);
      return Number.isFinite(part) ? Math.min(100, Math.max(-100, part)) : null;
    });
  const bounds = boundsOf(scene, extent);
  const span = times[rows - 1] - times[0];
  const masses = scene.points.filter(({ role }) => role !== "place").length;
  const data: AnimationData = {
    scene,
    t: frames.map((i) => Number(times[i].toPrecision(7))),
    y: entries.map((entry) => inSteps(frames.map((row) => states[row * width + entry]))),
    tensions: recorded.scene.links.map((_, k) =>
      coloured[k] === undefined || strongest === 0 ? null : percent(coloured[k]),
    ),
    trails: travellers(motion, 6),
    ...bounds,
    strongest: extent.strongest,
    reaction: extent.reaction,
    names: masses <= 8,
    rate: Number((span < 6 ? span / 6 : span > 20 ? span / 20 : 1).toPrecision(6)),
    decimals: Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(span)))),
    unit: timeUnit,
  };
  return { data, strongest };
}

/** The bounds of the picture and its grid; in the plane both axes have the same scale. */
function boundsOf(
  { dimension }: ModelScene,
  { low, high }: { readonly low: readonly number[]; readonly high: readonly number[] },
): Pick<AnimationData, "low" | "high" | "grid"> {
  const short = (x: number): number => (Number.isFinite(x) ? Number(x.toPrecision(6)) : 0);
  if (dimension === 3) return { low: low.map(short), high: high.map(short), grid: [[], []] };
  const range = (c: number): { low: number; high: number } =>
    low[c] <= high[c] ? { low: low[c], high: high[c] } : { low: 0, high: 0 };
  const { horizontal, vertical } = equalRanges(range(0), range(1), { least: 0.5, most: 1 });
  const lines = (axis: "x" | "y", data: typeof horizontal): GridLine[] =>
    scaleFor({ label: axis }, data, axis === "x" ? 7 : 5).ticks.map(({ at, label }) => [
      short(data.low + at * (data.high - data.low)),
      label,
    ]);
  return {
    low: [short(horizontal.low), short(vertical.low), 0],
    high: [short(horizontal.high), short(vertical.high), 0],
    grid: [lines("x", horizontal), lines("y", vertical)],
  };
}

/** Values as whole numbers of steps: the first, then differences; values that never change become one number. */
function inSteps(values: readonly number[]): AnimationData["y"][number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(high > low)) return [values[0], 0, [0]];
  const step = Number(((high - low) / steps).toPrecision(6));
  let before = 0;
  const row = values.map((value) => {
    const now = Math.round((value - low) / step);
    const change = now - before;
    before = now;
    return change;
  });
  return [low, step, row];
}

/** The end of the colour scale: 95 % of the tensions are smaller, so that one peak does not turn all others grey. */
function strongTension(tensions: NonNullable<RecordedScene["tensions"]>, seen: readonly number[]): number {
  const sizes: number[] = [];
  for (const values of tensions) {
    if (values === undefined) continue;
    for (const i of seen) {
      const size = Math.abs(sample(values, i));
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

/** States what the arrows at joints are. */
function reactionKey(reaction: number): string {
  if (!(reaction > 0)) return "";
  return `<p class="key live-only">Arrows at joints: their force on the first of their bodies; the longest is ${formatNumberHtml(reaction, 3)}.</p>`;
}

/** States the rate at which the animation plays, unless it is real time. */
function rateNote(rate: number, unit = ""): string {
  if (rate === 1 && (unit === "s" || unit === "")) return "";
  return `<p class="key live-only">At speed 1×, one second shows ${formatNumberHtml(rate, 3)}${unit === "" ? " units" : ` ${escapeHtml(unit)}`} of time.</p>`;
}
