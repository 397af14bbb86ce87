/** Colours for canvases, read from the style sheet, which alone defines the light and the dark theme. */

import { signal } from "@preact/signals";
import "../style/adopt.js";

export interface Theme {
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly rule: string;
  readonly paper: string;
  readonly panel: string;
  readonly pull: string;
  readonly slack: string;
  readonly press: string;
  readonly series: readonly string[];
}

function read(): Theme {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: get("ink"),
    muted: get("muted"),
    grid: get("grid"),
    rule: get("rule"),
    paper: get("paper"),
    panel: get("panel"),
    pull: get("pull"),
    slack: get("slack"),
    press: get("press"),
    series: [0, 1, 2, 3, 4, 5, 6].map((k) => get(`s${k}`)),
  };
}

export const theme = signal<Theme>(read());

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  theme.value = read();
});

/** The colours by the names that scenes use. */
export function tones({ series, ...named }: Theme): Readonly<Record<string, string>> {
  return { ...named, ...Object.fromEntries(series.map((colour, k) => [`s${k}`, colour])) };
}
