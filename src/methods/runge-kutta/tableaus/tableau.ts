/** An explicit Runge–Kutta method as data: a Butcher tableau with error estimates and dense output. */

/**
 * An explicit Runge–Kutta method as data, for `rungeKutta`: a Butcher tableau with error estimates and dense output.
 */
export interface Tableau {
  readonly name: string;
  /** One sentence that says what the method is and when to use it. */
  readonly about: string;
  /** Order of the global error. */
  readonly order: number;
  /** k_i = F(t + c_i h, y + h sum_j a_ij k_j), row by row; the first row is empty. */
  readonly c: readonly number[];
  readonly a: readonly (readonly number[])[];
  /** y_1 = y + h sum b_i k_i. */
  readonly b: readonly number[];
  /** The step (its error estimate) includes the rate at y_1, which follows the stages in `error`, `a` and `dense`. */
  readonly firstSameAsLast: boolean;
  readonly error?: EmbeddedError;
  /** Dense output better than the cubic of Hermite through both ends, which every method has. */
  readonly dense?: Dense;
}

/** The error estimate of a `Tableau`. */
export interface EmbeddedError {
  /** The error estimate is O(h^order). */
  readonly order: number;
  /** error = h sum weights_i k_i. */
  readonly weights: readonly number[];
  /** A second estimate e2 that sharpens the first, e1, to e1^2 / sqrt(e1^2 + 0.01 e2^2) in norms (Hairer, Wanner). */
  readonly second?: readonly number[];
}

/**
 * Dense output in the nested form of Hairer, Norsett and Wanner (II.6), r = 1 - theta:
 *
 *     u(theta) = y_0 + theta (d + r (h k_0 - d + theta (2 d - h k_0 - h k_end + r (D_1 + theta (D_2 + r (D_3 + theta D_4))))))
 *
 * with d = y_1 - y_0 and D_j = h sum_i d_ji k_i. Stages are counted with the rate at y_1 after those of the step.
 */
export interface Dense {
  /** Stages that only the interpolation needs. */
  readonly c: readonly number[];
  readonly a: readonly (readonly number[])[];
  /** d_ji, one to four rows. */
  readonly d: readonly (readonly number[])[];
}

/** Rates of a step and of its dense output: the stages, the rate at the end, then those that only dense output needs. */
export function stageCount({ b, dense }: Tableau): number {
  return b.length + 1 + (dense?.c.length ?? 0);
}

/** The weights of the error estimates, of which there are none, one or two. */
export function estimatesOf({ error }: Tableau): (readonly number[])[] {
  if (error === undefined) return [];
  return error.second === undefined ? [error.weights] : [error.weights, error.second];
}
