/**
 * Newton's systems for q, v, (a,) lambda after dv = c dq - r and da = c dv - s have been substituted. For the residuals
 * r, s of q' = v and v' = a,
 *
 *     [ M - d f_v - d^2 (f_q - (lambda . g)_qq)   G^T ] [ dq          ]   [ d^2 (M (c r + s) - f_v r) ]
 *     [ G + x d dG/dtau + y d^2 d^2G/dtau^2       0   ] [ d^2 dlambda ] = [ t                         ],       d = 1/c,
 *
 * (with G^T - f_lambda in place of G^T if forces read multipliers) of size n + m, well conditioned as h -> 0. Constraints on accelerations have (x, y) = (2, 1), on velocities (1, 0),
 * on positions (0, 0). Rows and columns are scaled by M_jj^-1/2 and (G M^-1 G^T)_ii^-1/2, so that no entry of M or G is
 * above 1. Where M depends on q, f_q is that of f - M(q) a with the accelerations a held fast.
 */

import type { ByteReader, ByteWriter, F64, Problem, Status } from "../../../core/index.js";
import { EntryBook } from "../../../linalg/entry-book.js";
import { allFinite, fill } from "../../../linalg/vector.js";
import { alpha, beta, gamma } from "./coefficients.js";
import { LinearisedMechanics } from "./linearised-mechanics.js";
import { type MassEntries, massEntries } from "./mass-entries.js";
import { type SaddleLu, saddleLu } from "./saddle-lu.js";
import { Shift } from "./shift.js";

/** Entries `scale * values[k]` to be added to `slots[k]`, unless the slot is negative. */
interface Term {
  readonly slots: Int32Array;
  readonly values: Float64Array;
  readonly scale: number;
}

export class KktMatrix {
  readonly linearised: LinearisedMechanics;
  /** gamma/h and (alpha + i beta)/h. */
  readonly real = new Shift();
  readonly complex = new Shift();
  private readonly problem: Problem;
  private readonly mass: MassEntries;
  private readonly rows: Int32Array;
  private readonly cols: Int32Array;
  /** The terms and values that are multiplied by 1, d and d^2. */
  private readonly terms: readonly (readonly Term[])[];
  private readonly values: readonly Float64Array[];
  private readonly multiplierDiagonal: Int32Array;
  private readonly scale: Float64Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly realLu: SaddleLu;
  private readonly complexLu: SaddleLu;
  private h = 0;

  constructor(problem: Problem, x: number, y: number) {
    const mechanics = problem.workspace.mechanics!;
    const { n, m, constraints, derivatives, reactive } = mechanics;
    const linearised = new LinearisedMechanics(problem);
    const { force, forceValues, hessianValues, G, Gdot, Gddot, inertia, inertiaValues } = linearised;
    const book = new EntryBook(n + m);
    this.problem = problem;
    this.linearised = linearised;
    this.mass = massEntries(mechanics, problem.arena);

    const { rowStart, column } = constraints;
    const rowOf = new Int32Array(column.length);
    for (let r = 0; r < m; r++) rowOf.fill(r, rowStart[r], rowStart[r + 1]);
    const { rows, cols } = derivatives.constraintHessian;
    const inR = book.block(rowOf, column, n, 0);
    this.terms = [
      [
        { slots: book.block(this.mass.rows, this.mass.cols), values: this.mass.values, scale: 1 },
        { slots: book.block(column, rowOf, 0, n), values: G, scale: 1 },
        { slots: inR, values: G, scale: 1 },
        ...(reactive === undefined
          ? []
          : [{ slots: book.block(reactive.rows, reactive.cols, 0, n), values: linearised.reactiveValues, scale: -1 }]),
      ],
      [
        {
          slots: pick(force.cols, (c, k) => (c < n ? -1 : book.slot(force.rows[k], c - n))),
          values: forceValues,
          scale: -1,
        },
        { slots: inR, values: Gdot, scale: x },
      ],
      [
        {
          slots: pick(force.cols, (c, k) => (c < n ? book.slot(force.rows[k], c) : -1)),
          values: forceValues,
          scale: -1,
        },
        { slots: book.block(rows, cols), values: hessianValues, scale: 1 },
        { slots: pick(rows, (r, k) => (r === cols[k] ? -1 : book.slot(cols[k], r))), values: hessianValues, scale: 1 },
        { slots: inR, values: Gddot, scale: y },
        { slots: book.block(inertia.rows, inertia.cols), values: inertiaValues, scale: 1 },
      ],
    ];
    this.multiplierDiagonal = pick(new Int32Array(m), (_, i) => book.slot(n + i, n + i));
    this.rows = Int32Array.from(book.rows);
    this.cols = Int32Array.from(book.cols);
    this.values = this.terms.map(() => new Float64Array(book.rows.length));
    this.re = new Float64Array(book.rows.length);
    this.im = new Float64Array(book.rows.length);
    this.scale = new Float64Array(n + m);
    const { real, complex } = saddleLu(book, n);
    this.realLu = real;
    this.complexLu = complex;
  }

