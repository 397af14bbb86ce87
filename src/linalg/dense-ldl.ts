/**
 * Dense LDL^T of a symmetric matrix without pivoting, A = L D L^T with unit lower triangular L, for small positive
 * definite systems. The factory allocates all work arrays. Matrices are stored row by row.
 */

export interface DenseLdl {
  /**
   * Factorise; only the lower triangle of `a` is read. Returns the smallest pivot relative to its own diagonal,
   * min d_k / a_kk: 1 for a diagonal matrix, about 0 or less when a row depends on those before it, NaN when an entry
   * is not finite. Accept with `factor(a) > 1e-10`, which is false for NaN. A row whose pivot is zero is dropped.
   */
  factor(a: Float64Array): number;
  /** x = A^-1 x; components of dropped rows become zero. */
  solve(x: Float64Array): void;
}

export function denseLdl(n: number): DenseLdl {
  const l = new Float64Array(n * n);
  const inverse = new Float64Array(n);
  const z = new Float64Array(n);

  return {
    factor(a) {
      let smallest = n === 0 ? 1 : Number.POSITIVE_INFINITY;
      for (let k = 0; k < n; k++) {
        // 1. row k of L D, by forward substitution with the rows above
        const row = k * n;
        let d = a[row + k];
        for (let j = 0; j < k; j++) {
          let sum = a[row + j];
          for (let i = 0; i < j; i++) sum -= l[j * n + i] * z[i];
          z[j] = sum;
        }
        // 2. row k of L, and the pivot
        for (let j = 0; j < k; j++) {
          const entry = z[j] * inverse[j];
          l[row + j] = entry;
          d -= entry * z[j];
        }
        if (d - d !== 0) return Number.NaN;
        inverse[k] = d === 0 ? 0 : 1 / d;
        const relative = d === 0 ? 0 : d / a[row + k];
        if (relative < smallest) smallest = relative;
      }
      return smallest;
    },

    solve(x) {
      for (let k = 0; k < n; k++) {
        let sum = x[k];
        for (let j = 0; j < k; j++) sum -= l[k * n + j] * x[j];
        x[k] = sum;
      }
      for (let k = n - 1; k >= 0; k--) {
        let sum = x[k] * inverse[k];
        for (let i = k + 1; i < n; i++) sum -= l[i * n + k] * x[i];
        x[k] = sum;
      }
    },
  };
}
