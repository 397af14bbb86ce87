/**
 * What pictures are drawn on. A drawing is a sequence of paths in pixels, each painted once; a canvas and SVG text read
 * the same sequence.
 */

/** A colour of the theme, or one between two of them. */
export type Tone = string | { readonly from: string; readonly to: string; readonly part: number };

/**
 * How a path is painted.
 */
export interface Ink {
  readonly fill?: Tone;
  /** How opaque the area is. Default: 1. */
  readonly cover?: number;
  readonly stroke?: Tone;
  /** Width of the line in pixels. Default: 1.5. */
  readonly width?: number;
  readonly dashed?: boolean;
  /** How opaque line and area are together. Default: 1. */
  readonly alpha?: number;
}

/**
 * What pictures are drawn on: a path is built and then painted. Lengths are pixels.
 */
export interface Sheet {
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  circle(x: number, y: number, r: number): void;
  close(): void;
  /** Paints the path so far, and begins another. */
  paint(ink: Ink): void;
  /** Words beside a place, with a halo of `around`. */
  words(x: number, y: number, text: string, tone: Tone, around: Tone): void;
}

/**
 * A mixture of two colours of the form `#rgb` or `#rrggbb`; for colours of other forms, the nearer of the two.
 *
 * @example
 * mix("#000", "#fff", 0.5); // "rgb(128,128,128)"
 */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  if (a === undefined || b === undefined) return part < 0.5 ? from : to;
  return `rgb(${a.map((x, k) => Math.round(x + part * (b[k] - x))).join(",")})`;
}

/** Red, green and blue from 0 to 255; undefined if the colour is written in another way. */
export function channels(colour: string): number[] | undefined {
  const full = /^#[0-9a-f]{3}$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
  if (!/^#[0-9a-f]{6}$/i.test(full)) return undefined;
  return [1, 3, 5].map((k) => Number.parseInt(full.slice(k, k + 2), 16));
}

/** Colours of a theme by name. Tones that it does not name are colours themselves. */
export type Theme = Readonly<Record<string, string>>;

/**
 * The colour of a tone in a theme.
 *
 * @example
 * colourOf({ ink: "#123456" }, "ink"); // "#123456"
 */
export function colourOf(theme: Theme, tone: Tone): string {
  if (typeof tone !== "string") return mix(colourOf(theme, tone.from), colourOf(theme, tone.to), tone.part);
  return Object.hasOwn(theme, tone) ? theme[tone] : tone;
}

/**
 * A sheet that draws on a canvas, in the colours of a theme.
 *
 * @example
 * const draw = (pen: CanvasRenderingContext2D) => canvasSheet(pen, { ink: "#000" });
 */
export function canvasSheet(pen: CanvasRenderingContext2D, theme: Theme): Sheet {
  pen.beginPath();
  return {
    move: (x, y) => pen.moveTo(x, y),
    line: (x, y) => pen.lineTo(x, y),
    circle(x, y, r) {
      pen.moveTo(x + r, y);
      pen.arc(x, y, r, 0, 2 * Math.PI);
    },
    close: () => pen.closePath(),
    paint({ fill, cover = 1, stroke, width = 1.5, dashed = false, alpha = 1 }) {
      if (fill !== undefined) {
        pen.globalAlpha = cover * alpha;
        pen.fillStyle = colourOf(theme, fill);
        pen.fill();
      }
      if (stroke !== undefined) {
        pen.globalAlpha = alpha;
        pen.strokeStyle = colourOf(theme, stroke);
        pen.lineWidth = width;
        pen.setLineDash(dashed ? [4, 4] : []);
        pen.stroke();
      }
      pen.globalAlpha = 1;
      pen.setLineDash([]);
      pen.beginPath();
    },
    words(x, y, text, tone, around) {
      pen.font = "12px system-ui, sans-serif";
      pen.textAlign = "left";
      pen.lineWidth = 4;
      pen.strokeStyle = colourOf(theme, around);
      pen.fillStyle = colourOf(theme, tone);
      pen.strokeText(text, x, y);
      pen.fillText(text, x, y);
    },
  };
}

/**
 * A sheet that gathers SVG; colours are the custom properties of the page. `words` escapes its text by `escaped`.
 *
 * @example
 * const sheet = svgSheet((text) => text);
 * sheet.circle(10, 10, 5);
 * sheet.paint({ fill: "ink" });
 * sheet.svg().startsWith("<path"); // true
 */
export function svgSheet(escaped: (text: string) => string): Sheet & { svg(): string } {
  let [path, svg] = ["", ""];
  const short = (x: number): string => String(Math.round(x * 10) / 10);
  const css = (tone: Tone): string =>
    typeof tone !== "string"
      ? `color-mix(in srgb,${css(tone.to)} ${Math.round(100 * tone.part)}%,${css(tone.from)})`
      : /^[a-z]+\d?$/.test(tone)
        ? `var(--${tone})`
        : tone;
  return {
    move(x, y) {
      path += `M${short(x)} ${short(y)}`;
    },
    line(x, y) {
      path += `L${short(x)} ${short(y)}`;
    },
    circle(x, y, r) {
      const arc = `a${short(r)} ${short(r)} 0 1 0`;
      path += `M${short(x - r)} ${short(y)}${arc} ${short(2 * r)} 0${arc} ${short(-2 * r)} 0z`;
    },
    close() {
      path += "z";
    },
    paint({ fill, cover = 1, stroke, width = 1.5, dashed = false, alpha = 1 }) {
      const style = [
        fill === undefined ? "" : `fill:${css(fill)}`,
        fill === undefined || cover === 1 ? "" : `fill-opacity:${cover}`,
        stroke === undefined ? "" : `stroke:${css(stroke)};stroke-width:${width}`,
        dashed ? "stroke-dasharray:4 4" : "",
        alpha === 1 ? "" : `opacity:${alpha}`,
      ];
      if (path !== "") svg += `<path style="${style.filter((each) => each !== "").join(";")}" d="${path}"/>`;
      path = "";
    },
    words(x, y, text, tone) {
      svg += `<text x="${short(x)}" y="${short(y)}" style="fill:${css(tone)}">${escaped(text)}</text>`;
    },
    svg: () => svg,
  };
}
