/**
 * A heat map as one SVG string: cells over two lists of values, in 32 colours, with a bar that explains them. Cells
 * without a finite value stay empty. All cells have the same size, whatever the spacing of the values.
 */

import { maximum } from "../core/index.js";
import { type Axis, extent, scaleFor } from "./axis.js";
import { shorten } from "./escape.js";
import { formatNumberHtml, plural } from "./number.js";
import { characterWidth, type DrawingOptions, drawing, lineHeight, path, text, titleHeight, width } from "./svg.js";
import { round } from "./trace.js";

export interface HeatMap {
  readonly title: string;
  readonly x: { readonly label: string; readonly values: ArrayLike<number> };
  readonly y: { readonly label: string; readonly values: ArrayLike<number> };
  /** The values shown, row by row: entry `j * x.values.length + i`. */
  readonly z: Axis & { readonly values: ArrayLike<number> };
}

const areaHeight = 300;
const levels = 32;
const barWidth = 14;

/** From dark blue to yellow. The lightness rises evenly, so the order is visible in grey and for any colour vision. */
const anchors = [
  [24, 28, 84],
  [30, 88, 148],
  [32, 148, 140],
  [124, 194, 92],
  [250, 226, 60],
] as const;

export function heatMap(map: HeatMap, options: DrawingOptions = {}): string {
  const { x, y, z } = map;
  const [columns, rows] = [x.values.length, y.values.length];
  const range = extent([z.values]);
  const scale = scaleFor(z, range, 5);

  // 1. layout: title, name of y, area with the bar beside it, numbers and name of x, notes
  const yTicks = ticks(y.values, 6);
  const left = Math.max(30, 12 + characterWidth * maximum(yTicks.map(({ label }) => label.length)));
  const barLabels = characterWidth * maximum(scale.ticks.map(({ label }) => label.length)) + 10;
  const right = width - barLabels - barWidth - 16;
  const top = titleHeight(options) + lineHeight + 9;
  const bottom = top + areaHeight;
  const toX = (i: number) => left + ((right - left) * i) / columns;
  const toY = (j: number) => bottom - (areaHeight * j) / rows;
  const notes = [scale.note, emptyNote(z.values)].filter((note) => note !== undefined);
  const height = bottom + 6 + lineHeight * (2 + notes.length);

  // 2. cells, one path for each level
  const cells = new Array<string>(levels).fill("");
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const level = levelOf(scale.place(z.values[j * columns + i]));
      if (level === undefined) continue;
      // cells overlap a little, so that no seams show
      cells[level] +=
        `M${round(toX(i))} ${round(toY(j))}H${round(toX(i + 1) + 0.3)}V${round(toY(j + 1) - 0.3)}H${round(toX(i))}z`;
    }
  let svg = cells.map((d, level) => filled(d, level)).join("");
  svg += path("axis", `M${round(left)} ${round(top)}V${round(bottom)}H${round(right)}`);

  // 3. the bar
  const at = right + 16;
  for (let level = 0; level < levels; level++) {
    const [low, high] = [level, level + 1].map((k) => bottom - (areaHeight * k) / levels);
    svg += filled(`M${round(at)} ${round(low)}h${barWidth}V${round(high - 0.3)}h-${barWidth}z`, level);
  }
  for (const tick of scale.ticks)
    if (tick.label !== "") svg += text(at + barWidth + 6, bottom - areaHeight * tick.at + 4.5, tick.label);

  // 4. words
  svg += text(0, top - 14, shorten(y.label, 30), "name");
  svg += text(width, top - 14, shorten(scale.title, 34), "name end");
  for (const { at: j, label } of yTicks) svg += text(left - 7, toY(j + 0.5) + 4.5, label, "end");
  for (const { at: i, label } of ticks(x.values, 5)) svg += text(toX(i + 0.5), bottom + lineHeight - 1, label, "mid");
  svg += text(right, bottom + 6 + 2 * lineHeight - 6, shorten(x.label, 60), "name end");
  notes.forEach((note, k) => {
    svg += text(0, bottom + 6 + lineHeight * (3 + k) - 6, shorten(note, 64), "note");
  });
  const spread =
    range.low > range.high
      ? "nothing to show"
      : `from ${formatNumberHtml(range.low, 4)} to ${formatNumberHtml(range.high, 4)}`;
  const description = `${z.label} over ${x.label} (${columns} values) and ${y.label} (${rows} values), ${spread}.`;
  return drawing({ title: map.title, description, height }, svg, options);
}

function levelOf(place: number): number | undefined {
  if (!Number.isFinite(place)) return undefined;
  return Math.min(levels - 1, Math.max(0, Math.floor(place * levels)));
}

function filled(d: string, level: number): string {
  return d === "" ? "" : `<path d="${d}" style="fill:${colour(level / (levels - 1))};stroke:none"/>`;
}

function colour(part: number): string {
  const at = part * (anchors.length - 1);
  const k = Math.min(anchors.length - 2, Math.floor(at));
  const mix = anchors[k].map((c, i) => Math.round(c + (at - k) * (anchors[k + 1][i] - c)));
  return `#${mix.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

/** Labels of at most `most` cells, evenly spread. */
function ticks(values: ArrayLike<number>, most: number): { readonly at: number; readonly label: string }[] {
  const count = Math.min(values.length, most);
  return Array.from({ length: count }, (_, k) => {
    const at = count === 1 ? 0 : Math.round((k * (values.length - 1)) / (count - 1));
    return { at, label: formatNumberHtml(values[at], 3) };
  });
}

function emptyNote(values: ArrayLike<number>): string | undefined {
  const empty = Array.from(values).filter((value) => !Number.isFinite(value)).length;
  return empty === 0 ? undefined : `${plural(empty, "cell")} without a value`;
}
