/**
 * Rosenbrock methods as data, in the variables u = Gamma k in which no product with J is left (Hairer, Wanner, Solving
 * Ordinary Differential Equations II, IV.7, (7.25)):
 *
 *     (I / (h gamma) - J) u_i = F(t + alpha_i h, y_0 + sum_j a_ij u_j) + sum_j c_ij / h u_j + gamma_i h F_t
 *     y_1 = y_0 + sum_i m_i u_i,     error = y_1 - (an embedded formula) = sum_i e_i u_i
 */
export interface RosenbrockTable {
  readonly name: string;
  /** One sentence that says what the method is and when to use it. */
  readonly about: string;
  readonly order: number;
  /** The method damps oscillations that its steps do not resolve. */
  readonly damps?: boolean;
  /** The method has its order for any J (a W-method). */
  readonly anyJacobian: boolean;
  readonly gamma: number;
  readonly alpha: readonly number[];
  /** Row sums of Gamma. */
  readonly gammas: readonly number[];
  readonly a: readonly (readonly number[])[];
  readonly c: readonly (readonly number[])[];
  readonly m: readonly number[];
  readonly error: { readonly order: number; readonly weights: readonly number[] };
  /** For methods whose estimate is of higher order than the method in smooth components, but not in stiff ones: the
   * ratio of the tolerance to the one that the smooth part of the estimate is held to, see `calibrated.ts`. */
  readonly strictness?: (rtol: number) => number;
  /** The last stage evaluates F at (t_1, y_1). */
  readonly firstSameAsLast: boolean;
  /** u(theta) = (1 - theta) y_0 + theta (y_1 + (1 - theta) (D_0 + theta D_1)), D_j = sum_i dense_ji u_i. */
  readonly dense: readonly [readonly number[], readonly number[]];
}

const d = 1 / (2 + Math.SQRT2);
const e = 6 + Math.SQRT2;

/**
 * ode23s (Shampine, Reichelt, The MATLAB ODE Suite, SIAM J. Sci. Comput. 18, 1997, sec. 3.1): order 2 for any J (a W-method),
 * L-stable, error estimated by an embedded formula of order 3. There k_1 = u_1 / d, k_2 = (u_1 + u_2) / d.
 */
export const rosenbrock23Table: RosenbrockTable = {
  name: "rosenbrock23",
  about: "Rosenbrock method of order 2 (ode23s): for stiff problems at low accuracy.",
  order: 2,
  damps: true,
  anyJacobian: true,
  gamma: d,
  alpha: [0, 1 / 2, 1],
  gammas: [d, 0, -d],
  a: [[], [1 / (2 * d)], [1 / d, 1 / d]],
  c: [[], [-1 / d], [-2 / d, -e / d]],
  m: [1 / d, 1 / d, 0],
  error: { order: 3, weights: [-1 / (6 * d), (2 - e) / (6 * d), -1 / (6 * d)] },
  strictness: (rtol) => 0.15 / Math.sqrt(rtol),
  firstSameAsLast: true,
  dense: [
    [0, -1 / (d * (1 - 2 * d)), 0],
    [0, 0, 0],
  ],
};

/**
 * RODAS (Hairer, Wanner, IV.10): order 4 with an embedded method of order 3, both L-stable and stiffly accurate; dense
 * output of order 3. Coefficients as in rodas.f (METH = 1).
 */
export const rosenbrock4Table: RosenbrockTable = {
  name: "rosenbrock4",
  about: "Rosenbrock method of order 4 (RODAS): for stiff problems of moderate size at moderate accuracy.",
  order: 4,
  damps: true,
  anyJacobian: false,
  gamma: 1 / 4,
  alpha: [0, 0.386, 0.21, 0.63, 1, 1],
  gammas: [0.25, -0.1043, 0.1035, -0.3620000000000023e-1, 0, 0],
  a: [
    [],
    [1.544],
    [0.9466785280815826, 0.2557011698983284],
    [3.314825187068521, 2.896124015972201, 0.9986419139977817],
    [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895],
    [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1],
  ],
  c: [
    [],
    [-5.6688],
    [-2.430093356833875, -0.2063599157091915],
    [-0.1073529058151375, -9.594562251023355, -20.47028614809616],
    [7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616],
    [8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054],
  ],
  m: [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1, 1],
  error: { order: 4, weights: [0, 0, 0, 0, 0, 1] },
  firstSameAsLast: false,
  dense: [
    [10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662, 0],
    [-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872, 0],
  ],
};
