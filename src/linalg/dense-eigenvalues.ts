/**
 * Eigenvalues of a small general matrix: it is balanced by powers of two (Parlett and Reinsch, Numer. Math. 13 (1969) 293),
 * reduced to Hessenberg form by reflections (Golub and Van Loan, Matrix Computations, 7.4) and left to the QR iteration.
 * Units of the rows and columns therefore hardly matter: D^-1 A D has the same eigenvalues to rounding.
 */

import { type Eigenvalues, hessenbergEigenvalues } from "./hessenberg-eigen.js";

/** Rows and columns are scaled until no power of two brings their sums closer by this factor. */
const closer = 0.95;
const mostSweeps = 100;
/** Entries of a balanced matrix below this fraction of the largest change no bit of an eigenvalue that is not negligible itself. */
const negligible = 1e-100;

/** The eigenvalues of the `n` by `n` matrix `A` (row by row, overwritten). Undefined when an entry is not finite. */
export function denseEigenvalues(A: Float64Array, n: number): Eigenvalues | undefined {
  if (!A.every(Number.isFinite)) return undefined;
  balance(A, n);
  const largest = A.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;
  // squares of the entries must neither overflow nor vanish
  for (let k = 0; k < A.length; k++) A[k] = Math.abs(A[k]) < negligible * largest ? 0 : A[k] / largest;
  reduce(A, n);
  const found = hessenbergEigenvalues(A, n);
  return found && { re: found.re.map((x) => x * largest), im: found.im.map((x) => x * largest) };
}

/** A := D^-1 A D with powers of two, so that the off-diagonal sums of each row and column are of one size. */
function balance(A: Float64Array, n: number): void {
  for (let sweep = 0, again = true; again && sweep < mostSweeps; sweep++) {
    again = false;
    for (let i = 0; i < n; i++) {
      let [row, column] = [0, 0];
      for (let j = 0; j < n; j++)
        if (j !== i) {
          row += Math.abs(A[i * n + j]);
          column += Math.abs(A[j * n + i]);
        }
      if (row === 0 || column === 0) continue;
      const before = row + column;
      let factor = 1;
      for (; column < row / 2; column *= 4) factor *= 2;
      for (; column >= row * 2; column /= 4) factor /= 2;
      // column has become column factor^2, and row/factor is the row: both are compared after the scaling
      if (!((column + row) / factor < closer * before)) continue;
      again = true;
      for (let j = 0; j < n; j++) A[i * n + j] /= factor;
      for (let j = 0; j < n; j++) A[j * n + i] *= factor;
    }
  }
}

/** A := Q^T A Q, upper Hessenberg. */
function reduce(A: Float64Array, n: number): void {
  const u = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    // 1. the reflection that leaves one entry of column k below the diagonal
    let size = 0;
    for (let i = k + 1; i < n; i++) {
      u[i] = A[i * n + k];
      size += u[i] * u[i];
    }
    if (size === 0) continue;
    const first = u[k + 1];
    const length = first > 0 ? -Math.sqrt(size) : Math.sqrt(size);
    u[k + 1] -= length;
    const weight = size - first * length;

    // 2. from the left and from the right
    for (let j = k; j < n; j++) {
      let sum = 0;
      for (let i = k + 1; i < n; i++) sum += u[i] * A[i * n + j];
      for (let i = k + 1; i < n; i++) A[i * n + j] -= (sum / weight) * u[i];
    }
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = k + 1; j < n; j++) sum += A[i * n + j] * u[j];
      for (let j = k + 1; j < n; j++) A[i * n + j] -= (sum / weight) * u[j];
    }
    for (let i = k + 2; i < n; i++) A[i * n + k] = 0;
  }
}
