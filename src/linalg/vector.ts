/**
 * Vector operations as plain loops over `Float64Array`. The output is the first argument, nothing is allocated, and sums
 * run from the first component to the last, so that equal input gives equal bits on every engine. The length is that of
 * the first argument.
 */

export type Vector = Float64Array;

/** Vectors of at least this length are copied as blocks of memory, which takes a tenth of the time of a loop. */
const long = 32;

/** out = x */
export function copy(out: Vector, x: Vector): void {
  if (out.length >= long && x.length === out.length) out.set(x);
  else for (let i = 0; i < out.length; i++) out[i] = x[i];
}

/** out = value in every component */
export function fill(out: Vector, value: number): void {
  for (let i = 0; i < out.length; i++) out[i] = value;
}

/** out = a out */
export function scale(out: Vector, a: number): void {
  for (let i = 0; i < out.length; i++) out[i] *= a;
}

/** out = out + a x */
export function axpy(out: Vector, a: number, x: Vector): void {
  for (let i = 0; i < out.length; i++) out[i] += a * x[i];
}

/** out = out + a w * x, component by component (a diagonal matrix w times x) */
export function mulAxpy(out: Vector, a: number, w: Vector, x: Vector): void {
  for (let i = 0; i < out.length; i++) out[i] += a * (w[i] * x[i]);
}

/** out = x + a y */
export function addScaled(out: Vector, x: Vector, a: number, y: Vector): void {
  for (let i = 0; i < out.length; i++) out[i] = x[i] + a * y[i];
}

/** out = a x + b y */
export function combine(out: Vector, a: number, x: Vector, b: number, y: Vector): void {
  for (let i = 0; i < out.length; i++) out[i] = a * x[i] + b * y[i];
}

/** out = x - y */
export function subtract(out: Vector, x: Vector, y: Vector): void {
  for (let i = 0; i < out.length; i++) out[i] = x[i] - y[i];
}

/** out = w * x, component by component */
export function multiply(out: Vector, w: Vector, x: Vector): void {
  for (let i = 0; i < out.length; i++) out[i] = w[i] * x[i];
}

export function dot(x: Vector, y: Vector): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** The Euclidean norm; the squares may overflow. */
export function norm2(x: Vector): number {
  return Math.sqrt(dot(x, x));
}

/** The largest magnitude; NaN if any component is NaN. */
export function normInf(x: Vector): number {
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const size = Math.abs(x[i]);
    if (!(size <= largest)) {
      if (Number.isNaN(size)) return size;
      largest = size;
    }
  }
  return largest;
}

/**
 * The largest sum_j |A_ij x_j| over the rows i of a sparse matrix: row i has the entries A[k] in the columns column[k],
 * k from rowStart[i] to rowStart[i + 1]. Rows whose sum is NaN are skipped.
 */
export function largestRow(A: Vector, rowStart: Int32Array, column: Int32Array, x: Vector): number {
  let largest = 0;
  for (let i = 0; i + 1 < rowStart.length; i++) {
    let sum = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += Math.abs(A[k] * x[column[k]]);
    if (sum > largest) largest = sum;
  }
  return largest;
}

/** sqrt(mean of (w x)^2): the norm of an error `x` measured in units of the tolerance, `w` = 1 / tolerance. */
export function weightedRms(x: Vector, w: Vector): number {
  if (x.length === 0) return 0;
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    const scaled = w[i] * x[i];
    sum += scaled * scaled;
  }
  return Math.sqrt(sum / x.length);
}

/**
 * Root mean square ("rms"), or largest ("max"), of error_i / (atol_i + rtol max(|before_i|, |after_i|)); 0 where the error is
 * 0, whatever the tolerance.
 */
export function scaledNorm(
  error: Vector,
  before: Vector,
  after: Vector,
  atol: Vector,
  rtol: number,
  norm: "rms" | "max",
): number {
  const n = error.length;
  let sum = 0;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const a = Math.abs(before[i]);
    const b = Math.abs(after[i]);
    const part = error[i] === 0 ? 0 : error[i] / (atol[i] + rtol * (a > b ? a : b));
    sum += part * part;
    if (norm === "max") largest = Math.max(largest, Math.abs(part));
  }
  return norm === "max" ? largest : Math.sqrt(sum / Math.max(n, 1));
}

/** Whether all components are finite. x - x is 0 or NaN; four sums of it do not wait for each other. */
export function allFinite(x: Vector): boolean {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const whole = x.length & -4;
  for (let i = 0; i < whole; i += 4) {
    a += x[i] - x[i];
    b += x[i + 1] - x[i + 1];
    c += x[i + 2] - x[i + 2];
    d += x[i + 3] - x[i + 3];
  }
  for (let i = whole; i < x.length; i++) a += x[i] - x[i];
  return a + b + c + d === 0;
}
