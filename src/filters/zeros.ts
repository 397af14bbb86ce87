/**
 * Zero filters: as few points as possible, with the zeros of the response at the fast frequencies themselves. Under
 * velocity Verlet a mode of frequency omega is cos(k theta) with cos theta = x = 1 - (omega h)^2 / 2, so the response is a
 * polynomial in x, W(x) = w_0 + 2 sum w_k T_k(x), and mass 1, second moment 0 and zeros x_j mean
 *
 *     W(x) = (1 + alpha (x - 1)) prod_j (x - x_j)/(1 - x_j),      alpha = -sum_j 1/(1 - x_j).
 *
 * With m zeros: m + 1 steps to each side. The odd filter of the derivative is sin theta prod_j (x - x_j)/(1 - x_j).
 */

/** The largest number of zeros; with more, neighbouring zeros lose all digits by cancellation. */
export const mostZeros = 12;

/** Work arrays for up to `most` zeros; `compute` fills the weights of the points 0 … count + 1. */
export function zeroFilter(most: number) {
  /** Coefficients in T_0, T_1, …: the even filter; in U_0, U_1, …: the odd one. */
  const T = new Float64Array(most + 2);
  const U = new Float64Array(most + 2);
  const spare = new Float64Array(most + 2);

  /** p *= (x - root) / (1 - root) for p of degree `degree`. In U: x U_k = (U_(k-1) + U_(k+1)) / 2; in T: x T_0 = T_1 besides. */
  const times = (p: Float64Array, degree: number, root: number, first: boolean): void => {
    const scale = 1 / (1 - root);
    spare.fill(0);
    for (let k = 0; k <= degree; k++) {
      const up = first && k === 0 ? 1 : 0.5;
      spare[k + 1] += up * p[k];
      if (k > 0) spare[k - 1] += 0.5 * p[k];
      spare[k] -= root * p[k];
    }
    for (let k = 0; k <= degree + 1; k++) p[k] = scale * spare[k];
  };

  return {
    /** Weights for zeros at x_0 … x_(count-1), each below 1; `even` and `odd` have count + 2 entries or more. */
    compute(even: Float64Array, odd: Float64Array, x: ArrayLike<number>, count: number): void {
      T.fill(0);
      U.fill(0);
      T[0] = 1;
      U[0] = 1;
      let alpha = 0;
      for (let j = 0; j < count; j++) {
        times(T, j, x[j], true);
        times(U, j, x[j], false);
        alpha -= 1 / (1 - x[j]);
      }
      // the last factor has its zero where 1 + alpha (x - 1) does, x = 1 - 1/alpha
      times(T, count, 1 - 1 / alpha, true);
      even[0] = T[0];
      for (let k = 1; k <= count + 1; k++) {
        even[k] = 0.5 * T[k];
        odd[k] = 0.5 * U[k - 1];
      }
    },
  };
}
