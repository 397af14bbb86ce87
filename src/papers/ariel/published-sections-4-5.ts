/**
 * What Ariel prints in sections 4 and 5, as data and formulas. No measurement uses this file.
 */

import { hostMath } from "../../math/index.js";

const { cos, sin, log, abs } = { ...hostMath, abs: Math.abs };

/** Section 4: filtering of an exact micro-solution of the linear model problem. */
export const analysis = {
  /** The factor R by which filtering damps cos omega(t - t0), from the cosine transform Khat of the filter. */
  factor: (Khat: (x: number) => number, L: number): number => Khat(L),
  /** rho_infinity = A c / (1 - R), c = (Khat(L / omega) - 1) cos t0. */
  limit(Khat: (x: number) => number, L: number, omega: number, t0: number): number {
    const A = (omega * omega) / (omega * omega - 1);
    return (A * (Khat(L / omega) - 1) * cos(t0)) / (1 - Khat(L));
  },
  /** (18): the number l of iterations for a tolerance. */
  iterations(R: number, tolerance: number, Ac: number, As: number, rho0: number, sigma0: number): number {
    return (log(1 / tolerance) + log(abs(Ac) + abs(As) + abs(rho0) + abs(sigma0))) / log(1 / abs(R));
  },
  /** (19): a bound on the distance from the limit after stopping. */
  bound: (R: number, tolerance: number): number => (abs(R) * tolerance) / (1 - abs(R)),
  /** (16): O(omega^-(mu + 1)), mu = 3. */
  orderExponent: -4,
  /** Section 4.2: the tangential glide is linear in the number of iterations and O(omega^-(mu + 1)). */
  glideInIterations: 1,
  glideExponent: -4,
  slow: (omega: number, t: number) => {
    const A = (omega * omega) / (omega * omega - 1);
    return { q: A * cos(t), p: -A * sin(t) };
  },
};

/** Columns g1, g2, gdot1, gdot2 of Table 1 after 0 … 5 iterations from (29)-(30). */
export interface Column {
  readonly g1: readonly number[];
  readonly g2: readonly number[];
  readonly gdot1: readonly number[];
  readonly gdot2: readonly number[];
}

/** Section 5.3, Table 1. */
export const table1: { readonly [omega: string]: Column } = {
  1000: {
    g1: [3.08e-2, -3.4e-4, 9.71e-7, 1.01e-6, 1.01e-6, 1.01e-6],
    g2: [3.08e-2, -2.41e-4, 8.11e-7, 8.95e-7, 8.95e-7, 8.95e-7],
    gdot1: [-1.21e-1, 2.36e-3, 2.01e-5, 2.43e-6, 2.43e-6, 2.43e-6],
    gdot2: [-2.42e-1, 5.25e-3, 1.18e-5, 1.61e-6, 1.61e-6, 1.61e-6],
  },
  10000: {
    g1: [3.08e-2, -3.4e-4, -3.0e-8, 1.01e-8, 1.01e-8, 1.01e-8],
    g2: [3.08e-2, -2.41e-4, 7.49e-8, 8.91e-9, 8.95e-9, 8.95e-9],
    gdot1: [-1.21e-1, 2.34e-3, 1.75e-5, 3.0e-8, 2.43e-8, 2.43e-8],
    gdot2: [-2.42e-1, 5.28e-3, 1.02e-5, 1.45e-8, 1.61e-8, 1.62e-8],
  },
};

/** Sections 5.3 and 5.4: iteration counts, the points (33)-(36) from (31)-(32), multipliers. */
export const points = {
  iterationsFromFar: { 1000: 5, 10000: 5 },
  iterationsFromConstraints: { 1000: 2, 10000: 2 },
  /** (33), (34): x1, x2, then the velocities of y1, y2, with the digits that are printed. */
  at1000: { x1: 1.0000015, x2: 2.00000275, v1: -0.4999951, v2: 0.4999973 },
  /** (35), (36) */
  at10000: { x1: 1.000000015, x2: 2.0000000275, v1: -0.499999952, v2: 0.499999973 },
  /** y1, y2 and the velocities of x1, x2 are printed as 0. */
  rest: 0,
  /** Section 5.4: g1, g2 of (33) and (35), and the multipliers at (31)-(32). */
  g1000: { g1: 1.49e-6, g2: 1.23e-6 },
  g10000: { g1: 1.5e-8, g2: 1.25e-8 },
  multipliers: { first: 1.5, second: 1.25 },
  /** Section 5.3: the multipliers at the end of Table 1. */
  farMultipliers: { first: 1.01, second: 0.895 },
  /** Power of omega in the distance of the slow manifold from the constraint manifold. */
  manifoldExponent: -2,
};
