/** What Ascher prints, as data. No measurement uses this file. */

/** Table 1.1: errors and drifts at t = 1 of backward Euler, h = 0.01, nu = 1000, for each gamma: (1.6), (1.7), (1.8). */
export const table11 = {
  gamma: [0, 1, 10, 100, 1000, 1e8],
  error0: [0.19e-2, 0.22e-2, 0.1e-2, 0.27e-4, 0.13e42, 0.92e74],
  drift0: [0.85e-2, 0.49e-2, 0.29e-3, 0.93e-8, 0.45e39, 0.45e58],
  error1: [0.2e-2, 0.11e-2, 0.56e-4, 0.14e-4, 0.14e-4, 0.14e-4],
  drift1: [0.85e-2, 0.49e-2, 0.31e-3, 0.39e-5, 0.4e-7, 0],
  error2: [0.19e-2, 0.25e-4, 0.14e-4, 0.14e-4, 0.14e-4, 0.14e-4],
  drift2: [0.85e-2, 0.1e-3, 0.12e-5, 0.12e-7, 0.13e-9, 0],
};

/** Example 2: distances of z_n from t_n^3 in units of h^3, without and with forward Euler stabilisation; the bound on h of (3.8). */
export const example2 = {
  unstabilised: (n: number): number => -n / 4,
  stabilised: -1 / 4,
  /** h < (1/(4 nu))^(1/3): the factor inside the root. */
  bound: 1 / 4,
};

/** Table 3.1: p2 after one and two periods of Kepler's problem, c = 0.5; h in units of pi. */
export const table31 = [
  { method: "euler", stabilised: false, h: 0.001, p2: [-0.63, -0.91] },
  { method: "euler", stabilised: true, h: 0.001, p2: [0.12e-3, 0.24e-3] },
  { method: "euler", stabilised: false, h: 0.0005, p2: [-0.35, -0.88] },
  { method: "euler", stabilised: true, h: 0.0005, p2: [0.32e-4, 0.63e-4] },
  { method: "midpoint", stabilised: false, h: 0.001, p2: [0.47e-3, 0.94e-3] },
  { method: "midpoint", stabilised: true, h: 0.001, p2: [0.27e-4, 0.55e-4] },
] as const;

/** What the text says about figures 4.2 to 4.13, which have no numbers. */
export const sliderCrank = {
  bounded: '"The advantage of applying this simple stabilization is evident": figures of the drift with it',
  grows: '"The advantage of applying this simple stabilization is evident": figures of the drift without it',
  advantage: "the advantage of applying this simple stabilization is evident",
};

/** Theorem 3.3 with F of (4.8): distances of positions and velocities from their constraints, as powers of h. */
export const longRuns = {
  velocity: (p: number): number => p + 1,
  position: (p: number): number => 2 * p + 2,
  why: "This is a claim of this project; the theorem has p + 1 for both levels. Positions come first in (4.8), and their correction is a Newton step, which squares the deviation.",
  bounded: "the manifold of (3.9) is asymptotically stable",
  grows: "a run without stabilisation leaves the constraints",
};

/** Section 4: forward Euler on (4.5) and (4.6) with the best parameters, from (s0, r0). */
export const returns = {
  vanish: "s_n = r_n = 0 for n >= 2 from arbitrary initial values",
  /** (s1, r1) of (4.5) with gamma = 1/h. */
  decoupled: (r0: number, h: number): readonly [number, number] => [h * r0, 0],
  /** r1 of (4.6) with alpha1 = 1/h and alpha2 = 2: "about -s0/h". */
  baumgarte: (s0: number, h: number): number => -s0 / h,
};
