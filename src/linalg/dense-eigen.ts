/**
 * Eigenvalues and eigenvectors of a small dense symmetric matrix by cyclic Jacobi rotations (Golub and Van Loan,
 * Matrix Computations, 8.5). It is slow beyond a few hundred rows, accurate to the last digits, and uses only + - * / sqrt.
 */

export interface DenseEigen {
  /** Decompose the symmetric matrix `a` (row by row, unchanged). False when an entry is not finite: no convergence. */
  compute(a: Float64Array): boolean;
  /** The eigenvalues, ascending. */
  readonly values: Float64Array;
  /** Row k is the unit eigenvector of `values[k]`. */
  readonly vectors: Float64Array;
}

const maxSweeps = 60;

export function denseEigen(n: number): DenseEigen {
  const s = new Float64Array(n * n);
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);

  /** Rotate rows and columns i, j so that s_ij becomes zero; `vectors` accumulates the rotations. */
  function rotate(i: number, j: number): void {
    const theta = (s[j * n + j] - s[i * n + i]) / (2 * s[i * n + j]);
    const size = Math.abs(theta);
    const tangent = (theta < 0 ? -1 : 1) / (size > 1e150 ? 2 * size : size + Math.sqrt(size * size + 1));
    const cosine = 1 / Math.sqrt(tangent * tangent + 1);
    const sine = tangent * cosine;
    for (let k = 0; k < n; k++) turn(s, k * n + i, k * n + j, cosine, sine);
    for (let k = 0; k < n; k++) turn(s, i * n + k, j * n + k, cosine, sine);
    for (let k = 0; k < n; k++) turn(vectors, i * n + k, j * n + k, cosine, sine);
    s[i * n + j] = 0;
    s[j * n + i] = 0;
  }

  return {
    values,
    vectors,

    compute(a) {
      for (let i = 0; i < n * n; i++) {
        s[i] = a[i];
        vectors[i] = i % (n + 1) === 0 ? 1 : 0;
      }
      for (let sweep = 0; sweep < maxSweeps; sweep++) {
        let rotations = 0;
        for (let i = 0; i < n; i++)
          for (let j = i + 1; j < n; j++) {
            // an entry below the last digit of both its diagonal entries no longer changes them
            const entry = Math.abs(s[i * n + j]) * 2 ** 54;
            if (entry <= Math.abs(s[i * n + i]) && entry <= Math.abs(s[j * n + j])) continue;
            if (s[i * n + j] === 0) continue;
            rotate(i, j);
            rotations++;
          }
        if (rotations === 0) {
          for (let k = 0; k < n; k++) values[k] = s[k * n + k];
          sortAscending(values, vectors, n);
          return true;
        }
      }
      return false;
    },
  };
}

/** (x, y) = (c x - s y, s x + c y) for the entries at i and j. */
function turn(m: Float64Array, i: number, j: number, cosine: number, sine: number): void {
  const x = m[i];
  const y = m[j];
  m[i] = cosine * x - sine * y;
  m[j] = sine * x + cosine * y;
}

function sortAscending(values: Float64Array, vectors: Float64Array, n: number): void {
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (values[i] < values[best]) best = i;
    if (best === k) continue;
    const value = values[k];
    values[k] = values[best];
    values[best] = value;
    for (let j = 0; j < n; j++) {
      const entry = vectors[k * n + j];
      vectors[k * n + j] = vectors[best * n + j];
      vectors[best * n + j] = entry;
    }
  }
}
