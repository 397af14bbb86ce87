/**
 * A line plot as one SVG string: linear or logarithmic axes, lines and markers, published values dashed and hollow,
 * gaps where a value is not finite, and long series thinned so that their peaks stay. Equal data give equal bytes.
 */

import { maximum } from "../core/index.js";
import { type Axis, extent, type Scale, scaleFor } from "./axis.js";
import { cutOff } from "./cut-off.js";
import { escapeHtml, shorten } from "./escape.js";
import { type LegendEntry, legend } from "./legend.js";
import { formatNumberHtml, plural } from "./number.js";
import { characterWidth, type DrawingOptions, drawing, lineHeight, path, text, titleHeight, width } from "./svg.js";
import { colours, marker } from "./theme.js";
import { round, tracePath } from "./trace.js";

/** One curve of a `Plot`. */
export interface PlotSeries {
  readonly name: string;
  readonly x: ArrayLike<number>;
  /** Values that are not finite make a gap. */
  readonly y: ArrayLike<number>;
  /** "published" is drawn dashed with hollow markers. Default: "measured". */
  readonly kind?: "measured" | "published";
  /** Series of one group share colour and marker, as published and measured values do. Default: a group of its own. */
  readonly group?: string;
  /** Which of the series colours its group has, from 0. Default: groups are numbered in order of appearance. */
  readonly colour?: number;
  /** Standard errors: a vertical bar from y - error to y + error at every point. */
  readonly error?: ArrayLike<number>;
  /** Connect the points. Default: true. */
  readonly line?: boolean;
  /** Mark every point. Default: up to 40 points. */
  readonly markers?: boolean;
}

/** A plot, for `linePlot` and `placedPlot`. Its strings may contain any text: they are escaped. */
export interface Plot {
  readonly title: string;
  /** With a `range`, curves are cut off at its ends, and the y axis shows what remains. */
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly PlotSeries[];
  /** Dashed horizontal lines at reference values. They take the colour of `group`. */
  readonly levels?: readonly { readonly name: string; readonly y: number; readonly group?: string }[];
  /** Dotted vertical lines, for example events. */
  readonly marks?: readonly { readonly name: string; readonly x: number }[];
  /** A sentence for readers who cannot see the plot. Default: the ranges of the axes and of every series. */
  readonly description?: string;
  /** Height of the area between the axes; drawings are 560 wide. Default: 230. */
  readonly height?: number;
}

/** A plot and where things are in it, for what moves on top of it; `placedPlot` returns it. */
export interface PlacedPlot {
  readonly svg: string;
  /** Upper and lower end of the area between the axes, as fractions of the drawing's height. */
  readonly top: number;
  readonly bottom: number;
  /** Where a value of x is, as a fraction of the drawing's width. */
  across(x: number): number;
  /** The value of x at a part of the drawing's width; beside the axis, that of its end. */
  xAt(part: number): number;
}

const right = 14;
const mostMarks = 100;

/**
 * A line plot as one SVG string; the page needs `themeCss` and `drawingCss`.
 *
 * @example
 * const series = [{ name: "bob", x: [0, 1, 2], y: [0, -1, 0] }];
 * linePlot({ title: "Height", x: { label: "t" }, y: { label: "y" }, series });
 */
export function linePlot(plot: Plot, options: DrawingOptions = {}): string {
  return placedPlot(plot, options).svg;
}

/**
 * A line plot as SVG, and where things are in it, so that a page can draw on top of it.
 *
 * @example
 * const series = [{ name: "bob", x: [0, 1, 2], y: [0, -1, 0] }];
 * const { svg, across } = placedPlot({ title: "Height", x: { label: "t" }, y: { label: "y" }, series });
 * across(1.5); // where t = 1.5 is, as a fraction of the width
 */
