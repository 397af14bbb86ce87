/**
 * Piecewise polynomials through points of a table, in the form of cubic Hermite pieces with slopes d at the points:
 *
 *     linear   the chords
 *     pchip    slopes of Fritsch and Carlson (SIAM J. Numer. Anal. 17, 1980) with the weighted harmonic mean of Fritsch and
 *              Butland: no overshoot between the points, continuous slope
 *     cubic    the interpolating spline: continuous second derivative; "not a knot" at the ends, or periodic
 *
 * On a grid, the function is cubic (or linear) along x, and so are its value and its slope along y. Along each line of the
 * grid it is the function of one argument through the points of that line. The mixed derivatives at the points are the
 * slopes along one axis of the slopes along the other; both ways agree for splines, and pchip takes their mean.
 */

import { type Piecewise, type TableAxis, tableAxis } from "../symbolic/index.js";

/** The largest number of points of a table. */
export const mostPoints = 1_000_000;

export type By = "linear" | "pchip" | "cubic";
export type Outside = "hold" | "extend" | "refuse";

/** Words for what holds beyond the points, or the length after which the function repeats itself. */
export type Beyond = Outside | { readonly period: number };

export interface TablePoints {
  /** Ascending, at least two. */
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export interface TableGrid extends TablePoints {
  /** A row for each x with a value for each y. */
  readonly z: readonly (readonly number[])[];
}

/** The function through the points. With a period, the last point is one period after the first and has its value. */
export function interpolated(name: string, { x, y }: TablePoints, by: By, beyond: Beyond): Piecewise {
  const along = new Pieces(x, beyond);
  const rows = along.rows(y, slopesOf(by, x, y, along.isPeriodic));
  const joint = along.joint([rows.map((row) => [row])]);
  return { name, axes: [along.axis], coefficients: Float64Array.from(rows.flat()), joint };
}

/** The function through the points of a grid. Periods are as above, for each axis. */
export function interpolatedGrid(
  name: string,
  { x, y, z }: TableGrid,
  by: By,
  beyond: readonly [Beyond, Beyond],
): Piecewise {
  const [first, second] = [new Pieces(x, beyond[0]), new Pieces(y, beyond[1])];
  const alongX = (values: readonly number[]) => slopesOf(by, x, values, first.isPeriodic);
  const alongY = (values: readonly number[]) => slopesOf(by, y, values, second.isPeriodic);

  // 1. values and slopes at the points, by columns of equal y
  const columns = transposed(z);
  const slopeX = columns.map(alongX);
  const slopeY = transposed(z.map(alongY));
  const mixed = mean(transposed(transposed(slopeX).map(alongY)), slopeY.map(alongX));

  // 2. along x in every column: coefficients of the value, and of its slope along y
  const values = columns.map((column, j) => first.rows(column, slopeX[j]));
  const slopes = slopeY.map((column, j) => first.rows(column, mixed[j] ?? []));

  // 3. along y for every piece and power of x
  const cells = values[0].map((_, piece) => {
    const powers = [0, 1, 2, 3].map((k) =>
      second.rows(
        values.map((rows) => rows[piece][k]),
        slopes.map((rows) => rows[piece][k]),
      ),
    );
    return powers[0].map((_, other) => powers.map((rows) => rows[other]));
  });
  const alongRows = transposed(cells).map((line, other) => line.map((cell) => sections(cell, second.widths[other])));
  const alongColumns = cells.map((line, piece) => line.map((cell) => sections(transposed(cell), first.widths[piece])));
  const joints = [first.joint(alongRows), second.joint(alongColumns)];
  const joint = (["cut", "kink"] as const).find((kind) => joints.includes(kind)) ?? "smooth";
  return { name, axes: [first.axis, second.axis], coefficients: Float64Array.from(cells.flat(3)), joint };
}

/** The pieces along one axis, those beyond the points included. */
class Pieces {
  readonly isPeriodic: boolean;
  readonly axis: TableAxis;
  /** Width of each piece; those beyond the points have that of their neighbour. */
  readonly widths: readonly number[];

  private readonly x: readonly number[];
  private readonly beyond: Beyond;

