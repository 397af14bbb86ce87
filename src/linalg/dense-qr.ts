/**
 * Dense rank-revealing QR: Householder reflections with column pivoting, A P = Q R, completed from the right so that
 * `solve` gives the least-squares solution of minimum norm for any rank (complete orthogonal decomposition; Golub and
 * Van Loan, Matrix Computations, 5.4-5.5). It is meant for small systems: the multipliers of redundant constraints, or
 * the freedom of a model. The factory allocates all work arrays. Matrices are stored row by row.
 *
 * Local letters: `r` is the matrix being reduced; `tau` and `sigma` are the factors of the left and right reflections
 * I - tau u u^T, where u starts with 1 and its other components are stored below or beside the diagonal.
 */

export interface DenseQr {
  /**
   * Factorise the `rows` x `cols` matrix `a` and return its numerical rank: the number of diagonal entries of R above
   * `tolerance` times the first (default max(rows, cols) 2^-52). Returns -1 when an entry is not finite.
   */
  factor(a: Float64Array, tolerance?: number): number;
  /** x = the minimum-norm least-squares solution of A x = b; `b` is unchanged. */
  solve(x: Float64Array, b: Float64Array): void;
  /** Column order: `pivots[k]` is the column of `a` that was eliminated as the k-th. */
  readonly pivots: Int32Array;
}

export function denseQr(rows: number, cols: number): DenseQr {
  const r = new Float64Array(rows * cols);
  const tau = new Float64Array(cols);
  const sigma = new Float64Array(cols);
  const pivots = new Int32Array(cols);
  const y = new Float64Array(Math.max(rows, cols));
  const steps = Math.min(rows, cols);
  let rank = 0;

  /** Index of the remaining column with the largest norm below row k. */
  function longest(k: number): number {
    let best = k;
    let size = -1;
    for (let j = k; j < cols; j++) {
      let sum = 0;
      for (let i = k; i < rows; i++) sum += r[i * cols + j] * r[i * cols + j];
      if (sum > size) {
        size = sum;
        best = j;
      }
    }
    return best;
  }

  return {
    pivots,

    factor(a, tolerance = Math.max(rows, cols) * 2 ** -52) {
      rank = 0;
      for (let i = 0; i < rows * cols; i++) {
        if (a[i] - a[i] !== 0) return -1;
        r[i] = a[i];
      }
      for (let j = 0; j < cols; j++) pivots[j] = j;

      // 1. reflections from the left, longest remaining column first
      for (let k = 0; k < steps; k++) {
        swapColumns(r, rows, cols, pivots, k, longest(k));
        tau[k] = reflector(r, k * cols + k, (k + 1) * cols + k, cols, rows - k - 1);
        for (let j = k + 1; j < cols; j++) {
          let sum = r[k * cols + j];
          for (let i = k + 1; i < rows; i++) sum += r[i * cols + k] * r[i * cols + j];
          sum *= tau[k];
          r[k * cols + j] -= sum;
          for (let i = k + 1; i < rows; i++) r[i * cols + j] -= sum * r[i * cols + k];
        }
        if (!(Math.abs(r[k * cols + k]) > tolerance * Math.abs(r[0]))) break;
        rank = k + 1;
      }

      // 2. reflections from the right clear the entries beside the leading rank x rank triangle
      for (let k = rank - 1; k >= 0; k--) {
        const beside = k * cols + rank;
        sigma[k] = reflector(r, k * cols + k, beside, 1, cols - rank);
        for (let i = 0; i < k; i++) {
          let sum = r[i * cols + k];
          for (let j = 0; j < cols - rank; j++) sum += r[beside + j] * r[i * cols + rank + j];
          sum *= sigma[k];
          r[i * cols + k] -= sum;
          for (let j = 0; j < cols - rank; j++) r[i * cols + rank + j] -= sum * r[beside + j];
        }
      }
      return rank;
    },

    solve(x, b) {
      // 1. y = Q^T b
      for (let i = 0; i < rows; i++) y[i] = b[i];
      for (let k = 0; k < rank; k++) {
        let sum = y[k];
        for (let i = k + 1; i < rows; i++) sum += r[i * cols + k] * y[i];
        sum *= tau[k];
        y[k] -= sum;
        for (let i = k + 1; i < rows; i++) y[i] -= sum * r[i * cols + k];
      }
      // 2. back substitution with the triangle, zero beyond the rank
      for (let k = rank - 1; k >= 0; k--) {
        for (let j = k + 1; j < rank; j++) y[k] -= r[k * cols + j] * y[j];
        y[k] /= r[k * cols + k];
      }
      for (let k = rank; k < cols; k++) y[k] = 0;
      // 3. the reflections from the right, in reverse, and the column order
      for (let k = 0; k < rank; k++) {
        const beside = k * cols + rank;
        let sum = y[k];
        for (let j = 0; j < cols - rank; j++) sum += r[beside + j] * y[rank + j];
        sum *= sigma[k];
        y[k] -= sum;
        for (let j = 0; j < cols - rank; j++) y[rank + j] -= sum * r[beside + j];
      }
      for (let k = 0; k < cols; k++) x[pivots[k]] = y[k];
    },
  };
}

/**
 * Turn (alpha, tail) into (beta, 0) by I - tau u u^T: write beta over alpha and u over the tail (`count` entries from
 * `tail` on, every `stride`-th) and return tau, which is 0 when the tail is already zero.
 */
function reflector(r: Float64Array, alpha: number, tail: number, stride: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += r[tail + i * stride] * r[tail + i * stride];
  if (sum === 0) return 0;
  const first = r[alpha];
  const length = Math.sqrt(first * first + sum);
  const beta = first > 0 ? -length : length;
  const lead = first - beta;
  for (let i = 0; i < count; i++) r[tail + i * stride] /= lead;
  r[alpha] = beta;
  return -lead / beta;
}

function swapColumns(r: Float64Array, rows: number, cols: number, pivots: Int32Array, j: number, k: number): void {
  if (j === k) return;
  for (let i = 0; i < rows; i++) {
    const entry = r[i * cols + j];
    r[i * cols + j] = r[i * cols + k];
    r[i * cols + k] = entry;
  }
  const column = pivots[j];
  pivots[j] = pivots[k];
  pivots[k] = column;
}
