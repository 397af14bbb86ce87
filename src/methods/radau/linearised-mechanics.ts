/**
 * Derivatives of constrained mechanics at one point, and their places in the Jacobian of a larger system. With the path
 * q(tau) = q + tau v + tau^2/2 a, t(tau) = t + tau, and a small tau,
 *
 *     d/dq (f - G^T lambda) = f_q - (lambda . g)_qq       exact
 *     d/dq (G v + g_t)      = dG/dtau                     by differences of G along the path
 *     d/dq (G a + c)        = d^2G/dtau^2
 *
 * Differences do: the Jacobian only steers Newton's iteration. Rows of dropped constraints are zero.
 */

import type { Constraints, F64, Mechanics, Problem, SparseJacobian } from "../../core/index.js";
import { addScaled, axpy, copy } from "../../linalg/vector.js";
import type { EntryBook } from "./pencil.js";
import type { Point } from "./stage-system.js";

/** tau, in parts of the step. */
const part = 2 ** -10;

/** Entries `scale * values[k]` to be added in `slots[k]`; a negative slot is left out. */
interface Term {
  readonly slots: Int32Array;
  readonly values: Float64Array;
  readonly scale: number;
}

export class LinearisedMechanics {
  readonly G: F64;
  readonly Gdot: F64;
  readonly Gddot: F64;
  private readonly mechanics: Mechanics;
  private readonly constraints: Constraints;
  private readonly force: SparseJacobian;
  private readonly forceValues: F64;
  private readonly hessianValues: F64;
  private readonly q: F64;
  private readonly rowOf: Int32Array;
  private readonly terms: Term[] = [];

  constructor(problem: Problem) {
    const { arena } = problem;
    const mechanics = problem.system.mechanics!;
    const { constraints, derivatives } = mechanics;
    this.mechanics = mechanics;
    this.constraints = constraints;
    this.force = derivatives.force("soft")!;
    this.forceValues = arena.f64(this.force.rows.length);
    this.hessianValues = arena.f64(derivatives.constraintHessian.rows.length);
    this.G = constraints.newJacobian();
    this.Gdot = constraints.newJacobian();
    this.Gddot = constraints.newJacobian();
    this.q = arena.f64(mechanics.n);
    const { rowStart, column, m } = constraints;
    this.rowOf = new Int32Array(column.length);
    for (let r = 0; r < m; r++) this.rowOf.fill(r, rowStart[r], rowStart[r + 1]);
  }

  /** The derivatives of f - G^T lambda: q and v in the first 2 n columns. */
  placeForces(book: EntryBook, row: number): void {
    const { rows, cols } = this.mechanics.derivatives.constraintHessian;
    const { force, forceValues, hessianValues } = this;
    this.place(book.block(force.rows, force.cols, row, 0), forceValues, 1);
    this.place(book.block(rows, cols, row, 0), hessianValues, -1);
    const mirrored = Int32Array.from(rows, (r, k) => (r === cols[k] ? -1 : book.slot(row + cols[k], r)));
    this.place(mirrored, hessianValues, -1);
  }

  /** `scale` times G, dG/dtau or d^2G/dtau^2. */
  placeRows(book: EntryBook, values: F64, row: number, col: number, scale = 1): void {
    this.place(book.block(this.rowOf, this.constraints.column, row, col), values, scale);
  }

  /** -G^T. */
  placeColumns(book: EntryBook, row: number, col: number): void {
    this.place(book.block(this.constraints.column, this.rowOf, row, col), this.G, -1);
  }

  /** Values that stay as they are. */
  place(slots: Int32Array, values: Float64Array, scale: number): void {
    this.terms.push({ slots, values, scale });
  }

  /** G and the forces' derivatives at (t, p). */
  evaluate(t: number, p: Point, lambda: F64): void {
    this.force.evaluate(this.forceValues, t, p.y);
    this.mechanics.derivatives.constraintHessian.evaluate(this.hessianValues, t, p.q, lambda);
    this.constraints.jacobian(this.G, t, p.q);
  }

  /** dG/dtau, one-sided. */
  evaluateRate(t: number, p: Point, h: number): void {
    const { constraints, G, Gdot, q } = this;
    const tau = part * h;
    addScaled(q, p.q, tau, p.v);
    constraints.jacobian(Gdot, t + tau, q);
    for (let k = 0; k < G.length; k++) Gdot[k] = (Gdot[k] - G[k]) / tau;
  }

  /** dG/dtau and d^2G/dtau^2 along the path with accelerations a, by central differences. */
  evaluateRates(t: number, p: Point, a: F64, h: number): void {
    const { constraints, G, Gdot, Gddot, q } = this;
    const tau = part * h;
    addScaled(q, p.q, tau, p.v);
    axpy(q, (tau * tau) / 2, a);
    constraints.jacobian(Gddot, t + tau, q);
    copy(Gdot, Gddot);
    addScaled(q, p.q, -tau, p.v);
    axpy(q, (tau * tau) / 2, a);
    constraints.jacobian(Gddot, t - tau, q);
    for (let k = 0; k < G.length; k++) {
      const after = Gdot[k];
      const before = Gddot[k];
      Gdot[k] = (after - before) / (2 * tau);
      Gddot[k] = (after - G[k] + (before - G[k])) / (tau * tau);
    }
  }

  /** All terms into J. */
  assemble(J: Float64Array): void {
    const { terms, constraints, G, Gdot, Gddot } = this;
    for (let i = 0; i < constraints.dropped.length; i++) {
      const row = constraints.dropped[i];
      for (let k = constraints.rowStart[row]; k < constraints.rowStart[row + 1]; k++) {
        G[k] = 0;
        Gdot[k] = 0;
        Gddot[k] = 0;
      }
    }
    J.fill(0);
    for (let e = 0; e < terms.length; e++) {
      const { slots, values, scale } = terms[e];
      for (let k = 0; k < slots.length; k++) if (slots[k] >= 0) J[slots[k]] += scale * values[k];
    }
  }
}