  constructor(x: readonly number[], beyond: Beyond) {
    this.x = x;
    this.beyond = beyond;
    const last = x.length - 1;
    const widths = x.slice(1).map((next, k) => next - x[k]);
    this.isPeriodic = typeof beyond === "object";
    this.widths = this.isPeriodic ? widths : [widths[0], ...widths, widths[last - 1]];
    if (typeof beyond === "object") {
      // rounding of the reduced argument may put it just outside, where the first and last pieces go on
      const period = { from: x[0], length: beyond.period };
      this.axis = tableAxis(x.slice(1, -1), x.slice(0, -1), { period });
    } else if (beyond === "refuse") {
      // the last point belongs to the table: its piece ends at the next larger number
      const range = { from: x[0], to: x[last] };
      this.axis = tableAxis([...x.slice(0, -1), nextAfter(x[last])], [x[0], ...x], { range });
    } else this.axis = tableAxis(x, [x[0], ...x]);
  }

  /** c0 … c3 of each piece, by values and slopes at the points; without slopes, straight lines. */
  rows(y: readonly number[], d: readonly number[]): (readonly number[])[] {
    const { x, beyond } = this;
    const inner = x.slice(1).map((_, k) => piece(x, y, k, d));
    if (typeof beyond === "object") return inner;
    const last = x.length - 1;
    const [, , c2, c3] = inner[last - 1];
    const u = x[last] - x[last - 1];
    const slope = inner[last - 1][1] + u * (2 * c2 + 3 * u * c3);
    const constant = (value: number, rise: number) => [value, rise, 0, 0];
    if (beyond === "hold") return [constant(y[0], 0), ...inner, constant(y[last], 0)];
    if (beyond === "extend") return [constant(y[0], inner[0][1]), ...inner, constant(y[last], slope)];
    return [constant(Number.NaN, 0), ...inner, constant(Number.NaN, 0)];
  }

  /**
   * Whether neighbouring pieces have the same value and slope where they meet, up to rounding. `lines` are lists of all
   * pieces along this axis, each with one or several polynomials, which meet those of the next piece.
   */
  joint(lines: readonly (readonly (readonly (readonly number[])[])[])[]): Piecewise["joint"] {
    const { origins, period } = this.axis;
    let [size, steepest, jump, bend] = [0, 0, 0, 0];
    const meet = (a: readonly number[], b: readonly number[], u: number) => {
      const value = a[0] + u * (a[1] + u * (a[2] + u * a[3]));
      const slope = a[1] + u * (2 * a[2] + 3 * u * a[3]);
      if (Number.isNaN(value + b[0])) return;
      size = Math.max(size, Math.abs(value), Math.abs(b[0]));
      steepest = Math.max(steepest, Math.abs(slope), Math.abs(b[1]));
      jump = Math.max(jump, Math.abs(value - b[0]));
      bend = Math.max(bend, Math.abs(slope - b[1]));
    };
    const end = this.x[this.x.length - 1];
    const last = origins.length - 1;
    for (const pieces of lines) {
      // every piece but the first begins at its origin
      for (let k = 1; k < pieces.length; k++)
        pieces[k].forEach((each, i) => {
          meet(pieces[k - 1][i], each, origins[k] - origins[k - 1]);
        });
      if (period !== undefined)
        pieces[0].forEach((each, i) => {
          meet(pieces[last][i], each, end - origins[last]);
        });
    }
    if (jump > 1e-9 * size) return "cut";
    return bend > 1e-9 * steepest ? "kink" : "smooth";
  }
}

/** c0 … c3 of the cubic with the values and slopes at both ends of interval k. */
function piece(x: readonly number[], y: readonly number[], k: number, d: readonly number[]): readonly number[] {
  const h = x[k + 1] - x[k];
  const chord = (y[k + 1] - y[k]) / h;
  if (d.length === 0) return [y[k], chord, 0, 0];
  return [y[k], d[k], (3 * chord - 2 * d[k] - d[k + 1]) / h, (d[k] + d[k + 1] - 2 * chord) / (h * h)];
}

/** A cell along its first axis, at four places of its second, which determine it. */
const sections = (cell: readonly (readonly number[])[], width: number): number[][] =>
  [0, 1 / 3, 2 / 3, 1].map((part) => {
    const w = part * width;
    return cell.map(([c0, c1, c2, c3]) => c0 + w * (c1 + w * (c2 + w * c3)));
  });

const transposed = <T>(rows: readonly (readonly T[])[]): T[][] =>
  (rows[0] ?? []).map((_, k) => rows.map((row) => row[k]));

const mean = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number[][] =>
  a.map((row, j) => row.map((value, i) => (value + b[j][i]) / 2));

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

/** The next larger double. */
function nextAfter(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x + 0);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, x >= 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}
