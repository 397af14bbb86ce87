/**
 * Filters: even functions K on [-1, 1] of unit mass that keep slow functions and damp fast ones (Ariel section 3.1).
 * Two numbers decide: `moments` mu, the integrals of K t^j that vanish for j = 1 … mu (slow functions are kept to order
 * mu + 1 in the length of the window, Lemma 3.1), and `smoothness` nu (f oscillations within the window are damped by
 * f^-nu, Lemma 3.2).
 */

import { checkedOptions, type OptionTable, TautError } from "../core/index.js";
import { denseLu } from "../linalg/index.js";
import { hostMath } from "../math/index.js";
import { power } from "../math/root.js";

export interface Filter {
  readonly name: string;
  readonly moments: number;
  /** As in Lemma 3.2, item 2: K to K^(nu-2) continuous, jumps in K^(nu-1) and K^(nu) allowed. */
  readonly smoothness: number;
  /** K(x) up to a factor, |x| <= 1; even. */
  value(x: number): number;
}

/** The piecewise cubic of Ariel section 5.2: mu = 3, nu = 2. */
export const cubic: Filter = {
  name: "cubic",
  moments: 3,
  smoothness: 2,
  value(x) {
    const s = Math.abs(x);
    if (s <= 0.5) return 2 + s * (-2 + s * (-8 + 8 * s));
    return s <= 1 ? 2 + s * (-22 / 3 + s * (8 - (8 / 3) * s)) : 0;
  },
};

/** The exponential of Sanz-Serna section 4: mu = 1, every derivative continuous. */
export const exponential: Filter = {
  name: "exponential",
  moments: 1,
  smoothness: Number.POSITIVE_INFINITY,
  value: (x) => (Math.abs(x) < 1 ? hostMath.exp(5 / (x * x - 1)) : 0),
};

const odd: readonly number[] = Array.from({ length: 16 }, (_, k) => 2 * k + 1);

/** The options of `smooth` as data. An even filter has an odd number of vanishing moments. */
export const smoothOptions = {
  moments: {
    type: "choice",
    of: odd,
    about: 'Number of vanishing moments of the filter "smooth". The default is 3.',
    default: undefined,
  },
  smoothness: {
    type: "integer",
    from: 2,
    to: 40,
    about: 'Smoothness of the filter "smooth", which damps f oscillations by f^-smoothness. The default is 6.',
    default: undefined,
  },
} as const satisfies OptionTable;

/** (1 - x^2)^(nu - 1) times the even polynomial that makes `moments` of them vanish: any mu, any nu >= 2. */
export function smooth(moments: number, smoothness: number): Filter {
  checkedOptions("filter", smoothOptions, { moments, smoothness });
  return { name: "smooth", moments, smoothness, value: (x) => power(Math.max(0, 1 - x * x), smoothness - 1) };
}

/**
 * Weights of the points ±k, k = 0 … steps, of a window: K times the even polynomial of degree mu - 1 that gives the
 * *sum* unit mass and vanishing moments. The trapezoid rule alone would leave an error of about 1e-6 in them, at every
 * omega.
 */
export function sample(filter: Filter, steps: number): Float64Array {
  const { moments, value } = filter;
  const size = (moments + 1) / 2;
  const weights = Float64Array.from({ length: steps + 1 }, (_, k) => value(k / steps));
  // 1. sum of w P T_2i = T_2i(0) for i < size, P = sum of c_j T_2j
  const even = Array.from(weights, (_, k) => evenChebyshev(k / steps, size));
  const matrix = new Float64Array(size * size);
  weights.forEach((w, k) => {
    const twice = k === 0 ? w : 2 * w;
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) matrix[i * size + j] += twice * even[k][i] * even[k][j];
  });
  const c = Float64Array.from(evenChebyshev(0, size));
  const lu = denseLu(size);
  if (!(lu.factor(matrix) > 1e-12)) {
    const needs = `a filter with ${moments} vanishing moments needs more than ${steps} steps to each side`;
    throw new TautError("filter.steps", `${needs}. Give more, or ask for fewer moments.`);
  }
  lu.solve(c);
  const filtered = (): Float64Array => weights.map((w, k) => w * even[k].reduce((sum, T, j) => sum + c[j] * T, 0));
  // 2. refine once against the actual sums of the weights, because many moments are badly conditioned
  const missing = Float64Array.from(evenChebyshev(0, size));
  filtered().forEach((w, k) => {
    for (let i = 0; i < size; i++) missing[i] -= (k === 0 ? w : 2 * w) * even[k][i];
  });
  lu.solve(missing);
  for (let j = 0; j < size; j++) c[j] += missing[j];
  return filtered();
}

/** T_0, T_2, T_4, … at x: the polynomials T_j at 2 x^2 - 1. */
function evenChebyshev(x: number, count: number): number[] {
  const s = 2 * x * x - 1;
  const values = [1, s];
  for (let j = 2; j < count; j++) values.push(2 * s * values[j - 1] - values[j - 2]);
  return values.slice(0, count);
}

/** The response to cos(k theta), w_0 + 2 sum w_k cos(k theta), by Clenshaw's recurrence in c = cos theta. */
export function response(weights: ArrayLike<number>, c: number): number {
  let [b1, b2] = [0, 0];
  for (let k = weights.length - 1; k >= 1; k--) {
    const b = 2 * weights[k] + 2 * c * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return weights[0] + c * b1 - b2;
}

/** cos theta of a mode of frequency omega under velocity Verlet: sin(theta / 2) = omega h / 2. */
export const verletCosine = (omegaH: number): number => 1 - 0.5 * omegaH * omegaH;

/**
 * Odd weights of the filtered derivative: differences of the even ones, d_k = (w_(k-1) - w_(k+1)) / 2, in units of 1/h.
 * For filters that vanish at the ends of the window.
 */
export function differenceWeights(out: Float64Array, even: ArrayLike<number>, steps: number): void {
  for (let k = 1; k <= steps; k++) out[k] = 0.5 * (even[k - 1] - (k < steps ? even[k + 1] : 0));
}
