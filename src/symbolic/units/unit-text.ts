/** Reads the text of a unit: `mm`, `N/mm`, `kg*m^2`, `1/s`; or a dimension in words, such as `force/length`. */

import { type Dimension, pure, times } from "./dimension.js";
import { dimensionWords, type Unit, unitSymbols } from "./vocabulary.js";

const word = "[A-Za-zµΩÅ°]+";
const part = `${word}(?:\\s*\\^\\s*-?\\d+)?`;

/** A unit with a power, and a chain of them; both are used at a position of a text. */
const single = new RegExp(part, "y");
const chain = new RegExp(`${part}(?:\\s*[*/]\\s*${part})*`, "y");
const further = new RegExp(`\\s*[*/]\\s*${word}(?![\\w'([])`, "y");

interface Sized {
  readonly times: number;
  readonly over: number;
  readonly dimension: Dimension;
}

/** The unit that `text` is; undefined if a word of it is not a unit. */
export function readUnit(text: string): Unit | undefined {
  const made = product(text, (name) => unitSymbols.get(name));
  return made && { text: text.replace(/\s+/g, ""), ...made };
}

/** The dimension of a unit or of a product of words such as `force/length`; undefined if it contains another word. */
export function readDimension(text: string): Dimension | undefined {
  return product(text, (name) => {
    const of = dimensionWords.get(name);
    return of === undefined ? unitSymbols.get(name) : { times: 1, over: 1, dimension: of };
  })?.dimension;
}

/** The product of powers in a text, each of which `find` knows by its name. */
function product(text: string, find: (name: string) => Sized | undefined): Sized | undefined {
  let [up, down, dimension]: [number, number, Dimension] = [1, 1, pure];
  let sign = 1;
  for (const piece of text.split(/([*/])/)) {
    if (piece === "*" || piece === "/") {
      sign = piece === "*" ? 1 : -1;
      continue;
    }
    const match = /^\s*(?:(1)|([A-Za-zµΩÅ°]+)(?:\s*\^\s*(-?\d+))?)\s*$/.exec(piece);
    if (match === null) return undefined;
    if (match[1] !== undefined) continue;
    const found = find(match[2]);
    const power = sign * Number(match[3] ?? 1);
    if (found === undefined || Math.abs(power) > 12) return undefined;
    for (let k = 0; k < Math.abs(power); k++) {
      up *= power > 0 ? found.times : found.over;
      down *= power > 0 ? found.over : found.times;
    }
    dimension = times(dimension, found.dimension, power);
  }
  return { times: up, over: down, dimension };
}

/** What follows a number in an expression: the text of its unit, and the symbol after it that may belong to it or not. */
export interface Suffix {
  readonly text: string;
  readonly unit: Unit;
  /** `s` in `2*20 m/s`, where it is not clear whether it is a unit or a name. */
  readonly unclear?: string;
  /** The unit is multiplied or divided by `t`, which is the time in expressions and a tonne among units. */
  readonly isTimed?: boolean;
}

/** A factor `t` in a product of units. */
const timed = /[*/]\s*t\s*(?:$|[*/^])/;

/**
 * The unit at `from` in `text`. A number that stands alone, with nothing but its unit up to the end of the text or of its
 * brackets, may have a product of units; elsewhere it has one, with a power.
 */
export function suffixAt(text: string, from: number, alone: boolean): Suffix | undefined {
  const whole = alone ? matchAt(chain, text, from) : undefined;
  if (whole !== undefined && /^\s*(?:$|[),\]])/.test(text.slice(from + whole.length))) {
    const unit = readUnit(whole);
    if (unit !== undefined) return { text: whole, unit, isTimed: timed.test(whole) };
  }
  const one = matchAt(single, text, from);
  const unit = one === undefined ? undefined : readUnit(one);
  // sin(x), m2 and m' are not units
  if (one === undefined || unit === undefined || /^(?:[\w'[]|\s*\()/.test(text.slice(from + one.length)))
    return undefined;
  const next = matchAt(further, text, from + one.length)?.replace(/[*/\s]/g, "");
  return { text: one, unit, ...(next !== undefined && unitSymbols.has(next) && { unclear: next }) };
}

function matchAt(pattern: RegExp, text: string, from: number): string | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0];
}
