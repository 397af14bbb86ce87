/**
 * Piecewise polynomials through points of a table, in the form of cubic Hermite pieces with slopes d at the points:
 *
 *     linear   the chords
 *     pchip    slopes of Fritsch and Carlson (SIAM J. Numer. Anal. 17, 1980) with the weighted harmonic mean of Fritsch and
 *              Butland: no overshoot between the points, continuous slope
 *     cubic    the interpolating spline: continuous second derivative; "not a knot" at the ends, or periodic
 */

import { type Piecewise, piecewise } from "../symbolic/index.js";

export type By = "linear" | "pchip" | "cubic";
export type Outside = "hold" | "extend" | "refuse";

export interface TablePoints {
  /** Ascending, at least two. */
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The function through the points. With a period, the last point is one period after the first and has its value. */
export function interpolated(
  name: string,
  { x, y }: TablePoints,
  by: By,
  outside: Outside | { readonly period: number },
): Piecewise {
  const periodic = typeof outside === "object";
  const slopes = slopesOf(by, x, y, periodic);
  const inner = x.slice(1).map((_, k) => piece(x, y, k, slopes));
  if (typeof outside === "object") {
    // rounding of the reduced argument may put it just outside, where the first and last pieces go on
    const period = { from: x[0], length: outside.period };
    return piecewise(name, x.slice(1, -1), inner, { joint: jointOf(x, inner, true), period });
  }
  const last = x.length - 1;
  const [first, end] = [inner[0], inner[last - 1]];
  const u = x[last] - x[last - 1];
  const slope = end[2] + u * (2 * end[3] + 3 * u * end[4]);
  const ends: { readonly [kind in Outside]: readonly (readonly number[])[] } = {
    hold: [
      [x[0], y[0], 0, 0, 0],
      [x[last], y[last], 0, 0, 0],
    ],
    extend: [
      [x[0], y[0], first[2], 0, 0],
      [x[last], y[last], slope, 0, 0],
    ],
    refuse: [
      [x[0], Number.NaN, 0, 0, 0],
      [x[last], Number.NaN, 0, 0, 0],
    ],
  };
  const [before, after] = ends[outside];
  // the last point belongs to the table: its piece ends at the next larger number
  const breaks = outside === "refuse" ? [...x.slice(0, -1), nextAfter(x[last])] : x;
  const rows = [before, ...inner, after];
  return outside === "refuse"
    ? piecewise(name, breaks, rows, { joint: jointOf(x, inner, false), range: { from: x[0], to: x[last] } })
    : piecewise(name, breaks, rows, { joint: jointOf(x, rows, false) });
}

/** c0 … c3 of the cubic with the values and slopes at both ends of interval k. */
function piece(x: readonly number[], y: readonly number[], k: number, d: readonly number[]): readonly number[] {
  const h = x[k + 1] - x[k];
  const chord = (y[k + 1] - y[k]) / h;
  if (d.length === 0) return [x[k], y[k], chord, 0, 0];
  return [x[k], y[k], d[k], (3 * chord - 2 * d[k] - d[k + 1]) / h, (d[k] + d[k + 1] - 2 * chord) / (h * h)];
}

/** The slopes at the points; none for straight lines. */
function slopesOf(by: By, x: readonly number[], y: readonly number[], periodic: boolean): readonly number[] {
  if (by === "linear" || (x.length === 2 && !periodic)) return [];
  const h = x.slice(1).map((next, k) => next - x[k]);
  const chords = h.map((step, k) => (y[k + 1] - y[k]) / step);
  if (by === "cubic") return periodic ? periodicSlopes(h, chords) : splineSlopes(h, chords);
  const inner = (k: number, l: number) => harmonicMean(h[k], h[l], chords[k], chords[l]);
  const last = h.length - 1;
  const middle = chords.slice(1).map((_, k) => inner(k, k + 1));
  if (periodic) {
    const joint = inner(last, 0);
    return [joint, ...middle, joint];
  }
  return [
    endSlope(h[0], h[1], chords[0], chords[1]),
    ...middle,
    endSlope(h[last], h[last - 1], chords[last], chords[last - 1]),
  ];
}

/** The slope between two intervals; zero at an extremum. */
function harmonicMean(h0: number, h1: number, c0: number, c1: number): number {
  if (!(c0 * c1 > 0)) return 0;
  const [w0, w1] = [2 * h1 + h0, h1 + 2 * h0];
  return (w0 + w1) / (w0 / c0 + w1 / c1);
}

/** A one-sided slope by three points, limited so that the function stays monotone. */
function endSlope(h0: number, h1: number, c0: number, c1: number): number {
  const d = ((2 * h0 + h1) * c0 - h0 * c1) / (h0 + h1);
  if (!(d * c0 > 0)) return 0;
  return !(c0 * c1 > 0) && Math.abs(d) > 3 * Math.abs(c0) ? 3 * c0 : d;
}

/** Slopes of the spline whose third derivative is continuous at the second and the last but one point. */
function splineSlopes(h: readonly number[], c: readonly number[]): number[] {
  const n = h.length;
  if (n === 2) {
    // a parabola through three points
    const bend = (c[1] - c[0]) / (h[0] + h[1]);
    return [c[0] - h[0] * bend, c[0] + h[0] * bend, c[1] + h[1] * bend];
  }
  const lower = new Array<number>(n + 1).fill(0);
  const diagonal = new Array<number>(n + 1).fill(0);
  const upper = new Array<number>(n + 1).fill(0);
  const r = new Array<number>(n + 1).fill(0);
  for (let k = 1; k < n; k++) {
    lower[k] = h[k];
    diagonal[k] = 2 * (h[k - 1] + h[k]);
    upper[k] = h[k - 1];
    r[k] = 3 * (h[k] * c[k - 1] + h[k - 1] * c[k]);
  }
  const [first, last] = [h[0] + h[1], h[n - 1] + h[n - 2]];
  diagonal[0] = h[1];
  upper[0] = first;
  r[0] = ((h[0] + 2 * first) * h[1] * c[0] + h[0] * h[0] * c[1]) / first;
  diagonal[n] = h[n - 2];
  lower[n] = last;
  r[n] = (h[n - 1] * h[n - 1] * c[n - 2] + (2 * last + h[n - 1]) * h[n - 2] * c[n - 1]) / last;
  return tridiagonal(lower, diagonal, upper, r);
}

/** Slopes of the periodic spline; the first and the last are equal. */
function periodicSlopes(h: readonly number[], c: readonly number[]): number[] {
  const n = h.length;
  if (n === 1) return [0, 0];
  const before = (k: number) => (k + n - 1) % n;
  const lower = h.map((step) => step);
  const upper = h.map((_, k) => h[before(k)]);
  const diagonal = h.map((step, k) => 2 * (h[before(k)] + step));
  const r = h.map((step, k) => 3 * (step * c[before(k)] + h[before(k)] * c[k]));
  // the two corner entries by the formula of Sherman and Morrison, with the rank-one matrix u v^T
  const [low, high] = [upper[n - 1], lower[0]];
  const gamma = -diagonal[0];
  const changed = diagonal.slice();
  changed[0] -= gamma;
  changed[n - 1] -= (low * high) / gamma;
  const u = h.map((_, k) => (k === 0 ? gamma : k === n - 1 ? low : 0));
  const d = tridiagonal(lower, changed, upper, r);
  const z = tridiagonal(lower, changed, upper, u);
  const factor = (d[0] + (high * d[n - 1]) / gamma) / (1 + z[0] + (high * z[n - 1]) / gamma);
  const slopes = d.map((each, k) => each - factor * z[k]);
  return [...slopes, slopes[0]];
}

/** Solves a tridiagonal system by elimination without pivoting. */
function tridiagonal(
  lower: readonly number[],
  diagonal: readonly number[],
  upper: readonly number[],
  right: readonly number[],
): number[] {
  const [d, r] = [diagonal.slice(), right.slice()];
  for (let k = 1; k < d.length; k++) {
    const factor = lower[k] / d[k - 1];
    d[k] -= factor * upper[k - 1];
    r[k] -= factor * r[k - 1];
  }
  for (let k = d.length - 1; k >= 0; k--) r[k] = (r[k] - (k < d.length - 1 ? upper[k] * r[k + 1] : 0)) / d[k];
  return r;
}

/** Whether neighbouring pieces have the same value and slope where they meet, up to rounding. */
function jointOf(x: readonly number[], rows: readonly (readonly number[])[], periodic: boolean): Piecewise["joint"] {
  let [size, steepest, jump, bend] = [0, 0, 0, 0];
  const meet = (a: readonly number[], b: readonly number[], from: number, to: number) => {
    const u = from - a[0];
    const w = to - b[0];
    const value = (p: readonly number[], s: number) => p[1] + s * (p[2] + s * (p[3] + s * p[4]));
    const slope = (p: readonly number[], s: number) => p[2] + s * (2 * p[3] + 3 * s * p[4]);
    size = Math.max(size, Math.abs(value(a, u)), Math.abs(value(b, w)));
    steepest = Math.max(steepest, Math.abs(slope(a, u)), Math.abs(slope(b, w)));
    jump = Math.max(jump, Math.abs(value(a, u) - value(b, w)));
    bend = Math.max(bend, Math.abs(slope(a, u) - slope(b, w)));
  };
  // every piece but the first begins at its origin
  for (let k = 1; k < rows.length; k++) meet(rows[k - 1], rows[k], rows[k][0], rows[k][0]);
  if (periodic) meet(rows[rows.length - 1], rows[0], x[x.length - 1], x[0]);
  if (jump > 1e-9 * size) return "cut";
  return bend > 1e-9 * steepest ? "kink" : "smooth";
}

/** The next larger double. */
function nextAfter(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x + 0);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, x >= 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}
