/**
 * What the right-hand side of a problem is like near one state: the eigenvalues of dF/dy, from its own Jacobian where it
 * has one and from differences of F otherwise. All of them for small systems, and the outer ones for large ones.
 */

import type { F64, Problem, State } from "../../core/index.js";
import { denseEigenvalues } from "../../linalg/dense-eigenvalues.js";
import { krylovEigenvalues } from "./krylov.js";

/** The number of products with the Jacobian: all its columns for at most this many unknowns; otherwise they find the outer eigenvalues. */
const products = 40;
/** The step of central differences, as a fraction of the size of the state: the cube root of the unit roundoff. */
const differences = 6e-6;
/** A component that is smaller than this fraction of the largest, and changes little, is still changed by this fraction of it. */
const smallest = 1e-4;
/**
 * Parts of eigenvalues below this fraction of the largest are rounding errors: differences have errors of 1e-11, and
 * double eigenvalues of its square root.
 */
const doubleNoise = 1e-5;
/** The same where forces are in single precision, whose differences have errors of 1e-5. */
const mixed = { increment: 4e-3, noise: 4e-3 } as const;
/** The tangent of 50 degrees, the sector in which formulas of backward differentiation of order 5 are stable. */
const sector = 1.2;

export interface Spectrum {
  /** The largest -Re: the rate at which the fastest transient decays; 0 if none decays. */
  readonly decay: number;
  /** The largest Re: the rate at which nearby solutions can separate; 0 if none do. */
  readonly growth: number;
  /** The largest |Im|: the fastest oscillation, in radians per unit of time. */
  readonly frequency: number;
  /** The largest modulus. */
  readonly radius: number;
  /** The largest modulus of eigenvalues that decay little in a period: those outside the sector |Im| < 1.2 |Re|, Re < 0. */
  readonly ringing: number;
  /** Whether every eigenvalue was found, not only the outer ones. */
  readonly complete: boolean;
}

/**
 * Makes a function that finds the spectrum at a state. The result is undefined if the problem has no complete
 * right-hand side, or if it cannot be evaluated there.
 */
export function spectrumOf(problem: Problem): (s: State) => Spectrum | undefined {
  const { arena, dimension, n } = problem;
  const { rate, workspace } = problem;
  const { increment, noise } = workspace.mechanics?.mixed ? mixed : { increment: differences, noise: doubleNoise };
  if (rate === undefined) return () => undefined;
  const jacobian = problem.rate?.jacobian?.();
  const values = arena.f64(jacobian?.rows.length ?? 0);
  const [x, out, unit, shifted, other] = Array.from({ length: 5 }, () => arena.f64(dimension));

  return (s) => {
    // units of each component: eigenvalues do not depend on them, but differences do
    if (rate(other, s.t, s.y) !== "ok") return undefined;
    units(unit, s, other, n);
    if (jacobian !== undefined) jacobian.evaluate(values, s.t, s.y);

    /** Column by column, which a dense solver balances: the choice of units does not matter. */
    const everyEigenvalue = () => {
      const A = new Float64Array(dimension * dimension);
      for (let j = 0; j < dimension; j++) {
        x.fill(0);
        x[j] = 1;
        if (!product(out, x)) return undefined;
        for (let i = 0; i < dimension; i++) A[i * dimension + j] = out[i];
      }
      return denseEigenvalues(A, dimension);
    };

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

    const complete = dimension <= products;
    const found = complete ? everyEigenvalue() : krylovEigenvalues(dimension, products, x, out, product);
    if (found === undefined) return undefined;
    let [decay, growth, frequency, radius, ringing] = [0, 0, 0, 0, 0];
    found.re.forEach((re, k) => {
      const im = found.im[k];
      decay = Math.max(decay, -re);
      growth = Math.max(growth, re);
      frequency = Math.max(frequency, Math.abs(im));
      const modulus = Math.sqrt(re * re + im * im);
      radius = Math.max(radius, modulus);
      if (Math.abs(im) > sector * Math.abs(re)) ringing = Math.max(ringing, modulus);
    });
    const clean = (x: number): number => (x > noise * radius ? x : 0);
    return {
      decay: clean(decay),
      growth: clean(growth),
      frequency: clean(frequency),
      radius,
      ringing: clean(ringing),
      complete,
    };
  };
}

/**
 * The size of each component: what it is, or what it becomes in the time in which the largest rate changes the largest
 * component by itself, because components that are 0 at the start have a size too. Of mechanics one for all positions and
 * one for all velocities.
 */
function units(unit: F64, s: State, dy: F64, n: number): void {
  const [states, rates] = [s.y.subarray(2 * n), dy.subarray(2 * n)];
  const [size, speed] = [largest(states), largest(rates)];
  const time = size > 0 && speed > 0 ? size / speed : 1;
  const floor = smallest * Math.max(size, time * speed) || 1;
  for (let i = 0; i < states.length; i++)
    unit[2 * n + i] = Math.max(Math.abs(states[i]), time * Math.abs(rates[i]), floor);
  const position = largest(s.q) || 1;
  const velocity = Math.max(largest(s.v), Math.sqrt(position * largest(dy.subarray(n, 2 * n)))) || position;
  unit.fill(position, 0, n);
  unit.fill(velocity, n, 2 * n);
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
