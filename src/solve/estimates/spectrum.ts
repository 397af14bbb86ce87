/**
 * The outer eigenvalues of dF/dy near one state of a problem, from its own Jacobian if it has one, otherwise from
 * differences of F.
 */

import type { F64, Problem, State } from "../../core/index.js";
import { krylovEigenvalues } from "./krylov.js";

/**
 * The number of products with the Jacobian: enough for all eigenvalues of small systems and the outer ones of large
 * ones.
 */
const products = 40;
/** The step of central differences, as a fraction of the size of the state: the cube root of the unit roundoff. */
const increment = 6e-6;
/**
 * Parts of eigenvalues below this fraction of the largest are rounding errors: differences have errors of 1e-11, and
 * double eigenvalues of its square root.
 */
const noise = 1e-5;

export interface Spectrum {
  /** The largest -Re: the rate at which the fastest transient decays; 0 if none decays. */
  readonly decay: number;
  /** The largest Re: the rate at which nearby solutions can separate; 0 if none do. */
  readonly growth: number;
  /** The largest |Im|: the fastest oscillation, in radians per unit of time. */
  readonly frequency: number;
  /** The largest modulus. */
  readonly radius: number;
  /** Whether every eigenvalue was found, not only the outer ones. */
  readonly complete: boolean;
}

/**
 * Makes a function that finds the spectrum at a state. The result is undefined if the problem has no complete
 * right-hand side, or if it cannot be evaluated there.
 */
export function spectrumOf(problem: Problem): (s: State) => Spectrum | undefined {
  const { arena, dimension, n } = problem;
  const { rate } = problem;
  if (rate === undefined) return () => undefined;
  const jacobian = problem.rate?.jacobian?.();
  const values = arena.f64(jacobian?.rows.length ?? 0);
  const [x, out, unit, shifted, other] = Array.from({ length: 5 }, () => arena.f64(dimension));

  return (s) => {
    // units of each component: eigenvalues do not depend on them, but differences do
    if (rate(other, s.t, s.y) !== "ok") return undefined;
    units(unit, s, other, n);
    if (jacobian !== undefined) jacobian.evaluate(values, s.t, s.y);

    const product = (out: F64, x: F64): boolean => {
      if (jacobian !== undefined) {
        out.fill(0);
        const { rows, cols } = jacobian;
        for (let k = 0; k < rows.length; k++) out[rows[k]] += values[k] * (unit[cols[k]] * x[cols[k]]);
      } else {
        for (let i = 0; i < dimension; i++) shifted[i] = s.y[i] + increment * unit[i] * x[i];
        if (rate(out, s.t, shifted) !== "ok") return false;
        for (let i = 0; i < dimension; i++) shifted[i] = s.y[i] - increment * unit[i] * x[i];
        if (rate(other, s.t, shifted) !== "ok") return false;
        for (let i = 0; i < dimension; i++) out[i] = (out[i] - other[i]) / (2 * increment);
      }
      for (let i = 0; i < dimension; i++) out[i] /= unit[i];
      return true;
    };

    const found = krylovEigenvalues(dimension, products, x, out, product);
    if (found === undefined) return undefined;
    let [decay, growth, frequency, radius] = [0, 0, 0, 0];
    found.re.forEach((re, k) => {
      const im = found.im[k];
      decay = Math.max(decay, -re);
      growth = Math.max(growth, re);
      frequency = Math.max(frequency, Math.abs(im));
      radius = Math.max(radius, Math.sqrt(re * re + im * im));
    });
    const clean = (x: number): number => (x > noise * radius ? x : 0);
    const complete = dimension <= products;
    return { decay: clean(decay), growth: clean(growth), frequency: clean(frequency), radius, complete };
  };
}

/** The size of each component; for mechanics, one size for all positions and one for all velocities. */
function units(unit: F64, s: State, dy: F64, n: number): void {
  if (n === 0) {
    const floor = 1e-8 * largest(s.y) || 1;
    for (let i = 0; i < unit.length; i++) unit[i] = Math.max(Math.abs(s.y[i]), floor);
    return;
  }
  const position = largest(s.q) || 1;
  const velocity = Math.max(largest(s.v), Math.sqrt(position * largest(dy.subarray(n)))) || position;
  unit.fill(position, 0, n);
  unit.fill(velocity, n);
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
