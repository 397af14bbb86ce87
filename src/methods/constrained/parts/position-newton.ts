/**
 * True Newton for the position constraint of SHAKE and RATTLE: given the unconstrained q, find x so that
 *
 *     g(q - M^-1 G_0^T x, t) = 0      by      (G(q) M^-1 G_0^T) dx = g(q),   q -= M^-1 G_0^T dx,   x += dx
 *
 * with the matrix evaluated at every iterate, so that convergence is quadratic. It ends when rounding of q alone
 * explains the residual, |g_i| <= 4 eps sum_j |G_ij q_j|, or when the residual no longer falls and q hardly moves.
 */

import type { ConstraintSolver, Constraints, F64, Problem, Status } from "../../../core/index.js";
import { axpy, fill, normInf } from "../../../linalg/vector.js";

const epsilon = 2 ** -52;
/** A residual that no longer falls counts as rounding when q moves by less than this fraction of |q|. */
const small = 1e-8;
/** A prediction is used if it leaves at most this fraction of |g|. */
const useful = 0.1;
/** Quadratic convergence needs three or four iterations; only steps that are too long need more. */
export const defaultLimit = 20;

export class PositionNewton {
  /** max |g| at the end of the last call. */
  residual = 0;
  private readonly problem: Problem;
  private readonly constraints: Constraints;
  private readonly solver: ConstraintSolver;
  private readonly G: F64;
  /** g, then dx. */
  private readonly g: F64;
  private readonly dq: F64;

  constructor(problem: Problem) {
    const constraints = problem.constraints!;
    this.problem = problem;
    this.constraints = constraints;
    this.solver = constraints.newSolver(true);
    this.G = constraints.newJacobian();
    this.g = problem.arena.f64(constraints.m);
    this.dq = problem.arena.f64(problem.n);
  }

  /** Pulls the unconstrained `q` onto g(q, t) = 0 and writes the solution to x. On entry x holds a prediction, which is
   * used only if it leaves less than a tenth of |g|, because Newton from a bad start can end on a distant branch of
   * the solution. The status is "diverged" after `limit` iterations. With `once`, a single iteration follows a
   * prediction that was used, and its result is accepted whatever the residual. */
  solve(q: F64, x: F64, t: number, G0: F64, limit: number, once = false): Status {
    const { dq } = this;
    const predicted = this.predict(q, x, t, G0);
    if (predicted && once) return this.correct(q, x, t, G0);
    for (let k = 0; k < limit; k++) {
      const before = this.residual;
      const status = this.correct(q, x, t, G0);
      if (status !== "ok") return status;
      if (!(this.residual < Number.POSITIVE_INFINITY)) return "diverged";
      if (this.residual <= this.rounding(q)) return "ok";
      if (k > 0 && this.residual > before / 2 && normInf(dq) <= small * normInf(q)) return "ok";
    }
    return "diverged";
  }

  private predict(q: F64, x: F64, t: number, G0: F64): boolean {
    const { constraints } = this;
    this.measure(t, q);
    const unconstrained = this.residual;
    constraints.addWeighted(q, G0, x, -1);
    this.measure(t, q);
    if (this.residual <= useful * unconstrained) return true;
    constraints.addWeighted(q, G0, x, 1);
    fill(x, 0);
    this.measure(t, q);
    return false;
  }

  private correct(q: F64, x: F64, t: number, G0: F64): Status {
    const { constraints, solver, G, g, dq } = this;
    constraints.jacobian(G, t, q);
    const status = solver.factorGeneral(G, G0);
    if (status !== "ok") return status;
    solver.solve(g);
    fill(dq, 0);
    constraints.addWeighted(dq, G0, g, -1);
    axpy(q, 1, dq);
    axpy(x, 1, g);
    this.problem.work.iterations++;
    this.measure(t, q);
    return "ok";
  }

  private measure(t: number, q: F64): void {
    this.constraints.g(this.g, t, q);
    this.residual = normInf(this.g);
  }

  /** The residual of g that rounding of q explains. */
  private rounding(q: F64): number {
    const { rowStart, column, m } = this.constraints;
    const { G } = this;
    let largest = 0;
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += Math.abs(G[k] * q[column[k]]);
      if (sum > largest) largest = sum;
    }
    return 4 * epsilon * largest;
  }
}
