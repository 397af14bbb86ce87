/**
 * What can go wrong with equations that are the caller's functions, looked for once, at the start: results that are returned and not
 * written, entries that are left out or added to, and derivatives that are not those of the function beside them. Each of these would
 * otherwise be solved as it stands, without a sign that it is not what was meant.
 */

import { maximum, TautError } from "../core/index.js";

/** Writes the results of a function to `out`, at one fixed place. Returns what the function returned. */
export type Trial = (out: Float64Array) => unknown;

/**
 * Refuses a function that does not write every one of its `length` results. It is called with an array of zeros, of ones, and of zeros
 * again: a result that is not written differs between the first two, and so does one that is added to what the array held.
 * `path` names the function, `out` its first argument, `nameOf` its results.
 */
export function checkWritten(
  path: string,
  out: string,
  length: number,
  nameOf: (i: number) => string,
  trial: Trial,
): void {
  const [zeros, ones, again] = [0, 1, 0].map((filling) => {
    const array = new Float64Array(length).fill(filling);
    return { array, returned: trial(array) };
  });
  for (let i = 0; i < length; i++) {
    if (Object.is(zeros.array[i], ones.array[i])) continue;
    const place = `${out}[${i}] ("${nameOf(i)}")`;
    if (zeros.array[i] === 0 && ones.array[i] === 1)
      throw new TautError(
        path,
        `the function must write ${place}; it leaves it as it was. ${advice(zeros.returned, out)}`,
      );
    if (Object.is(zeros.array[i], again.array[i]))
      throw new TautError(
        path,
        `the function must not read ${place} before it writes it; the result changes with what the array held. Write ${out}[${i}] = … before you add to it.`,
      );
    throw new TautError(
      path,
      `the function must give one result for one state; it wrote ${zeros.array[i]}, then ${again.array[i]} to ${place} for the same one. For a heat bath use langevin, for noise of your own a fixed table.`,
    );
  }
}

const advice = (returned: unknown, out: string): string =>
  Array.isArray(returned) || ArrayBuffer.isView(returned)
    ? `What it returns is not read: write the results into ${out}, its first argument.`
    : "Every entry must be written at every call.";

/** A function with its derivative, in the one direction that is asked for. */
export interface Slope {
  /** The name of the derivative, such as "jacobian". */
  readonly path: string;
  /** What is differentiated, for the message. */
  readonly of: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly value: (out: Float64Array, x: Float64Array) => void;
  /** The derivative at x along d, from what the caller gave. */
  readonly along: (out: Float64Array, x: Float64Array, d: Float64Array) => void;
}

/** A derivative that differs from differences by more than this, relatively, is that of another function. */
const tolerance = 1e-3;

/**
 * Weights of f(-2h) … f(2h) in h^power times a derivative, and the steps h as parts of the size of the arguments. Where differences with
 * these steps do not agree, nothing is concluded.
 */
const first = { power: 1, weights: [1 / 12, -2 / 3, 0, 2 / 3, -1 / 12], steps: [1e-3, 1e-5, 1e-7] };
const second = { power: 2, weights: [-1 / 12, 4 / 3, -5 / 2, 4 / 3, -1 / 12], steps: [1e-2, 1e-3, 1e-4] };

/**
 * Refuses a derivative that is not that of its function. It is compared with differences at three places at and near `x`, because a
 * function may have a kink at one of them.
 */
export function checkSlope(slope: Slope, x: ArrayLike<number>): void {
  const { path, of, rows, columns } = slope;
  const size = sizeOf(x);
  const mismatch = (place: Float64Array, d: Float64Array): Mismatch | undefined => {
    const given = new Float64Array(rows.length);
    slope.along(given, place, d);
    const line = (s: number, out: Float64Array): void =>
      slope.value(
        out,
        place.map((entry, k) => entry + s * d[k]),
      );
    return furthest(given, line, first, size);
  };
  const places = [0, 1, 2].map((round) => near(x, round));
  const direction = Float64Array.from({ length: x.length }, (_, k) => spread(k));
  if (places.some((place) => mismatch(place, direction) === undefined)) return;
  const columnOf = (column: number): Float64Array => new Float64Array(x.length).fill(1, column, column + 1);
  const found = columns.flatMap((name, k) => {
    const here = mismatch(places[0], columnOf(k));
    return here === undefined ? [] : [{ ...here, name }];
  });
  if (found.length === 0) return;
  const { name, row, given, differences } = found.reduce((a, b) => (b.off > a.off ? b : a));
  throw new TautError(
    path,
    `must be the derivative of ${of}: for "${rows[row]}" by ${name} it gives ${short(given)} at the start, and differences of ${of} give ${short(differences)}. Correct it, or leave it out: differences are the default.`,
  );
}

