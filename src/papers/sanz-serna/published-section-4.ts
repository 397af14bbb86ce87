/** What Sanz-Serna prints in section 4, as data. No measurement uses this file. */

/** Table 1: errors in q; rows by omega2, columns RK4 with H = 1, 1/2, … 1/32, then ode45. */
export const table1: Readonly<Record<string, readonly number[]>> = {
  200: [4.3e-1, 6.1e-2, 4.9e-2, 4.8e-2, 4.8e-2, 4.8e-2, 4.9e-2],
  500: [4.7e-1, 4.6e-2, 9.1e-3, 8.0e-3, 7.9e-3, 7.9e-3, 9.9e-3],
  1000: [4.7e-1, 4.3e-2, 3.3e-3, 2.1e-3, 2.1e-3, 2.1e-3, 4.1e-3],
  2000: [4.7e-1, 4.3e-2, 1.7e-3, 6.5e-4, 5.9e-4, 5.9e-4, 2.7e-3],
  5000: [4.7e-1, 4.1e-2, 1.3e-3, 2.1e-4, 1.5e-4, 1.6e-4, 2.2e-3],
  10000: [4.6e-1, 3.5e-2, 1.4e-3, 1.3e-4, 6.9e-5, 6.9e-5, 1.9e-3],
  20000: [3.5e-1, 2.8e-2, 2.1e-3, 1.4e-4, 3.3e-5, 3.1e-5, 1.6e-3],
};

/** Table 2: steps and failed steps of ode45, directly and with HMM. Computing times depend on the machine and are left out. */
export const table2: Readonly<
  Record<string, { readonly steps: number; readonly failed: number; readonly hmm: number; readonly hmmFailed: number }>
> = {
  200: { steps: 3563, failed: 802, hmm: 22, hmmFailed: 0 },
  500: { steps: 8880, failed: 2040, hmm: 22, hmmFailed: 0 },
  1000: { steps: 17796, failed: 4012, hmm: 22, hmmFailed: 0 },
  2000: { steps: 35589, failed: 7914, hmm: 22, hmmFailed: 0 },
  5000: { steps: 88898, failed: 19125, hmm: 22, hmmFailed: 0 },
  10000: { steps: 178496, failed: 38840, hmm: 22, hmmFailed: 1 },
  20000: { steps: 350740, failed: 80250, hmm: 23, hmmFailed: 1 },
};

export const cases = {
  /** (ii): maxima of the errors in positions and velocities. */
  second: { q: 0.041, v: 19.341 },
  /** (iii), projected again at t = 1, …, 9. */
  third: 0.0359,
  /** (iii) without projection: potential energy of the first spring near t = 2, where the first mass turns. */
  thirdEnergy: 3,
};
