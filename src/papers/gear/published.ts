/** What Gear prints, as data. No measurement uses this file. */

/** Table 4.1: largest errors of problem 1 over T = 100. The table calls S1 and S2 of the text R1 and R2. Run times are not compared. */
export const table41 = { S1: 0.0678, S2: 0.0203, P1: 0.00026, P2: 0.0063, B: 0.0008 };

/** Table 4.2: energy change of problem 2 with seven pendula over T = 100. */
export const table42 = { R1: -0.0032, R2: 0.0055, P1: -0.00022 };

/** Sections 3 and 4, in words. */
export const claims = {
  nilpotent: "J + beta I is nilpotent with index 2: two steps of forward Euler of length 1/beta annihilate the errors",
  amplification: "the first such step amplifies an error in x by beta",
  decaying: "the 2m additional eigenvalues are asymptotically close to -beta as beta gets large",
  turning: "m pairs of eigenvalues almost at +-beta on the imaginary axis",
  fails: "a direct application of the method with an inner step size of -1/beta will fail miserably",
  largerBeta: "larger beta leads to failure of the integrator",
  /** "Almost 15 periods". */
  periods: 15,
  /** The stability polynomial of (4.2), as a function of (h lambda)^2. */
  polynomial: (z2: number): number => 1 + z2,
  consistent: "the first inner integration steps moved the pendula to consistent positions",
  beta: "different values of beta had insignificant impact",
  betaOfOne: "nothing: the paper states independence of beta for one pendulum only",
  potential: "explicit projective integrators are particularly efficient",
};
