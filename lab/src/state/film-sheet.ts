/** A sheet with all lanes, the title and the clock, for pictures and films of a fixed size. */

import { short } from "../draw/format.js";
import { nameAndOptions } from "./choice.js";
import { lanes, opened, time } from "./lab.js";

export const formats = {
  wide: { width: 1920, height: 1080, about: "1080p (1920 × 1080)" },
  square: { width: 1080, height: 1080, about: "square (1080 × 1080)" },
} as const;

export type FormatName = keyof typeof formats;

export interface Sheet {
  readonly paper: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Draws what the stage shows now. */
  draw(): void;
}

const pictures = (): HTMLCanvasElement[] => [...document.querySelectorAll<HTMLCanvasElement>(".picture canvas")];

/** A sheet of the format, at most `most` pixels wide; undefined if there is no picture. */
export function sheetOf(format: FormatName, most = Number.POSITIVE_INFINITY): Sheet | undefined {
  if (pictures().length === 0) return undefined;
  const scale = Math.min(1, most / formats[format].width);
  const [width, height] = [formats[format].width, formats[format].height].map(
    (size) => 2 * Math.round((size * scale) / 2),
  );
  const paper = document.createElement("canvas");
  [paper.width, paper.height] = [width, height];
  const context = paper.getContext("2d", { alpha: false, willReadFrequently: true })!;
  return { paper, context, width, height, draw: () => drawSheet(context, width, height) };
}

function drawSheet(context: CanvasRenderingContext2D, width: number, height: number): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const unit = height / 40;
  const head = 3.4 * unit;
  context.fillStyle = colour("paper");
  context.fillRect(0, 0, width, height);
  context.textBaseline = "middle";
  context.fillStyle = colour("ink");
  context.font = `650 ${1.5 * unit}px system-ui, sans-serif`;
  context.textAlign = "left";
  context.fillText(opened.peek()?.title ?? "", unit, head / 2, 0.7 * width);
  context.font = `${1.3 * unit}px system-ui, sans-serif`;
  context.textAlign = "right";
  context.fillText(`t = ${short(time.peek(), 4)}`, width - unit, head / 2);
  context.textAlign = "left";

  const canvases = pictures();
  const isWide = width > height;
  const columns = canvases.length === 1 ? 1 : isWide && canvases.length === 3 ? 3 : 2;
  const rows = Math.ceil(canvases.length / columns);
  const [across, up] = [width / columns, (height - head) / rows];
  const label = canvases.length > 1 ? 2.2 * unit : 0;
  canvases.forEach((canvas, k) => {
    const [left, top] = [(k % columns) * across, head + Math.floor(k / columns) * up];
    context.fillStyle = colour("panel");
    context.fillRect(left + 1, top + 1, across - 2, up - 2);
    const room = up - label;
    const scale = Math.min(across / canvas.width, room / canvas.height);
    const [w, h] = [scale * canvas.width, scale * canvas.height];
    if (w > 0 && h > 0) context.drawImage(canvas, left + (across - w) / 2, top + label + (room - h) / 2, w, h);
    if (label === 0) return;
    context.fillStyle = colour(`s${k}`);
    context.font = `600 ${1.1 * unit}px system-ui, sans-serif`;
    context.fillText(laneWords(k), left + unit, top + label / 2 + 0.3 * unit, across - 2 * unit);
  });
}

function laneWords(k: number): string {
  const choice = lanes.peek()[k]?.offers.peek()?.choice;
  const parts = choice === undefined ? [] : [choice.formulation, choice.method, choice.projection];
  return `${k + 1}  ${parts.map((part) => nameAndOptions(part).name).join(" · ")}`;
}
