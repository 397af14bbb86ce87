/** Factorisations of a I - b J for a J with a fixed pattern: dense for small or full matrices, sparse for others. */

import type { ByteReader, ByteWriter, Status } from "../../../core/index.js";
import { complexDenseLu } from "../../../linalg/complex-dense-lu.js";
import { ComplexSparseLu } from "../../../linalg/complex-sparse-lu.js";
import { denseLu } from "../../../linalg/dense-lu.js";
import { SparseLu } from "../../../linalg/sparse-lu.js";

export interface LinearSolver {
  /** `values` are the entries of J, in the order of its pattern. */
  factor(values: Float64Array, a: number, b: number): Status;
  solve(x: Float64Array): void;
  /** The column in which the last real factorisation found no pivot; -1 when it succeeded. */
  readonly singular: number;
  factorComplex(values: Float64Array, re: number, im: number, b: number): Status;
  solveComplex(re: Float64Array, im: Float64Array): void;
  /** Saves the choice of pivots, so that the same matrix gives the same bits. */
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

/**
 * Matrices up to this dimension, and fuller ones than this, are dense. By measurement both take equal time at 16 for
 * chains and bands.
 */
const small = 16;
const full = 0.4;

/** With `shifted`, I has ones in the first `shifted` rows only; the other rows are algebraic equations. */
export function linearSolver(
  n: number,
  rows: Int32Array,
  cols: Int32Array,
  complex: boolean,
  shifted = n,
): LinearSolver {
  return n <= small || rows.length > full * n * n
    ? denseSolver(n, rows, cols, complex, shifted)
    : sparseSolver(n, rows, cols, complex, shifted);
}

export function denseSolver(
  n: number,
  rows: Int32Array,
  cols: Int32Array,
  complex: boolean,
  shifted = n,
): LinearSolver {
  const lu = denseLu(n);
  const A = new Float64Array(n * n);
  const complexLu = complex ? complexDenseLu(n) : undefined;
  const imaginary = new Float64Array(complex ? n * n : 0);
  const assemble = (values: Float64Array, a: number, b: number): void => {
    A.fill(0);
    for (let k = 0; k < rows.length; k++) A[rows[k] * n + cols[k]] -= b * values[k];
    for (let i = 0; i < shifted; i++) A[i * n + i] += a;
  };
  return {
    factor(values, a, b) {
      assemble(values, a, b);
      const pivot = lu.factor(A);
      return pivot > 0 ? "ok" : pivot === 0 ? "singular" : "nonfinite";
    },
    solve: lu.solve,
    get singular() {
      return lu.singular;
    },
    factorComplex(values, re, im, b) {
      assemble(values, re, b);
      for (let i = 0; i < shifted; i++) imaginary[i * n + i] = im;
      return complexLu!.factor(A, imaginary);
    },
    solveComplex: (re, im) => complexLu!.solve(re, im),
    save() {},
    restore() {},
  };
}

export function sparseSolver(
  n: number,
  rows: Int32Array,
  cols: Int32Array,
  complex: boolean,
  shifted = n,
): LinearSolver {
  const { diagonal, allRows, allCols } = withDiagonal(n, rows, cols);
  const lu = new SparseLu(n, allRows, allCols);
  const A = new Float64Array(allRows.length);
  const complexLu = complex ? new ComplexSparseLu(n, allRows, allCols) : undefined;
  const imaginary = new Float64Array(complex ? A.length : 0);
  const assemble = (values: Float64Array, a: number, b: number): void => {
    A.fill(0, rows.length);
    for (let k = 0; k < rows.length; k++) A[k] = -b * values[k];
    for (let i = 0; i < shifted; i++) A[diagonal[i]] += a;
  };
  return {
    factor(values, a, b) {
      assemble(values, a, b);
      return lu.factor(A);
    },
    solve: (x) => lu.solve(x),
    get singular() {
      return lu.singular;
    },
    factorComplex(values, re, im, b) {
      assemble(values, re, b);
      for (let i = 0; i < shifted; i++) imaginary[diagonal[i]] = im;
      return complexLu!.factor(A, imaginary);
    },
    solveComplex: (re, im) => complexLu!.solve(re, im),
    save(to) {
      to.numbers(lu.pivots);
      if (complexLu !== undefined) to.numbers(complexLu.pivots);
    },
    restore(from) {
      lu.prescribe(from.numbers());
      complexLu?.prescribe(from.numbers());
    },
  };
}

/** The pattern with its diagonal: entries that are missing come last. */
function withDiagonal(n: number, rows: Int32Array, cols: Int32Array) {
  const diagonal = new Int32Array(n).fill(-1);
  for (let k = 0; k < rows.length; k++) if (rows[k] === cols[k]) diagonal[rows[k]] = k;
  const missing: number[] = [];
  for (let i = 0; i < n; i++) {
    if (diagonal[i] >= 0) continue;
    diagonal[i] = rows.length + missing.length;
    missing.push(i);
  }
  return { diagonal, allRows: Int32Array.from([...rows, ...missing]), allCols: Int32Array.from([...cols, ...missing]) };
}
