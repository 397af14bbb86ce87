/**
 * Outer eigenvalues of a matrix that is known only by its products with vectors (Arnoldi; Golub and Van Loan, Matrix
 * Computations, 10.5). With as many products as there are rows, they are exact to rounding; with fewer, the largest
 * ones are the most accurate. The cost is that of the products, plus steps^2 times the dimension.
 */

import type { F64 } from "../../core/index.js";
import { type Eigenvalues, hessenbergEigenvalues } from "../../linalg/hessenberg-eigen.js";
import { axpy, dot, norm2, scale } from "../../linalg/vector.js";

/** When less than this fraction of a product is new, the vectors so far span an invariant space. */
const nothing = 1e-12;

/** `product(out, x)` writes out = A x; both arrays are the caller's and have `dimension` entries. */
export function krylovEigenvalues(
  dimension: number,
  steps: number,
  x: F64,
  out: F64,
  product: (out: F64, x: F64) => boolean,
): Eigenvalues | undefined {
  const most = Math.min(steps, dimension);
  const basis: Float64Array[] = [];
  const H = new Float64Array(most * most);
  pseudorandom(x);
  scale(x, 1 / norm2(x));
  let rows = 0;
  while (rows < most) {
    basis.push(Float64Array.from(x));
    if (!product(out, x)) return undefined;
    const size = norm2(out);
    if (!Number.isFinite(size)) return undefined;
    // the part that is orthogonal to the earlier vectors; twice, because once leaves rounding errors of the size of
    // `out`
    for (let pass = 0; pass < 2; pass++)
      for (let i = 0; i <= rows; i++) {
        const part = dot(basis[i], out);
        H[i * most + rows] += part;
        axpy(out, -part, basis[i]);
      }
    const rest = norm2(out);
    rows++;
    if (rows === most || rest <= nothing * size) break;
    H[rows * most + rows - 1] = rest;
    x.set(out);
    scale(x, 1 / rest);
  }
  return hessenbergEigenvalues(leading(H, most, rows), rows);
}

/** A start vector without special structure, with the same numbers on every machine. */
function pseudorandom(x: F64): void {
  let seed = 1;
  for (let k = 0; k < x.length; k++) {
    seed = (seed * 48271) % 2147483647;
    x[k] = (2 * seed) / 2147483647 - 1;
  }
}

function leading(H: Float64Array, width: number, rows: number): Float64Array {
  const out = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) for (let j = 0; j < rows; j++) out[i * rows + j] = H[i * width + j];
  return out;
}
