/** The legend of a drawing: a grid of equal columns above it. */

import { maximum } from "../core/index.js";
import { shorten } from "./escape.js";
import { characterWidth, lineHeight, text, width } from "./svg.js";

const swatchWidth = 30;
const mostEntries = 24;

/** One entry: a name, and a function that draws its sample from `left` to `left + 22` at height `middle`. */
export interface LegendEntry {
  readonly name: string;
  sample(left: number, middle: number): string;
}

/** The legend's SVG with its top at `top`, and its height (0 when there are no entries). */
export function legend(entries: readonly LegendEntry[], top: number): { svg: string; height: number } {
  if (entries.length === 0) return { svg: "", height: 0 };
  const more = entries.length - mostEntries;
  const shown = more > 0 ? entries.slice(0, mostEntries) : entries;
  const names = shown.map((entry) => shorten(entry.name, 52));
  if (more > 0) names.push(`and ${more} more`);
  const longest = maximum(names.map((name) => [...name].length));
  const columns = Math.max(
    1,
    Math.min(4, names.length, Math.floor(width / (swatchWidth + 12 + characterWidth * longest))),
  );
  const step = Math.min(width / columns, swatchWidth + 28 + characterWidth * longest);
  let svg = "";
  names.forEach((name, i) => {
    const left = (i % columns) * step;
    const middle = top + (Math.floor(i / columns) + 0.5) * lineHeight;
    svg += i < shown.length ? shown[i].sample(left, middle) : "";
    svg += text(left + swatchWidth, middle + 4.5, name, "name");
  });
  return { svg, height: lineHeight * Math.ceil(names.length / columns) + 4 };
}
