/**
 * Radau IIA with three stages: collocation at c, order 5, stiffly accurate (the last stage is the end of the step).
 * A^-1 is brought to the form T^-1 A^-1 T = diag(gamma, [alpha, -beta; beta, alpha]), so that a Newton step costs one real
 * and one complex system instead of one of three times the size. Hairer, Wanner, Solving Ordinary Differential Equations
 * II, IV.5 and IV.8. Columns of T are scaled so that its last row is (1, 1, 0).
 */

const sqrt6 = 2.449489742783178;

/** Nodes. */
export const c: readonly [number, number, number] = [(4 - sqrt6) / 10, (4 + sqrt6) / 10, 1];

/** Coefficients a_ij, for tests and for reading: stages are computed with A^-1. */
export const A: readonly (readonly number[])[] = [
  [(88 - 7 * sqrt6) / 360, (296 - 169 * sqrt6) / 1800, (-2 + 3 * sqrt6) / 225],
  [(296 + 169 * sqrt6) / 1800, (88 + 7 * sqrt6) / 360, (-2 - 3 * sqrt6) / 225],
  [(16 - sqrt6) / 36, (16 + sqrt6) / 36, 1 / 9],
];

/** Eigenvalues of A^-1: gamma and alpha ± i beta. 1/gamma = (6 + 81^(1/3) - 9^(1/3)) / 30. */
export const gamma = 3.637834252744496;
export const alpha = 2.6810828736277523;
export const beta = 3.0504301992474105;

/** T without its last row, which is (1, 1, 0). */
export const T: readonly (readonly [number, number, number])[] = [
  [0.09443876248897524, -0.1412552950209542, -0.030029194105147424],
  [0.2502131229653333, 0.20412935229379994, 0.3829421127572619],
];

/** T^-1. */
export const inverseT: readonly (readonly [number, number, number])[] = [
  [4.178718591551905, 0.32768282076106237, 0.5233764454994495],
  [-4.178718591551905, -0.32768282076106237, 0.47662355450055044],
  [-0.5028726349457868, 2.571926949855605, -0.5960392048282249],
];

/**
 * The embedded formula of order 3, filtered: with stages Z_i = w_i - w_0,
 *
 *     error = (gamma/h B - J)^-1 (F(t_0, w_0) + 1/h B sum_i e_i Z_i)  =  O(h^4)
 */
export const e: readonly [number, number, number] = [(-13 - 7 * sqrt6) / 3, (-13 + 7 * sqrt6) / 3, -1 / 3];
