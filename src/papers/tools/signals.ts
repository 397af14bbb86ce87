/** Quantities of sampled motions: sizes, slow parts, frequencies. */

import { denseQr } from "../../linalg/index.js";
import { hostMath } from "../../math/index.js";

type Samples = ArrayLike<number>;

/** The largest |a_k|. */
export function largest(a: Samples): number {
  let size = 0;
  for (let k = 0; k < a.length; k++) size = Math.max(size, Math.abs(a[k]));
  return size;
}

/** The largest |a_k - b_k|. */
export function distance(a: Samples, b: Samples): number {
  return largest(Array.from(a, (value, k) => value - b[k]));
}

/** The largest distance between points given coordinate by coordinate. */
export function pointDistance(a: readonly Samples[], b: readonly Samples[]): number {
  const squares = Array.from(a[0], (_, k) => a.reduce((sum, column, c) => sum + square(column[k] - b[c][k]), 0));
  return Math.sqrt(largest(squares));
}

/** Half the difference between the largest and the smallest value: the amplitude of an oscillation. */
export function halfRange(a: Samples): number {
  const { low, high } = range(a);
  return (high - low) / 2;
}

function range(a: Samples): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < a.length; k++) {
    low = Math.min(low, a[k]);
    high = Math.max(high, a[k]);
  }
  return { low, high };
}

/**
 * The slow part of equally spaced samples: their mean with weights sin^12. An oscillation with f periods over the samples is
 * damped to about (3.5 / f)^13, which is below rounding for f > 50.
 */
export function slowMean(a: Samples): number {
  let [sum, weights] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    const sine = hostMath.sin((Math.PI * k) / (a.length - 1));
    const cube = sine * sine * sine;
    const weight = cube * cube * cube * cube;
    sum += weight * a[k];
    weights += weight;
  }
  return sum / weights;
}

/** Angular frequency of samples that oscillate about `centre`, from the times at which they cross it. */
export function frequency(t: Samples, a: Samples, centre: number): number {
  const crossings: number[] = [];
  for (let k = 1; k < a.length; k++) {
    const [before, after] = [a[k - 1] - centre, a[k] - centre];
    if (before < 0 !== after < 0) crossings.push(t[k - 1] + ((t[k] - t[k - 1]) * before) / (before - after));
  }
  return (Math.PI * (crossings.length - 1)) / (crossings[crossings.length - 1] - crossings[0]);
}

/** Coefficients [a_1, b_1, a_2, b_2, …] of the sum of a_j cos(w_j t) + b_j sin(w_j t) nearest to the samples. */
export function harmonics(t: Samples, a: Samples, frequencies: readonly number[]): number[] {
  const columns = 2 * frequencies.length;
  const basis = Float64Array.from({ length: t.length * columns }, (_, k) => {
    const angle = frequencies[Math.floor((k % columns) / 2)] * t[Math.floor(k / columns)];
    return k % 2 === 0 ? hostMath.cos(angle) : hostMath.sin(angle);
  });
  const qr = denseQr(t.length, columns);
  const coefficients = new Float64Array(columns);
  if (qr.factor(basis) < columns)
    throw new Error(
      "the frequencies must be distinct on these samples, and they cannot be told apart. Sample longer or drop one.",
    );
  qr.solve(coefficients, Float64Array.from(a));
  return [...coefficients];
}

/** Polar coordinates of a motion in the plane and their rates; the angle is continued through pi. */
export function polar(x: Samples, y: Samples, vx: Samples, vy: Samples) {
  const r = Float64Array.from(x, (xk, k) => Math.sqrt(xk * xk + y[k] * y[k]));
  const phi = Float64Array.from(x, (xk, k) => hostMath.atan2(y[k], xk));
  for (let k = 1; k < phi.length; k++) phi[k] += 2 * Math.PI * Math.round((phi[k - 1] - phi[k]) / (2 * Math.PI));
  return {
    r,
    phi,
    rdot: r.map((rk, k) => (x[k] * vx[k] + y[k] * vy[k]) / rk),
    phidot: r.map((rk, k) => (x[k] * vy[k] - y[k] * vx[k]) / (rk * rk)),
    /** Areal velocity r^2 phidot / 2. */
    areal: r.map((_, k) => (x[k] * vy[k] - y[k] * vx[k]) / 2),
  };
}

function square(x: number): number {
  return x * x;
}
