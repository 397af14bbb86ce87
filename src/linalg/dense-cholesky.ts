/** A = L L^T of a symmetric positive definite matrix of n rows, in place: L in the lower triangle, row by row. */
export function denseCholesky(A: Float64Array, n: number): void {
  for (let r = 0; r < n; r++)
    for (let c = 0; c <= r; c++) {
      let sum = A[r * n + c];
      for (let k = 0; k < c; k++) sum -= A[r * n + k] * A[c * n + k];
      A[r * n + c] = r === c ? Math.sqrt(sum) : sum / A[c * n + c];
    }
}
