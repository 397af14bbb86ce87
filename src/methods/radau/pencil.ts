/**
 * The matrices c B - J of a system B w' = F(t, w), c = gamma/h and (alpha + i beta)/h, in one sparse pattern. Rows and columns
 * are scaled by powers of h, so that the matrix stays well conditioned as h -> 0 even where B is singular: row i by
 * h^rowPower_i and column j by h^-columnPower_j (multipliers of higher index are larger by powers of 1/h).
 */

import type { ByteReader, ByteWriter, Status, Work } from "../../core/index.js";
import { complexDenseLu } from "../../linalg/complex-dense-lu.js";
import { ComplexSparseLu } from "../../linalg/complex-sparse-lu.js";
import { denseLu } from "../../linalg/dense-lu.js";
import { SparseLu } from "../../linalg/sparse-lu.js";
import { alpha, beta, gamma } from "./coefficients.js";

/** Up to this size, dense. */
const small = 40;
/** Powers of h of rows and columns differ by at most this. */
const span = 2;

/** Entries of a matrix, each once, in the order in which they were asked for. */
export class EntryBook {
  readonly size: number;
  readonly rows: number[] = [];
  readonly cols: number[] = [];
  private readonly slots = new Map<number, number>();

  constructor(size: number) {
    this.size = size;
  }

  slot(row: number, col: number): number {
    const key = row * this.size + col;
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = this.rows.length;
      this.slots.set(key, slot);
      this.rows.push(row);
      this.cols.push(col);
    }
    return slot;
  }

  /** The slots of a block whose entries are listed from (0, 0). */
  block(rows: Int32Array, cols: Int32Array, row: number, col: number): Int32Array {
    return Int32Array.from(rows, (r, k) => this.slot(row + r, col + cols[k]));
  }
}

interface Lu {
  /** From the entries of re + i im, in slot order; `im` is empty for a real matrix. */
  factor(re: Float64Array, im: Float64Array): Status;
  solve(re: Float64Array, im: Float64Array): void;
  readonly pivots: ArrayLike<number>;
  prescribe(pivots: ArrayLike<number>): void;
}

export class Pencil {
  /** Entries of B and of J, in slot order. */
  readonly B: Float64Array;
  readonly J: Float64Array;
  private readonly rowPower: Int8Array;
  private readonly columnPower: Int8Array;
  private readonly power: Int8Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly none = new Float64Array(0);
  private readonly real: Lu;
  private readonly complex: Lu;
  private readonly work: Work;
  /** h^-2 … h^2 of the last factorisation. */
  private readonly scales = new Float64Array(2 * span + 1);
  private h = 0;

  constructor(book: EntryBook, rowPower: Int8Array, columnPower: Int8Array, work: Work) {
    const rows = Int32Array.from(book.rows);
    const cols = Int32Array.from(book.cols);
    const { size } = book;
    this.B = new Float64Array(rows.length);
    this.J = new Float64Array(rows.length);
    this.re = new Float64Array(rows.length);
    this.im = new Float64Array(rows.length);
    this.rowPower = rowPower;
    this.columnPower = columnPower;
    this.power = Int8Array.from(rows, (row, k) => span + rowPower[row] - columnPower[cols[k]]);
    this.work = work;
    this.real = size <= small ? realDense(size, rows, cols) : realSparse(size, rows, cols);
    this.complex = size <= small ? complexDense(size, rows, cols) : complexSparse(size, rows, cols);
  }

  factor(h: number): Status {
    const { B, J, re, im, power, scales, work } = this;
    this.h = h;
    for (let k = 0; k <= span; k++) {
      scales[span + k] = k === 0 ? 1 : scales[span + k - 1] * h;
      scales[span - k] = 1 / scales[span + k];
    }
    work.factorisations += 2;
    for (let k = 0; k < B.length; k++) re[k] = scales[power[k]] * ((gamma / h) * B[k] - J[k]);
    const status = this.real.factor(re, this.none);
    if (status !== "ok") return status;
    for (let k = 0; k < B.length; k++) {
      re[k] = scales[power[k]] * ((alpha / h) * B[k] - J[k]);
      im[k] = scales[power[k]] * ((beta / h) * B[k]);
    }
    return this.complex.factor(re, im);
  }

  /** x = (gamma/h B - J)^-1 x. */
  solve(x: Float64Array): void {
    this.work.solves++;
    this.scale(x, this.rowPower, 1);
    this.real.solve(x, this.none);
    this.scale(x, this.columnPower, -1);
  }

  solveComplex(re: Float64Array, im: Float64Array): void {
    this.work.solves++;
    this.scale(re, this.rowPower, 1);
    this.scale(im, this.rowPower, 1);
    this.complex.solve(re, im);
    this.scale(re, this.columnPower, -1);
    this.scale(im, this.columnPower, -1);
  }

  save(to: ByteWriter): void {
    to.numbers(this.J);
    to.number(this.h);
    to.numbers(this.real.pivots);
    to.numbers(this.complex.pivots);
  }

  restore(from: ByteReader): void {
    const { work } = this;
    this.J.set(from.numbers());
    const h = from.number();
    this.real.prescribe(from.numbers());
    this.complex.prescribe(from.numbers());
    if (h === 0) return;
    this.factor(h);
    work.factorisations -= 2;
  }

  private scale(x: Float64Array, power: Int8Array, sign: 1 | -1): void {
    const { scales } = this;
    for (let i = 0; i < x.length; i++) if (power[i] !== 0) x[i] *= scales[span + sign * power[i]];
  }
}

const denseOnly = { pivots: [], prescribe() {} };

function realDense(n: number, rows: Int32Array, cols: Int32Array): Lu {
  const lu = denseLu(n);
  const A = new Float64Array(n * n);
  return {
    ...denseOnly,
    factor(re) {
      for (let k = 0; k < rows.length; k++) A[rows[k] * n + cols[k]] = re[k];
      const pivot = lu.factor(A);
      return pivot > 0 ? "ok" : pivot === 0 ? "singular" : "nonfinite";
    },
    solve: (re) => lu.solve(re),
  };
}

function complexDense(n: number, rows: Int32Array, cols: Int32Array): Lu {
  const lu = complexDenseLu(n);
  const X = new Float64Array(n * n);
  const Y = new Float64Array(n * n);
  return {
    ...denseOnly,
    factor(re, im) {
      for (let k = 0; k < rows.length; k++) {
        X[rows[k] * n + cols[k]] = re[k];
        Y[rows[k] * n + cols[k]] = im[k];
      }
      return lu.factor(X, Y);
    },
    solve: (re, im) => lu.solve(re, im),
  };
}

const realSparse = (n: number, rows: Int32Array, cols: Int32Array): Lu => new SparseLu(n, rows, cols);
const complexSparse = (n: number, rows: Int32Array, cols: Int32Array): Lu => new ComplexSparseLu(n, rows, cols);
