/**
 * Stages of mechanics without constraints left to the method, q' = v, v' = a(t, q, v), with the derivatives of a from the
 * symbolic layer. Of Newton's systems c dq - dv = r, c dv - a_q dq - a_v dv = s only half remains to be factorised:
 *
 *     (I - d a_v - d^2 a_q) dq = d^2 (c r + s - a_v r),   dv = c dq - r,   d = 1/c.
 */

import type { ByteReader, ByteWriter, F64, Problem, SparseJacobian, Status } from "../../../core/index.js";
import { EntryBook } from "../../../linalg/entry-book.js";
import { allFinite } from "../../../linalg/vector.js";
import { alpha, beta, gamma } from "./coefficients.js";
import { type SaddleLu, saddleLu } from "./saddle-lu.js";
import { Shift } from "./shift.js";
import { newPoint, type Point, type StageSystem } from "./stage-system.js";

export class SecondOrderSystem implements StageSystem {
  readonly velocityPower = 0;
  private readonly problem: Problem;
  private readonly jacobian: SparseJacobian;
  private readonly values: F64;
  /** Where an entry of the Jacobian goes: -1 for q' = v. */
  private readonly slots: Int32Array;
  private readonly diagonal: Int32Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly realLu: SaddleLu;
  private readonly complexLu: SaddleLu;
  private readonly real = new Shift();
  private readonly complex = new Shift();
  private readonly none: Point;
  private h = 0;

  constructor(problem: Problem, jacobian: SparseJacobian) {
    const { arena, n } = problem;
    const { rows, cols } = jacobian;
    const book = new EntryBook(n);
    this.problem = problem;
    this.jacobian = jacobian;
    this.values = arena.f64(rows.length);
    this.diagonal = Int32Array.from({ length: n }, (_, i) => book.slot(i, i));
    this.slots = Int32Array.from(rows, (row, k) => (row < n ? -1 : book.slot(row - n, cols[k] % n)));
    this.re = new Float64Array(book.rows.length);
    this.im = new Float64Array(book.rows.length);
    this.none = this.newPoint();
    const { real, complex } = saddleLu(book, n);
    this.realLu = real;
    this.complexLu = complex;
  }

  newPoint(): Point {
    const { arena, dimension, n } = this.problem;
    return newPoint(arena, dimension, n);
  }

  complete(): Status {
    return "ok";
  }

  rate(f: Point, t: number, p: Point): Status {
    return this.problem.rate!(f.y, t, p.y);
  }

  linearise(t: number, p: Point): Status {
    this.problem.work.jacobians++;
    this.jacobian.evaluate(this.values, t, p.y);
    return allFinite(this.values) ? "ok" : "nonfinite";
  }

  factor(h: number): Status {
    this.problem.work.factorisations += 2;
    return this.decompose(h);
  }

  solve(x: Point): void {
    const { none } = this;
    none.w.fill(0);
    this.solveShifted(this.real, this.realLu, x, none);
  }

  solveComplex(re: Point, im: Point): void {
    this.solveShifted(this.complex, this.complexLu, re, im);
  }

  save(to: ByteWriter): void {
    to.numbers(this.values);
    to.number(this.h);
    to.numbers(this.realLu.pivots);
    to.numbers(this.complexLu.pivots);
  }

  restore(from: ByteReader): void {
    this.values.set(from.numbers());
    const h = from.number();
    this.realLu.prescribe(from.numbers());
    this.complexLu.prescribe(from.numbers());
    if (h !== 0) this.decompose(h);
  }

  private decompose(h: number): Status {
    const { re, im } = this;
    this.h = h;
    this.real.set(gamma / h, 0);
    this.complex.set(alpha / h, beta / h);
    this.assemble(this.real);
    const status = this.realLu.factor(re, im);
    if (status !== "ok") return status;
    this.assemble(this.complex);
    return this.complexLu.factor(re, im);
  }

  private assemble({ dRe, dIm, eRe, eIm }: Shift): void {
    const { re, im, slots, values, diagonal } = this;
    const { cols } = this.jacobian;
    const { n } = this.problem;
    re.fill(0);
    im.fill(0);
    for (let i = 0; i < n; i++) re[diagonal[i]] = 1;
    for (let k = 0; k < slots.length; k++) {
      if (slots[k] < 0) continue;
      re[slots[k]] -= (cols[k] < n ? eRe : dRe) * values[k];
      im[slots[k]] -= (cols[k] < n ? eIm : dIm) * values[k];
    }
  }

  private solveShifted(c: Shift, lu: SaddleLu, x: Point, y: Point): void {
    const { rows, cols } = this.jacobian;
    const { n, work } = this.problem;
    const { slots, values } = this;
    work.solves++;

    // 1. d^2 (c r + s - a_v r) in place of s
    for (let i = 0; i < n; i++) {
      x.v[i] += c.re * x.q[i] - c.im * y.q[i];
      y.v[i] += c.re * y.q[i] + c.im * x.q[i];
    }
    for (let k = 0; k < slots.length; k++) {
      if (slots[k] < 0 || cols[k] < n) continue;
      x.v[rows[k] - n] -= values[k] * x.q[cols[k] - n];
      y.v[rows[k] - n] -= values[k] * y.q[cols[k] - n];
    }
    for (let i = 0; i < n; i++) {
      const a = x.v[i];
      const b = y.v[i];
      x.v[i] = c.eRe * a - c.eIm * b;
      y.v[i] = c.eRe * b + c.eIm * a;
    }

    // 2. dq, and dv = c dq - r
    lu.solve(x.v, y.v);
    for (let i = 0; i < n; i++) {
      const a = x.v[i];
      const b = y.v[i];
      x.v[i] = c.re * a - c.im * b - x.q[i];
      y.v[i] = c.re * b + c.im * a - y.q[i];
      x.q[i] = a;
      y.q[i] = b;
    }
  }
}
