/**
 * What Tao–Owhadi prints or states in its mechanical sections, as data. The paper plots errors without numbers: those of figures 1 and 3
 * come from an independent computation with its parameters (docs/theory/tao-owhadi.md). No measurement uses this file.
 */

import { hostMath } from "../../math/index.js";

const { cos } = hostMath;

/** Sections 1.2 and 2. */
export const theorems = {
  orders: { zs: 2, zss: 2, fourth: 4 },
  /** "o(1), independent of omega". */
  stepExponent: 0,
};

/** Section 3. */
export const limit = {
  constrained: (t: number): number => cos(t),
  /** With the sign of this library, opposite to that of the paper. */
  multiplier: (t: number): number => cos(t),
  penalised(omega: number, t: number): number {
    const [square, root] = [omega * omega, Math.sqrt(4 + omega * omega * omega * omega)];
    // the small root follows from the product of the two, omega^2, without cancellation
    const large = (2 + square + root) / 2;
    return (cos(Math.sqrt(square / large) * t) - cos(Math.sqrt(large) * t)) / root;
  },
  /** The amplitude with which omega^2 q1 oscillates about the multiplier at every omega, so that (3.1) does not hold. */
  oscillation: 1,
  /** Powers of omega in q2 minus its limit, and in the average of omega^2 g over a window minus that of the multiplier. */
  strongExponent: -2,
  weakExponent: -1,
};

/** Section 4.1. */
export const pendulum = {
  /** Figure 1: maximal errors of x2 and y2, h = 0.1, omega = 20, beta = 0.4, T = 50. */
  errors: { shake: 0.022, variationalEuler: 0.023, newmark: 0.103, zs: 0.095, zss: 0.148, trapezoidal: 0.066 },
  /** Error of Z&S over that of Newmark: "almost identical". */
  ratio: 1,
  /** Row 5, "large error". */
  oneIteration: 2,
  /** Figure 2(a): O(omega^-2). */
  modellingExponent: -2,
  modelling: 2.92,
  constraintExponent: -2,
  /** Figure 2(b): the average over 0.2 is the multiplier, the value itself is not. */
  averageError: 0,
  /** omega = 2000: "instability occurs in all Z&S, original Newmark and implicit midpoint". */
  unstable: ["zs", "newmark", "implicit-midpoint"],
};

/** Figure 2: "Verlet would require h = 0.001 for stability". */
export const figure2 = { verletStep: 0.001 };

/** Section 4.1: the same start over a longer time. */
export const leakage = {
  /** "None of our symplectic simulations led to numerical leakage": rates at which neighbours separate in regular and chaotic motion. */
  regularRate: [-0.2, 0.08] as const,
  chaoticRate: [0.12, 1] as const,
  partedAtMost: 1e3,
};

/** Section 4.2: "good agreement between SHAKE and Z&S"; the number is that of an independent computation to t = 20. */
export const agreement = { distance: 0.017 };

/**
 * Section 4.3, figures 4 and 7, which have no numbers: the two methods agree at the temperature 1/50. The peaks are those of an
 * independent computation of the smaller cluster in eV, Å and amu.
 */
export interface WaterCluster {
  readonly peaks?: readonly [number, number];
  /** What the text says of the two histograms. */
  readonly distance: string;
  readonly temperature: number;
}
const agreeing: WaterCluster = {
  distance: "the histograms of SHAKE and Z&Ss illustrate the accuracy of Z&S in sampling",
  temperature: 1,
};
export const clusters: Readonly<Record<"seven" | "hundred", WaterCluster>> = {
  seven: { ...agreeing, peaks: [2.79, 4.55] },
  hundred: agreeing,
};

/** Section 4.3, figure 5. */
export const deterministic = { averageError: "the average of omega^2 g is the multiplier (theorem 1.3)" };

/** Section 4.4. */
export const conformations = {
  /** arccos(0.7) and 2 pi minus it. */
  stable: [0.795, 5.49],
  /** "h = 0.2 in velocity-Verlet is near the stability limit". */
  verletLimit: 0.2,
};

/** Section 4.5, as far as it is quantified: h = 0.1, omega = 10, beta = 0.4. */
export const rotations = {
  orders: { first: 1, second: 2 },
  /** "R^T R = I up to arithmetic error" of the Lie-group method; Z&S is off by what the penalty allows. */
  penaltyExponent: -2,
};

/** The printed scheme of the same section, figure 10(a). */
export const printedRotations = { energyDrift: '"Preservation of energy" (caption of figure 10)' };

/** The benchmark (4.12) of the same section. */
export const lieGroup = {
  orders: { first: 1, second: 2 },
  orthogonality: 0,
  energy: '"Preservation of energy" (caption of figure 10)',
  benchmark: 0,
};
