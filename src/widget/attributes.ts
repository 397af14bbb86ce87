/** The attributes of `<taut-lab>`, read into settings. */

import { TautError } from "../core/index.js";

/** The attributes that the element follows; a change of one shows the model anew. */
export const observedNames = ["model", "lanes", "sliders", "plot", "autoplay", "loop", "speed", "height", "theme"];

/** A slider that is asked for: a parameter, and its ends if they are given. */
export interface AskedSlider {
  readonly name: string;
  readonly range?: readonly [number, number];
}

/** A slider of the element. */
export interface Slider {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Whether its positions are powers, for a stiffness. */
  readonly isLog: boolean;
}

/** Names separated by commas, each with or without ends: `g, length: 0.5..2`. */
export function slidersIn(text: string): AskedSlider[] {
  return pieces(text, ",").map((piece) => {
    const [name, ends, ...more] = piece.split(":").map((part) => part.trim());
    if (ends === undefined) return { name };
    const range = ends.split("..").map((end) => (end.trim() === "" ? Number.NaN : Number(end)));
    if (more.length > 0 || range.length !== 2 || !(range[0] < range[1]))
      throw new TautError("sliders", `ends must be written name: low..high, as in g: 0..20; got "${piece}".`);
    return { name, range: [range[0], range[1]] };
  });
}

/** The sliders of a model with these parameters; "all" stands for every one, and `omega` for the stiffness. */
export function chosenSliders(
  asked: readonly AskedSlider[],
  parameters: Readonly<Record<string, number>>,
  omega: number,
): Slider[] {
  const all = Object.keys(parameters);
  const wanted = asked.flatMap((one) => (one.name === "all" ? all.map((name) => ({ name })) : [one]));
  return wanted.map(({ name, range }: AskedSlider) => {
    const isStiffness = name === "omega" && !Object.hasOwn(parameters, name);
    if (!isStiffness && !Object.hasOwn(parameters, name))
      throw new TautError(
        "sliders",
        `must name parameters of the model that are numbers; there is no "${name}". ` +
          (all.length === 0 ? "This model has none: remove the attribute." : `The model has: ${all.join(", ")}.`),
      );
    const value = isStiffness ? omega : parameters[name];
    const [low, high] = range ?? (isStiffness ? [value / 100, value * 10] : usualRange(value));
    return { name, value, low: Math.min(low, value), high: Math.max(high, value), isLog: isStiffness && low > 0 };
  });
}

/** From a fifth to twice the value of the file. */
const usualRange = (value: number): readonly [number, number] =>
  value === 0 ? [-1, 1] : value > 0 ? [value / 5, 2 * value] : [2 * value, value / 5];

/** Expressions separated by semicolons, because an expression may have commas. */
export const plotsIn = (text: string): string[] => pieces(text, ";");

/** A number above zero, or `usual` without the attribute. */
export function positive(name: string, text: string | null, usual: number): number {
  if (text === null || text.trim() === "") return usual;
  const value = Number(text);
  if (!(value > 0 && value < Infinity)) throw new TautError(name, `must be a number above 0; got "${text}".`);
  return value;
}

const pieces = (text: string, between: string): string[] =>
  text
    .split(between)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
