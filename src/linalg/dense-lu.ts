/**
 * Dense LU with partial pivoting, P A = L U, for small unsymmetric systems. It is also the reference against which the
 * sparse factorisations are tested. The factory allocates all work arrays. Matrices are stored row by row.
 */

export interface DenseLu {
  /**
   * Factorise. Returns the smallest pivot relative to the largest entry of its own column of `a`: 0 when singular, NaN
   * when an entry is not finite.
   */
  factor(a: Float64Array): number;
  /** The column in which the last `factor` found no pivot, or -1. */
  readonly singular: number;
  /** The sign of the determinant, after `factor` returned a positive number. */
  readonly sign: number;
  /** x = A^-1 x; meaningless after `factor` returned 0 or NaN. */
  solve(x: Float64Array): void;
}

export function denseLu(n: number): DenseLu {
  const lu = new Float64Array(n * n);
  const largest = new Float64Array(n);
  const swap = new Int32Array(n);
  let singular = -1;
  let sign = 1;

  return {
    get singular() {
      return singular;
    },
    get sign() {
      return sign;
    },

    factor(a) {
      singular = -1;
      sign = 1;
      for (let i = 0; i < n * n; i++) lu[i] = a[i];
      largest.fill(0);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) largest[j] = Math.max(largest[j], Math.abs(lu[i * n + j]));

      let smallest = n === 0 ? 1 : Number.POSITIVE_INFINITY;
      for (let k = 0; k < n; k++) {
        // 1. the largest entry on or below the diagonal becomes the pivot
        let best = k;
        for (let i = k + 1; i < n; i++) if (Math.abs(lu[i * n + k]) > Math.abs(lu[best * n + k])) best = i;
        swap[k] = best;
        if (best !== k) swapRows(lu, n, k, best);
        const pivot = lu[k * n + k];
        if (pivot - pivot !== 0) return Number.NaN;
        if (pivot === 0) {
          singular = k;
          return 0;
        }
        if (pivot < 0 !== (best !== k)) sign = -sign;
        smallest = Math.min(smallest, Math.abs(pivot) / largest[k]);

        // 2. eliminate below it
        for (let i = k + 1; i < n; i++) {
          const factor = lu[i * n + k] / pivot;
          lu[i * n + k] = factor;
          if (factor !== 0) for (let j = k + 1; j < n; j++) lu[i * n + j] -= factor * lu[k * n + j];
        }
      }
      return smallest;
    },

    solve(x) {
      for (let k = 0; k < n; k++) {
        const other = x[swap[k]];
        x[swap[k]] = x[k];
        x[k] = other;
      }
      for (let k = 0; k < n; k++) {
        let sum = x[k];
        for (let j = 0; j < k; j++) sum -= lu[k * n + j] * x[j];
        x[k] = sum;
      }
      for (let k = n - 1; k >= 0; k--) {
        let sum = x[k];
        for (let j = k + 1; j < n; j++) sum -= lu[k * n + j] * x[j];
        x[k] = sum / lu[k * n + k];
      }
    },
  };
}

function swapRows(a: Float64Array, n: number, i: number, k: number): void {
  for (let j = 0; j < n; j++) {
    const entry = a[i * n + j];
    a[i * n + j] = a[k * n + j];
    a[k * n + j] = entry;
  }
}