/** Refuses a curvature that is not the second derivative of g(t + s, q + s v) with respect to s. */
export function checkCurvature(
  names: readonly string[],
  g: (out: Float64Array, t: number, q: Float64Array) => void,
  curvature: (out: Float64Array, t: number, q: Float64Array, v: Float64Array) => void,
  t: number,
  start: { readonly q: ArrayLike<number>; readonly v: ArrayLike<number> },
): void {
  const found = [0, 1, 2].map((round) => {
    // with a velocity of the size of q, so that a small step moves the point by a small part
    const [q, size] = [near(start.q, round), sizeOf(start.q)];
    const v = q.map((_, k) => size * spread(k + q.length * round));
    const given = new Float64Array(names.length);
    curvature(given, t, q, v);
    const line = (s: number, out: Float64Array): void =>
      g(
        out,
        t + s,
        q.map((entry, k) => entry + s * v[k]),
      );
    return furthest(given, line, second, 1);
  });
  const worst = found[0];
  if (worst === undefined || found.includes(undefined)) return;
  throw new TautError(
    "curvature",
    `must be the second derivative of g(t + s, q + s v) with respect to s: for "${names[worst.row]}" it gives ${short(worst.given)} at the start with a velocity made for this trial, and differences of g give ${short(worst.differences)}. Correct it, or leave it out: differences are the default.`,
  );
}

/** The name of entry i of a matrix, row by row. */
export const entryName =
  (rows: readonly string[], columns: readonly string[]) =>
  (i: number): string =>
    `${rows[Math.floor(i / columns.length)]} by ${columns[i % columns.length]}`;

/** out = A d for a dense matrix, row by row. */
export function timesDense(out: Float64Array, A: Float64Array, d: Float64Array): void {
  for (let i = 0; i < out.length; i++) {
    out[i] = 0;
    for (let k = 0; k < d.length; k++) out[i] += A[i * d.length + k] * d[k];
  }
}

const short = (x: number): string => String(Number(x.toPrecision(4)));

const sizeOf = (x: ArrayLike<number>): number =>
  Array.from(x).reduce((most, entry) => Math.max(most, Math.abs(entry)), 0) || 1;

/** Numbers from -0.75 to 0.75 without a pattern, none of them small. */
const spread = (k: number): number => {
  const part = ((k + 1) * 0.6180339887498949) % 1;
  return part < 0.5 ? -0.25 - part : part - 0.25;
};

/** The start, and with `round` 1, 2, … points beside it. */
const near = (x: ArrayLike<number>, round: number): Float64Array =>
  Float64Array.from(x, (entry, k) => entry + 1e-3 * sizeOf(x) * round * spread(k + x.length * round));

interface Mismatch {
  readonly off: number;
  readonly row: number;
  readonly given: number;
  readonly differences: number;
}

/** The entry of `given` that is furthest from the differences of `line` at 0, if it is certainly another number. */
function furthest(
  given: Float64Array,
  line: (s: number, out: Float64Array) => void,
  { power, weights, steps }: typeof first,
  size: number,
): Mismatch | undefined {
  const [coarse, ...finer] = steps.map((part) => {
    const h = part * size;
    const [sum, out, most] = [0, 1, 2].map(() => new Float64Array(given.length));
    weights.forEach((weight, k) => {
      out.fill(0);
      line((k - 2) * h, out);
      for (let i = 0; i < out.length; i++) {
        sum[i] += (weight * out[i]) / h ** power;
        most[i] = Math.max(most[i], Math.abs(out[i]));
      }
    });
    return { sum, rounding: most.map((value) => (1e-14 * value) / h ** power) };
  });
  let found: Mismatch | undefined;
  for (let row = 0; row < given.length; row++) {
    const differences = coarse.sum[row];
    const off = Math.abs(given[row] - differences);
    const unsure = maximum(finer.map(({ sum, rounding }) => Math.abs(differences - sum[row]) + rounding[row]));
    const size = Math.max(Math.abs(given[row]), Math.abs(differences));
    if (off > tolerance * size + 10 * unsure && off > (found?.off ?? 0))
      found = { off, row, given: given[row], differences };
  }
  return found;
}
