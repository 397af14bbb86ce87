/**
 * Axes map the extent of the data to positions between 0 and 1, and choose round ticks.
 *
 * Linear ticks are integers times a power of ten, so their labels are exact decimals. What all labels share moves into
 * the axis title: a power of ten (`[10⁻⁹ J]`), or a constant when the data vary little about a large value
 * (`height − 1000000`). Logarithmic axes span whole decades. Zero cannot be placed on them, so it is drawn at a floor,
 * which `note` states.
 */

import { maximum } from "../core/index.js";
import { decimal, decimalExponent, superscript } from "./number.js";

/** What an axis shows. */
export interface Axis {
  readonly label: string;
  /** Unit of the numbers, for example "s". Default: none. */
  readonly unit?: string;
  /** Default: "linear". */
  readonly scale?: "linear" | "log";
  /** Ends of a linear axis. Default: those of the data, with some room. */
  readonly range?: readonly [number, number];
}

/** One tick: position between 0 and 1, and its label, which needs no escaping. Minor ticks have an empty label. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** A placed axis. */
export interface Scale {
  readonly ticks: readonly Tick[];
  /** Label, common constant, common power of ten and unit in one line; not escaped. */
  readonly title: string;
  /** What the axis changed in the data, as a sentence without a full stop. */
  readonly note?: string;
  /** Position of a value, between 0 and 1; NaN for values that cannot be drawn. */
  place(value: number): number;
  /** The value at a position between 0 and 1. */
  valueAt(place: number): number;
}

/** The smallest and largest finite value, the smallest positive one, and whether there are zeros or negative values. */
export interface Extent {
  readonly low: number;
  readonly high: number;
  readonly lowestPositive: number;
  readonly zeros: boolean;
  readonly negatives: boolean;
}

/** The extent of several arrays together; low > high when no value is finite. */
export function extent(arrays: Iterable<ArrayLike<number>>): Extent {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let lowestPositive = Number.POSITIVE_INFINITY;
  let zeros = false;
  for (const values of arrays) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
      if (value > 0 && value < lowestPositive) lowestPositive = value;
      if (value === 0) zeros = true;
    }
  }
  return { low, high, lowestPositive, zeros, negatives: low < 0 };
}

/** The axis for data of this extent, with about `wanted` ticks and `pad` of the span left free at both ends. */
export function scaleFor(axis: Axis, data: Extent, wanted: number, pad = 0): Scale {
  return axis.scale === "log" ? logScale(axis, data, wanted) : linearScale(axis, data, wanted, pad);
}

const largest = 8e307; // the span of an axis must itself be a number
const smallest = 1e-300; // smaller values are drawn as zero, because the arithmetic of ticks would lose digits

function linearScale(axis: Axis, data: Extent, wanted: number, pad: number): Scale {
  const [low, high] = axis.range === undefined ? linearRange(data, pad) : linearRange(extent([axis.range]), 0);
  const span = high - low;

  // 1. a step of 1, 2 or 5 times a power of ten
  let exponent = decimalExponent(span / wanted);
  const mantissa = span / wanted / Number(`1e${exponent}`);
  const factor = mantissa < Math.SQRT2 || mantissa >= 7.07 ? 1 : mantissa < 3.16 ? 2 : 5;
  if (mantissa >= 7.07) exponent += 1;
  const step = Number(`${factor}e${exponent}`);

  // 2. ticks as integers times 10^exponent
  const digits: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) digits.push(k * factor);

  // 3. move what all labels share into the title: a constant, a power of ten
  const biggest = maximum(digits.map(Math.abs));
  const shift = biggest >= 1e6 ? roundest(digits) : 0;
  const top = maximum(digits.map((d) => Math.abs(d - shift)));
  const order = top === 0 ? 0 : exponent + decimalExponent(top);
  const power = order >= 5 || order <= -4 ? order : 0;
  const place = (value: number) => (clamp(value) - low) / span;
  return {
    ticks: digits.map((d) => ({
      at: Math.min(1, Math.max(0, (Number(`${d}e${exponent}`) - low) / span)),
      label: decimal(d - shift, exponent - power),
    })),
    title: axisTitle(axis, power, shift === 0 ? "" : constant(shift, exponent)),
    place: (value) => (Number.isFinite(value) ? place(value) : Number.NaN),
    valueAt: (at) => low + at * span,
  };
}

