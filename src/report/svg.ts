/**
 * Pieces of SVG that all drawings share. Text cannot be measured here, so sizes are estimated for the largest text that
 * `drawingCss` sets.
 */

import { escapeHtml } from "./escape.js";
import { drawingCss, themeCss } from "./theme.js";
import { round } from "./trace.js";

/** Width of every drawing in its own units, which are about pixels on a wide screen. */
export const width = 560;
/** Height of one line of text at its largest. */
export const lineHeight = 22;
/** Width of a character at its largest, on average. */
export const characterWidth = 9.8;

export interface DrawingOptions {
  /**
   * Whether the drawing is a complete file with styles, namespace and a visible title. Default: false, for a `page`.
   */
  readonly standalone?: boolean;
}

/** Height that a visible title takes at the top of a drawing. */
export function titleHeight({ standalone = false }: DrawingOptions): number {
  return standalone ? lineHeight + 4 : 0;
}

/** The `<svg>` element around its content, with a title and a description for readers who cannot see it. */
export function drawing(
  { title, description, height }: { title: string; description: string; height: number },
  content: string,
  { standalone = false }: DrawingOptions,
): string {
  const high = Math.ceil(height);
  const about = `<title>${escapeHtml(title)}</title><desc>${escapeHtml(description)}</desc>`;
  if (!standalone) return `<svg class="draw" viewBox="0 0 ${width} ${high}" role="img">${about}${content}</svg>`;
  const [left, top] = [14, 8];
  const size = `width="${width + 2 * left}" height="${high + 2 * top}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="draw" ${size} viewBox="-${left} -${top} ${width + 2 * left} ${high + 2 * top}" ` +
    `role="img">${about}<style>${themeCss}${drawingCss}.draw{background:var(--paper)}</style>` +
    `${text(0, lineHeight - 6, title, "head")}${content}</svg>`
  );
}

/** A line of text at its baseline; the content is escaped here. */
export function text(x: number, y: number, content: string, classes = ""): string {
  const attribute = classes === "" ? "" : ` class="${classes}"`;
  return `<text x="${round(x)}" y="${round(y)}"${attribute}>${escapeHtml(content)}</text>`;
}

/** A path; an empty string when there is nothing to draw. */
export function path(classes: string, d: string): string {
  return d === "" ? "" : `<path class="${classes}" d="${d}"/>`;
}
