/** The parts of `<taut-lab>` inside its shadow root, without any behaviour of their own. */

import type { Slider } from "./attributes.js";
import { styleText } from "./style.js";

/** Positions of a slider. */
const positions = 200;

export interface LaneParts {
  readonly canvas: HTMLCanvasElement;
  readonly caption: HTMLElement;
}

export interface Panel {
  readonly title: HTMLElement;
  readonly lanes: HTMLElement;
  readonly play: HTMLButtonElement;
  readonly reset: HTMLButtonElement;
  readonly time: HTMLInputElement;
  readonly clock: HTMLOutputElement;
  readonly sliders: HTMLElement;
  readonly plots: HTMLElement;
  readonly errors: HTMLElement;
}

/** The sheet, made once for all elements of a page; policies do not restrict sheets that are made in this way. */
let sheet: CSSStyleSheet | undefined;

export function makePanel(root: ShadowRoot): Panel {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styleText);
  }
  root.adoptedStyleSheets = [sheet];
  const title = element("p", "title");
  const lanes = element("div", "lanes");
  const play = element("button", "");
  const reset = element("button", "");
  const time = element("input", "time");
  const clock = element("output", "clock");
  const bar = element("div", "bar");
  const sliders = element("div", "sliders");
  const plots = element("div", "plots");
  const errors = element("p", "errors");
  const lab = element("section", "lab");
  play.type = reset.type = "button";
  play.textContent = "Play";
  reset.textContent = "Reset";
  play.disabled = reset.disabled = true;
  time.type = "range";
  time.min = "0";
  time.max = "1000";
  time.step = "any";
  time.value = "0";
  time.setAttribute("aria-label", "Time");
  // the clock is read with the slider, and would otherwise be announced at every frame
  clock.setAttribute("aria-hidden", "true");
  errors.setAttribute("role", "alert");
  for (const part of [title, sliders, plots, errors]) part.hidden = true;
  bar.append(play, reset, time, clock);
  lab.append(title, lanes, bar, sliders, plots, errors);
  lab.setAttribute("part", "lab");
  root.replaceChildren(lab);
  return { title, lanes, play, reset, time, clock, sliders, plots, errors };
}

/** A picture for each lane; those that are there already are kept. */
export function lanesIn(panel: Panel, count: number): LaneParts[] {
  while (panel.lanes.children.length > count) panel.lanes.lastElementChild!.remove();
  while (panel.lanes.children.length < count) {
    const figure = element("figure", `c${panel.lanes.children.length % 7}`);
    const canvas = element("canvas", "");
    canvas.setAttribute("role", "img");
    figure.append(canvas, element("figcaption", ""));
    panel.lanes.append(figure);
  }
  return [...panel.lanes.children].map((figure) => ({
    canvas: figure.querySelector("canvas")!,
    caption: figure.querySelector("figcaption")!,
  }));
}

/** Writes the name of a lane below its picture. */
export function nameLane(
  { canvas, caption }: LaneParts,
  title: string,
  label: string,
  note: string,
  turns: boolean,
): void {
  const swatch = element("span", "swatch");
  swatch.setAttribute("aria-hidden", "true");
  caption.replaceChildren(swatch, note === "" ? label : `${label} — ${note}`);
  canvas.setAttribute("aria-label", `${title}, ${label}${turns ? ". Arrow keys turn the view." : ""}`);
  canvas.classList.toggle("turns", turns);
  if (turns) canvas.tabIndex = 0;
}

/** A labelled slider for each parameter; `changed` gets its new value. */
export function showSliders(
  panel: Panel,
  sliders: readonly Slider[],
  changed: (name: string, value: number) => void,
): void {
  panel.sliders.hidden = sliders.length === 0;
  panel.sliders.replaceChildren(
    ...sliders.map((slider) => {
      const [label, name, input, shown] = [
        element("label", ""),
        element("span", ""),
        element("input", ""),
        element("output", ""),
      ];
      name.textContent = slider.name;
      input.type = "range";
      input.min = "0";
      input.max = String(positions);
      input.step = "any";
      input.value = String(placeOf(slider, slider.value));
      const show = (value: number): void => {
        shown.textContent = short(value);
        input.setAttribute("aria-valuetext", short(value));
      };
      show(slider.value);
      input.addEventListener("input", () => {
        const value = valueAt(slider, Number(input.value));
        show(value);
        changed(slider.name, value);
      });
      label.append(name, input, shown);
      return label;
    }),
  );
}

/** The value at a position of a slider, with three digits, so that what is shown is what is run. */
export function valueAt({ low, high, isLog }: Slider, place: number): number {
  const part = place / positions;
  const value = isLog ? low * (high / low) ** part : low + (high - low) * part;
  const digits = 3;
  return isLog ? Number(value.toPrecision(digits)) : rounded(value, (high - low) / 1000);
}

function placeOf({ low, high, isLog }: Slider, value: number): number {
  return positions * (isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
}

/** The value as a multiple of the power of ten below `step`. */
function rounded(value: number, step: number): number {
  const decimals = Math.max(0, Math.min(20, -Math.floor(Math.log10(step))));
  return Number(value.toFixed(decimals));
}

export const short = (value: number): string => String(Number(value.toPrecision(4)));

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  return made;
}