/** The tick with the most trailing zeros, which is easy to add in one's head. */
function roundest(digits: readonly number[]): number {
  for (let power = 1e15; power > 1; power /= 10) {
    const found = digits.find((d) => d !== 0 && d % power === 0);
    if (found !== undefined) return found;
  }
  return digits[0];
}

/** The range of the axis, with padding: never empty, never infinite, and wide enough for distinct ticks. */
function linearRange(data: Extent, pad: number): [number, number] {
  if (data.low > data.high) return [0, 1];
  let low = clamp(data.low);
  let high = clamp(data.high);
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return [-1, 1];
  if (low === high) return [low - 0.1 * size, high + 0.1 * size];
  const missing = 1e-11 * size - (high - low);
  if (missing > 0) {
    low -= missing / 2;
    high += missing / 2;
  }
  const room = pad * (high - low);
  return [low - room, high + room];
}

function clamp(value: number): number {
  if (Math.abs(value) < smallest) return 0;
  return Math.min(largest, Math.max(-largest, value));
}

/** The text " − 1000000" for ticks that count from 1000000; long constants are written with powers of ten. */
function constant(digits: number, exponent: number): string {
  const order = exponent + decimalExponent(Math.abs(digits));
  const plain = order < 15 && exponent > -15;
  const power = plain ? "" : `×10${superscript(order)}`;
  return ` ${digits < 0 ? "+" : "−"} ${decimal(Math.abs(digits), plain ? exponent : exponent - order)}${power}`;
}

function axisTitle(axis: Axis, power: number, shift: string): string {
  const unit = [power === 0 ? "" : `10${superscript(power)}`, axis.unit ?? ""].filter((part) => part !== "").join(" ");
  return axis.label + shift + (unit === "" ? "" : ` [${unit}]`);
}

const mostDecades = 24;

function logScale(axis: Axis, data: Extent, wanted: number): Scale {
  const { lowestPositive, high } = data;
  const impossible = data.zeros || data.negatives;
  const found = Number.isFinite(lowestPositive);

  // 1. whole decades around the positive values, and one more below if some value is drawn at the floor; an axis of few
  //    decades may also end at 2 or 5 times a power of ten
  let bottom = found ? decimalExponent(lowestPositive) : -16;
  let top = found ? decimalExponent(high) : -15;
  if (found && (top === bottom || high > Number(`1e${top}`))) top += 1;
  if (found && impossible) bottom -= 1;
  const cut = top - bottom > mostDecades;
  if (cut) bottom = top - mostDecades;
  const few = found && !impossible && top - bottom <= 4 && high > lowestPositive;
  const from = few
    ? bottom + Math.log10([5, 2, 1].find((f) => lowestPositive >= Number(`${f}e${bottom}`)) ?? 1)
    : bottom;
  const to = few ? top - 1 + Math.log10([2, 5, 10].find((f) => high <= Number(`${f}e${top - 1}`)) ?? 10) : top;
  const decades = to - from;

  // 2. a tick for every decade, or every second, third, … if there are many; also at 2 and 5 if there are few
  const stride = Math.ceil(decades / Math.max(1, wanted));
  const ticks: Tick[] = [];
  for (let e = bottom; e <= top; e++) {
    for (let m = 1; m < (top - bottom > 4 ? 2 : 10); m++) {
      const at = (e + Math.log10(m) - from) / decades;
      const labelled = m === 1 ? e % stride === 0 : decades <= 2.4 && (m === 2 || m === 5);
      if (at > -1e-9 && at < 1 + 1e-9) ticks.push({ at, label: labelled ? logLabel(m, e) : "" });
    }
  }

  const floor = logLabel(1, bottom);
  const what = cut ? "smaller values are" : data.negatives ? "zero and negative values are" : "zero is";
  return {
    ticks,
    title: axisTitle(axis, 0, ""),
    note: impossible || cut ? `${what} drawn at ${floor}` : undefined,
    place(value) {
      if (!Number.isFinite(value)) return Number.NaN;
      return value <= 0 ? 0 : Math.min(1, Math.max(0, (Math.log10(value) - from) / decades));
    },
    valueAt: (at) => 10 ** (from + at * decades),
  };
}

function logLabel(mantissa: number, exponent: number): string {
  if (exponent >= -3 && exponent <= 4) return decimal(mantissa, exponent);
  return `${mantissa === 1 ? "" : `${mantissa}×`}10${superscript(exponent)}`;
}
