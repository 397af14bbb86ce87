/**
 * What Ariel prints in section 2, as data and formulas. An exponent k means O(omega^k). No measurement uses this file.
 */

import { hostMath } from "../../math/index.js";

const { cos, sin } = hostMath;

/** The deviation (rho0, sigma0) of a start at t0 from the slow solution. */
export interface Deviation {
  readonly omega: number;
  readonly t0: number;
  readonly rho0: number;
  readonly sigma0: number;
}

const slowAmplitude = (omega: number): number => (omega * omega) / (omega * omega - 1);

/** Section 2.1. */
export const drift = {
  /** Magnitude of the tangential drift at the distance kappa from the slow manifold: O(kappa/omega + kappa^2). */
  omegaExponentNear: -1,
  kappaExponentNear: 1,
  kappaExponentFar: 2,
};

/** Section 2.2, equations (5) to (8), remarks 1 and 2. */
export const linear = {
  /** (6) */
  slowAmplitude,
  slow: (omega: number, t: number) => ({ q: slowAmplitude(omega) * cos(t), p: -slowAmplitude(omega) * sin(t) }),
  /** (7) and (8) */
  general({ omega, t0, rho0, sigma0 }: Deviation, t: number) {
    const [A, angle] = [slowAmplitude(omega), omega * (t - t0)];
    return {
      q: A * cos(t) + rho0 * cos(angle) + (sigma0 / omega) * sin(angle),
      p: -A * sin(t) - omega * rho0 * sin(angle) + sigma0 * cos(angle),
    };
  },
  constrained: (t: number) => ({ q: cos(t), p: -sin(t) }),
  multiplier: (t: number) => cos(t),
  /** Distance of the slow solution from the constrained one. */
  slowExponent: { q: -2, p: -2 },
  /** Distance from the constrained solution after a start on the constraint manifold. */
  startedExponent: { q: -2, p: -1 },
  /** Distance of omega^2 g from lambda on the slow solution: by (4), and because omega^2 (A - 1) = A with A - 1 = O(omega^-2). */
  multiplierExponent: -2,
};

/** Section 2.3. */
export const pendulum = {
  /** The root r* of omega^2 r^3 (r - 1) = 4 M^2. */
  restRadius(omega: number, M: number): number {
    const right = (4 * M * M) / (omega * omega);
    let r = 1 + right;
    // Newton's method from above on a convex increasing function: twenty steps are more than enough
    for (let k = 0; k < 20; k++) r -= (r * r * r * (r - 1) - right) / (r * r * (4 * r - 3));
    return r;
  },
  expansion: (omega: number, M: number): number => 1 + (4 * M * M) / (omega * omega),
  /** Powers of omega in r* minus the expansion, and in r* - 1. */
  expansionExponent: -4,
  manifoldExponent: -2,
  /** Relative change of M, and of r and phidot in the uniform circular motion. */
  change: 0,
  /** lambda = phidot^2 */
  multiplier: (phidot: number): number => phidot * phidot,
  /** Remarks 1 and 2: "easily checked". */
  slowExponent: { q: -2, p: -2 },
  startedExponent: { q: -2, p: -1 },
  multiplierExponent: -2,
};

/** Section 2.4. */
export const bounded = {
  /** q = cos t + omega^-2 cos t + O(omega^-4). */
  secondApproximation: (omega: number, t: number): number => cos(t) + cos(t) / (omega * omega),
  secondExponent: -4,
  /** q = cos t + O(omega^-2) keeps the second derivative bounded. */
  firstExponent: -2,
  firstSecondDerivative: 0,
  /** The second approximation keeps the fourth derivative bounded. */
  secondFourthDerivative: 0,
  /** (8) differentiated: the first approximation leaves rho0 = O(omega^-2), so q'''' = O(omega^4 rho0). */
  firstFourthDerivative: 2,
};