export function placedPlot(whole: Plot, options: DrawingOptions = {}): PlacedPlot {
  const { range } = whole.x;
  const plot = range === undefined ? whole : { ...whole, series: whole.series.map((s) => cutOff(s, range)) };
  const { series, levels = [], marks = [], height: areaHeight = 230 } = plot;
  const colour = colourOfGroup(plot);
  const marked = series.some(hasMarkers);

  // 1. axes
  const x = scaleFor(plot.x, extent([...series.map((s) => s.x), marks.map((m) => m.x)]), 6, marked ? 0.03 : 0);
  const y = scaleFor(plot.y, extent([...series.flatMap(reach), levels.map((l) => l.y)]), 5, 0.05);

  // 2. layout: title, legend, name of y, area, numbers and name of x, notes
  const key = legend(legendEntries(plot, colour), titleHeight(options));
  const top = titleHeight(options) + key.height + lineHeight + 9;
  const left = Math.max(30, 10 + characterWidth * maximum(y.ticks.map((tick) => tick.label.length)));
  const bottom = top + areaHeight;
  const notes = [y.note, x.note && `on the ${plot.x.label} axis ${x.note}`].filter((note) => note !== undefined);
  const height = Math.ceil(bottom + 6 + lineHeight * (2 + notes.length));
  const span = width - right - left;
  const toX = (value: number) => left + span * x.place(value);
  const toY = (value: number) => bottom - areaHeight * y.place(value);

  // 3. drawing
  let svg = key.svg + text(0, top - 14, shorten(y.title, 60), "name");
  svg += frame(x, y, { left, top, bottom });
  for (const { x: at, name } of marks.slice(0, mostMarks)) {
    if (!Number.isFinite(at)) continue;
    svg += `<path class="mark" d="M${round(toX(at))} ${round(top)}V${round(bottom)}"><title>${escapeHtml(name)}</title></path>`;
  }
  for (const s of series) svg += curve(s, colour(groupOf(s)), toX, toY);
  for (const level of levels) {
    if (!Number.isFinite(level.y)) continue;
    svg += path(
      `level c${colour(level.group ?? level.name) % colours}`,
      `M${round(left)} ${round(toY(level.y))}H${width - right}`,
    );
  }
  svg += text(width - right, bottom + 6 + 2 * lineHeight - 6, shorten(x.title, 60), "name end");
  notes.forEach((note, i) => {
    svg += text(0, bottom + 6 + lineHeight * (3 + i) - 6, shorten(note, 64), "note");
  });

  const description = plot.description ?? describe(plot);
  return {
    svg: drawing({ title: plot.title, description, height }, svg, options),
    top: top / height,
    bottom: bottom / height,
    across: (value) => toX(value) / width,
    xAt: (part) => x.valueAt(Math.min(1, Math.max(0, (part * width - left) / span))),
  };
}

/** The values and both ends of their error bars, for the extent of the axis. */
function reach({ y, error }: PlotSeries): ArrayLike<number>[] {
  if (error === undefined) return [y];
  return [y, Array.from(y, (value, i) => value - error[i]), Array.from(y, (value, i) => value + error[i])];
}

/** Error bars. A bar is left out if one of its ends cannot be drawn. */
function whiskers({ x, y, error }: PlotSeries, toX: (v: number) => number, toY: (v: number) => number): string {
  let d = "";
  for (let i = 0; error !== undefined && i < Math.min(x.length, y.length); i++) {
    const [at, low, high] = [toX(x[i]), toY(y[i] - error[i]), toY(y[i] + error[i])];
    if (Number.isFinite(at + low + high) && low !== high)
      d += `M${round(at - 3)} ${round(low)}h6M${round(at)} ${round(low)}V${round(high)}M${round(at - 3)} ${round(high)}h6`;
  }
  return d;
}

function groupOf(series: PlotSeries): string {
  return series.group ?? series.name;
}

/** Groups are numbered in order of appearance. */
function colourOfGroup(plot: Plot): (group: string) => number {
  const groups = new Map<string, number>();
  for (const s of plot.series) if (s.colour !== undefined) groups.set(groupOf(s), s.colour);
  for (const group of [...plot.series.map(groupOf), ...(plot.levels ?? []).map((l) => l.group ?? l.name)]) {
    if (!groups.has(group)) groups.set(group, groups.size);
  }
  return (group) => groups.get(group) ?? 0;
}

function hasMarkers(series: PlotSeries): boolean {
  return series.markers ?? Math.min(series.x.length, series.y.length) <= 40;
}

