/** Colours for canvases, read from the style sheet, which alone defines the light and the dark theme. */

import { signal } from "@preact/signals";
import "../style/adopt.js";

export interface Theme {
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly rule: string;
  readonly paper: string;
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

/** The number of colours from pressed through slack to pulled. */
const tensionLevels = 17;

/** The index of the colour of a tension, if the strongest tension is `scale`; undefined if the tension is unknown. */
export function tensionLevel(tension: number, scale: number): number | undefined {
  const part = Math.max(-1, Math.min(1, tension / (scale || 1)));
  return Number.isFinite(part) ? Math.round(((part + 1) / 2) * (tensionLevels - 1)) : undefined;
}

/** The colours from pressed through slack to pulled, in even steps. */
export function tensionScale({ press, slack, pull }: Theme): string[] {
  const middle = (tensionLevels - 1) / 2;
  return Array.from({ length: tensionLevels }, (_, k) =>
    k < middle ? mix(press, slack, k / middle) : mix(slack, pull, (k - middle) / middle),
  );
}

function mix(a: string, b: string, part: number): string {
  const channels = (hex: string): number[] => {
    const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
    return [1, 3, 5].map((k) => Number.parseInt(full.slice(k, k + 2), 16));
  };
  const [from, to] = [channels(a), channels(b)];
  return `rgb(${from.map((x, k) => Math.round(x + part * (to[k] - x))).join(", ")})`;
}
