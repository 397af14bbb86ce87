/** LU of unsymmetric matrices with a fixed pattern: dense for small ones, sparse for others. */

import { denseLu } from "./dense-lu.js";
import { SparseLu } from "./sparse-lu.js";

/** Matrices up to this size are dense. */
const small = 16;

export interface PatternLu {
  /** Factorises the matrix with these values, in the order of the pattern. */
  factor(values: Float64Array): "ok" | "singular" | "nonfinite";
  /** x = A^-1 x, after a factorisation that returned "ok". */
  solve(x: Float64Array): void;
  /** The sign of the determinant of the last factorisation that returned "ok". */
  readonly sign: number;
  /** Chooses the pivots of the next factorisation anew, so that it does not depend on earlier ones. */
  forget(): void;
}

/** For n x n matrices with entries at (rows[k], cols[k]), each given once. */
export function patternLu(n: number, rows: Int32Array, cols: Int32Array): PatternLu {
  return n > small ? sparse(n, rows, cols) : dense(n, rows, cols);
}

function sparse(n: number, rows: Int32Array, cols: Int32Array): PatternLu {
  const lu = new SparseLu(n, rows, cols);
  return {
    factor: (values) => lu.factor(values),
    solve: (x) => lu.solve(x),
    get sign() {
      return lu.sign;
    },
    forget: () => lu.prescribe([]),
  };
}

function dense(n: number, rows: Int32Array, cols: Int32Array): PatternLu {
  const lu = denseLu(n);
  const A = new Float64Array(n * n);
  return {
    factor(values) {
      for (let k = 0; k < rows.length; k++) A[rows[k] * n + cols[k]] = values[k];
      const pivot = lu.factor(A);
      return pivot > 0 ? "ok" : pivot === 0 ? "singular" : "nonfinite";
    },
    solve: lu.solve,
    get sign() {
      return lu.sign;
    },
    forget() {},
  };
}
