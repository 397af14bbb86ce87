/**
 * Zeros of a function along a step, from samples at equal parts of it: where its sign changes between two samples, and
 * where it dips to zero and comes back between them. A dip is suspected when the parabola through three samples of one
 * sign comes close to zero; the lowest point is then looked for.
 */

import { changeOfSign } from "./change-of-sign.js";

/** A parabola that falls below this fraction of its smallest sample is followed to the lowest point. */
const suspicious = 0.5;
/** How far a parabola through three samples may be off between them, as a fraction of the third difference; a cubic needs 0.064. */
const inaccurate = 0.15;
/** The lowest point of a parabola may be so many samples away from its middle. Neighbouring parabolas see the same dip in different places,
 * so that half a sample would leave gaps between them. */
const reach = 0.75;
/** A lowest point below this fraction of the largest sample touches zero, as far as a run can tell. */
const touching = 1e-6;
/** Golden section: the fraction of an interval that is kept, and how often it is shortened (to 1e-8 of its length). */
const golden = 0.6180339887498949;
const searches = 40;

export interface Crossing {
  readonly theta: number;
  /** The sign before it. */
  readonly before: number;
}

export interface Crossings {
  readonly roots: Crossing[];
  /** Where the function comes to zero without a change of its sign; undefined when it does not. */
  readonly touch: { readonly theta: number; readonly value: number } | undefined;
}

/**
 * Whether a function may cross or touch zero; its samples stand in `values` from `first` on, with a distance of
 * `stride`.
 */
export function mayCross(values: Float64Array, first: number, stride: number, parts: number): boolean {
  if (isFar(values, first, stride, parts)) return false;
  for (let k = 1; k <= parts; k++) {
    const at = first + k * stride;
    const before = signOf(values[at - stride]);
    if (before !== 0 && signOf(values[at]) !== before) return true;
    if (k < parts && dips(values, at, stride, k, parts)) return true;
  }
  return false;
}

/**
 * Whether all samples have one sign and differ by less than half the smallest. No parabola through three of them comes as
 * close to zero as `dips` asks for then, and this takes one pass.
 */
function isFar(values: Float64Array, first: number, stride: number, parts: number): boolean {
  let lowest = values[first];
  let highest = lowest;
  for (let k = 1; k <= parts; k++) {
    const value = values[first + k * stride];
    if (value < lowest) lowest = value;
    else if (value > highest) highest = value;
    else if (Number.isNaN(value)) return false;
  }
  return 2 * (highest - lowest) < (lowest > 0 ? lowest : -highest);
}

/** All zeros on the way, in no order; the values at both ends are known. */
export function crossingsOf(at: (theta: number) => number, first: number, last: number, parts: number): Crossings {
  const values = new Float64Array(parts + 1);
  for (let k = 0; k <= parts; k++) values[k] = k === 0 ? first : k === parts ? last : at(k / parts);
  const roots: Crossing[] = [];
  let touch: Crossings["touch"];

  for (let k = 1; k <= parts; k++) {
    const [a, b] = [(k - 1) / parts, k / parts];
    const [fa, fb] = [values[k - 1], values[k]];
    const before = signOf(fa);
    if (before !== 0 && signOf(fb) !== before && !Number.isNaN(fb))
      roots.push({ theta: fb === 0 ? b : changeOfSign(at, a, fa, b, fb), before });
  }
  // the zeros of the last dip, which its neighbour may see again
  let [entered, left] = [Number.NaN, Number.NaN];
  for (let k = 1; k < parts; k++) {
    if (!dips(values, k, 1, k, parts)) continue;
    const before = signOf(values[k]);
    const [a, b] = [(k - 1) / parts, (k + 1) / parts];
    const { theta, value: lowest } = lowestPoint(at, a, b, before);
    if (theta >= entered && theta <= left) continue;
    if (lowest * before < 0) {
      entered = changeOfSign(at, a, values[k - 1], theta, lowest);
      left = changeOfSign(at, theta, lowest, b, values[k + 1]);
      roots.push({ theta: entered, before }, { theta: left, before: -before });
    } else if (Math.abs(lowest) <= touching * values.reduce((most, x) => Math.max(most, Math.abs(x)), 0))
      touch ??= { theta, value: lowest };
  }
  return { roots, touch };
}

/** -1, 0 or 1; 0 for NaN. */
export function signOf(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/** Whether the parabola through samples k - 1, k and k + 1, of one sign, comes close to zero nearest to sample k. */
function dips(values: Float64Array, at: number, stride: number, k: number, parts: number): boolean {
  const sign = signOf(values[at]);
  const a = sign * values[at - stride];
  const b = sign * values[at];
  const c = sign * values[at + stride];
  if (!(a > 0 && b > 0 && c > 0)) return false;
  const curvature = a - 2 * b + c;
  if (!(curvature > 0)) return false;
  const lowest = (0.5 * (a - c)) / curvature;
  const isHere = lowest >= (k === 1 ? -1 : -reach) && lowest <= (k === parts - 1 ? 1 : reach);
  if (!isHere) return false;
  const third = Math.max(
    k < 2 ? 0 : Math.abs(c - 3 * b + 3 * a - sign * values[at - 2 * stride]),
    k + 2 > parts ? 0 : Math.abs(sign * values[at + 2 * stride] - 3 * c + 3 * b - a),
  );
  return b - 0.5 * curvature * lowest * lowest - inaccurate * third <= suspicious * Math.min(a, b, c);
}

/** The lowest point of sign * f on [a, b], or a point where it is negative. */
function lowestPoint(
  f: (theta: number) => number,
  a: number,
  b: number,
  sign: number,
): { readonly theta: number; readonly value: number } {
  let [x, y] = [b - golden * (b - a), a + golden * (b - a)];
  let [fx, fy] = [f(x), f(y)];
  for (let k = 0; k < searches && sign * fx >= 0 && sign * fy >= 0; k++) {
    if (sign * fx < sign * fy) {
      b = y;
      [y, fy] = [x, fx];
      x = b - golden * (b - a);
      fx = f(x);
    } else {
      a = x;
      [x, fx] = [y, fy];
      y = a + golden * (b - a);
      fy = f(y);
    }
  }
  return sign * fx < sign * fy ? { theta: x, value: fx } : { theta: y, value: fy };
}