  /** Copies the derivatives that `linearised` has evaluated at q. */
  assemble(q: F64): Status {
    const { terms, values, rows, cols, scale, multiplierDiagonal } = this;
    const { dropped } = this.problem.workspace.mechanics!.constraints;
    this.problem.work.jacobians++;
    this.mass.refresh?.(q);
    this.equilibrate();
    for (let d = 0; d < terms.length; d++) {
      const into = values[d].fill(0);
      for (let e = 0; e < terms[d].length; e++) {
        const { slots, values: from, scale: factor } = terms[d][e];
        for (let k = 0; k < slots.length; k++) if (slots[k] >= 0) into[slots[k]] += factor * from[k];
      }
      for (let k = 0; k < rows.length; k++) into[k] *= scale[rows[k]] * scale[cols[k]];
      if (!allFinite(into)) return "nonfinite";
    }
    for (let i = 0; i < dropped.length; i++) values[0][multiplierDiagonal[dropped[i]]] = 1;
    return "ok";
  }

  /** p = M u, with the mass of the linearisation. */
  momentum(p: F64, u: F64): void {
    const { mass } = this;
    if (mass.refresh === undefined) {
      this.problem.workspace.mechanics!.momentum(p, u, u);
      return;
    }
    const { rows, cols, values } = mass;
    fill(p, 0);
    for (let k = 0; k < rows.length; k++) p[rows[k]] += values[k] * u[cols[k]];
  }

  /** Factorises for gamma/h and for (alpha + i beta)/h. */
  factor(h: number): Status {
    this.problem.work.factorisations += 2;
    return this.decompose(h);
  }

  /** Solves for x + i y in place; `shift` is `real` (then y is zero) or `complex`. */
  solve(shift: Shift, x: Float64Array, y: Float64Array): void {
    const { scale } = this;
    this.problem.work.solves++;
    for (let i = 0; i < x.length; i++) x[i] *= scale[i];
    for (let i = 0; i < y.length; i++) y[i] *= scale[i];
    if (shift === this.real) this.realLu.solve(x, y);
    else this.complexLu.solve(x, y);
    for (let i = 0; i < x.length; i++) x[i] *= scale[i];
    for (let i = 0; i < y.length; i++) y[i] *= scale[i];
  }

  save(to: ByteWriter): void {
    for (const values of [...this.values, this.scale, this.linearised.G, this.linearised.Gdot]) to.numbers(values);
    to.numbers(this.linearised.forceValues);
    if (this.mass.refresh !== undefined) to.numbers(this.mass.values);
    to.number(this.h);
    to.numbers(this.realLu.pivots);
    to.numbers(this.complexLu.pivots);
  }

  restore(from: ByteReader): void {
    for (const values of [...this.values, this.scale, this.linearised.G, this.linearised.Gdot])
      values.set(from.numbers());
    this.linearised.forceValues.set(from.numbers());
    if (this.mass.refresh !== undefined) this.mass.values.set(from.numbers());
    const h = from.number();
    this.realLu.prescribe(from.numbers());
    this.complexLu.prescribe(from.numbers());
    if (h !== 0) this.decompose(h);
  }

  private decompose(h: number): Status {
    this.h = h;
    this.real.set(gamma / h, 0);
    this.complex.set(alpha / h, beta / h);
    this.combine(this.real);
    const status = this.realLu.factor(this.re, this.im);
    if (status !== "ok") return status;
    this.combine(this.complex);
    return this.complexLu.factor(this.re, this.im);
  }

  private equilibrate(): void {
    const { mass, scale, linearised } = this;
    const { n, m, constraints } = this.problem.workspace.mechanics!;
    const { rows, cols, values } = mass;
    for (let k = 0; k < rows.length; k++) if (rows[k] === cols[k]) scale[rows[k]] = 1 / Math.sqrt(values[k]);
    for (let r = 0; r < m; r++) {
      let sum = 0;
      for (let k = constraints.rowStart[r]; k < constraints.rowStart[r + 1]; k++) {
        const entry = linearised.G[k] * scale[constraints.column[k]];
        sum += entry * entry;
      }
      scale[n + r] = sum > 0 ? 1 / Math.sqrt(sum) : 1;
    }
  }

  private combine({ dRe, dIm, eRe, eIm }: Shift): void {
    const { re, im } = this;
    const [one, d, e] = this.values;
    for (let k = 0; k < re.length; k++) {
      re[k] = one[k] + dRe * d[k] + eRe * e[k];
      im[k] = dIm * d[k] + eIm * e[k];
    }
  }
}

const pick = (list: Int32Array, slot: (entry: number, k: number) => number): Int32Array => Int32Array.from(list, slot);
