/**
 * Pictures of plots as PNG, without a browser and without fonts: the paths and texts of a drawing of `report/`, with the
 * styles that it has in it, in light colours. It draws what plots consist of, and nothing else of SVG.
 */

import { Canvas } from "./canvas.js";
import { pngFile } from "./file.js";
import { glyphOf } from "./glyphs.js";
import { dashed, type Line, linesOf } from "./path.js";
import { colourOf, propertyOf, type Style, stylesOf } from "./styles.js";

/** Dots for each unit of the drawing. */
const scale = 2;
/** Units of the drawing for each unit of the letters, and the space between letters in units of the letters. */
const [letterSize, gap] = [1.52, 1.55];

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);

/** The PNG file of a complete drawing, as `linePlot` makes it with `standalone`. */
export function pngOf(svg: string): Uint8Array {
  const [left, top, width, height] = /viewBox="([^"]*)"/.exec(svg)![1].split(" ").map(Number);
  const styles = stylesOf(/<style>(.*?)<\/style>/s.exec(svg)![1]);
  const canvas = new Canvas(scale * width, scale * height, colourOf(styles("svg", []), "--paper") ?? [255, 255, 255]);
  const place = (line: Line): Line => line.map((value, i) => scale * (value - (i % 2 === 0 ? left : top)));
  const content = svg.slice(svg.indexOf("</style>"));
  for (const [, kind, attributes, inner] of content.matchAll(/<(path|text)\b([^>]*?)(?:\/>|>(.*?)<\/\1>)/gs)) {
    const attribute = (name: string): string => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    const style = styles(kind, attribute("class").split(" "));
    if (kind === "path") drawPath(canvas, linesOf(attribute("d")).map(place), style);
    else {
      const at = [Number(attribute("x")), Number(attribute("y"))];
      canvas.stroke(
        letters(unescaped(inner), at, style).map(place),
        scale * (propertyOf(style, "font-weight") === "600" ? 1.65 : 1.15),
        colourOf(style, "fill") ?? [0, 0, 0],
      );
    }
  }
  return pngFile(canvas.width, canvas.height, canvas.dots, Math.round((scale * 96) / 0.0254));
}

function drawPath(canvas: Canvas, lines: readonly Line[], style: Style): void {
  const opacity = Number(propertyOf(style, "opacity") ?? 1);
  const [fill, stroke] = [colourOf(style, "fill"), colourOf(style, "stroke")];
  if (fill !== undefined) canvas.fill(lines, fill, opacity);
  if (stroke === undefined) return;
  const pattern = propertyOf(style, "stroke-dasharray")
    ?.split(" ")
    .map((each) => scale * Number(each));
  const drawn = pattern === undefined ? lines : lines.flatMap((line) => dashed(line, pattern));
  canvas.stroke(drawn, scale * Number(propertyOf(style, "stroke-width") ?? 1), stroke, opacity);
}

/** The strokes of a text, in units of the drawing. */
function letters(text: string, [x, y]: readonly number[], style: Style): Line[] {
  const glyphs = Array.from(text, glyphOf);
  const long = glyphs.reduce((sum, { width, size }) => sum + size * (width + gap), -gap);
  const anchor = propertyOf(style, "text-anchor");
  const slant = propertyOf(style, "font-style") === "italic" ? 0.18 : 0;
  let at = anchor === "end" ? -long : anchor === "middle" ? -long / 2 : 0;
  return glyphs.flatMap(({ path, width, size, up }) => {
    const begin = at;
    at += size * (width + gap);
    return linesOf(path).map((line) =>
      line.map((value, i) =>
        i % 2 === 0
          ? x + letterSize * (begin + size * value + slant * (up + size * line[i + 1]))
          : y - letterSize * (up + size * value),
      ),
    );
  });
}