function classes(index: number, kind: PlotSeries["kind"], what: "line" | "dot"): string {
  const again = what === "line" && index >= colours ? " again" : "";
  return `${what} c${index % colours}${kind === "published" ? " published" : again}`;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

function frame(x: Scale, y: Scale, { left, top, bottom }: Area): string {
  const span = width - right - left;
  let grid = "";
  let axis = `M${round(left)} ${round(bottom)}H${width - right}`;
  let labels = "";
  for (const tick of y.ticks) {
    const at = bottom - (bottom - top) * tick.at;
    if (tick.label === "") continue;
    grid += `M${round(left)} ${round(at)}H${width - right}`;
    labels += text(left - 7, at + 4.5, tick.label, "end");
    if (tick.label === "0") axis += `M${round(left)} ${round(at)}H${width - right}`;
  }
  for (const tick of x.ticks) {
    const at = left + span * tick.at;
    axis += `M${round(at)} ${round(bottom)}v${tick.label === "" ? 3 : 5}`;
    if (tick.label === "") continue;
    grid += `M${round(at)} ${round(top)}V${round(bottom)}`;
    labels += text(at, bottom + lineHeight - 1, tick.label, "mid");
  }
  return path("grid", grid) + path("axis", axis) + labels;
}

function curve(s: PlotSeries, index: number, toX: (v: number) => number, toY: (v: number) => number): string {
  let svg = s.line === false ? "" : path(classes(index, s.kind, "line"), tracePath(s.x, s.y, toX, toY));
  svg += path(classes(index, s.kind, "line"), whiskers(s, toX, toY));
  if (!hasMarkers(s)) return svg;
  let dots = "";
  for (let i = 0; i < Math.min(s.x.length, s.y.length); i++) {
    const [left, height] = [toX(s.x[i]), toY(s.y[i])];
    if (!Number.isNaN(left + height))
      dots += `M${round(left)} ${round(height)}${marker(index, s.kind === "published")}`;
  }
  svg += path(classes(index, s.kind, "dot"), dots);
  return svg;
}

/** The entries of the legend; none for a single curve that the axis label already names. */
function legendEntries(plot: Plot, colour: (group: string) => number): LegendEntry[] {
  const { series, levels = [], marks = [] } = plot;
  const entries: LegendEntry[] = series.map((s) => ({
    name: s.name,
    sample(left, middle) {
      const index = colour(groupOf(s));
      const line = s.line === false ? "" : path(classes(index, s.kind, "line"), `M${round(left)} ${round(middle)}h22`);
      if (!hasMarkers(s)) return line;
      return (
        line +
        path(
          classes(index, s.kind, "dot"),
          `M${round(left + 11)} ${round(middle)}${marker(index, s.kind === "published")}`,
        )
      );
    },
  }));
  if (entries.length === 1 && levels.length === 0 && (series[0].name === plot.y.label || series[0].name === ""))
    entries.pop();
  for (const level of levels) {
    const hue = colour(level.group ?? level.name) % colours;
    entries.push({
      name: level.name,
      sample: (left, middle) => path(`level c${hue}`, `M${round(left)} ${round(middle)}h22`),
    });
  }
  if (marks.length > 0) {
    const named = new Set(marks.map((mark) => mark.name));
    entries.push({
      name: named.size === 1 ? marks[0].name : "events",
      sample: (left, middle) => path("mark", `M${round(left + 11)} ${round(middle - 7)}v14`),
    });
  }
  return entries;
}

function describe(plot: Plot): string {
  const x = extent(plot.series.map((s) => s.x));
  const over =
    x.low > x.high
      ? "nothing to draw"
      : `${plot.x.label} from ${formatNumberHtml(x.low, 4)} to ${formatNumberHtml(x.high, 4)}`;
  const all = plot.series.slice(0, 12).map((s) => {
    const y = extent([s.y]);
    const range = y.low > y.high ? "no values" : `${formatNumberHtml(y.low, 4)} to ${formatNumberHtml(y.high, 4)}`;
    return `${s.name}: ${range}`;
  });
  return `${plural(plot.series.length, "curve")}, ${plot.y.label} against ${over}. ${all.join("; ")}.`;
}
