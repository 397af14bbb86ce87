/**
 * Derivatives of constrained mechanics at one point. With the path q(tau) = q + tau v + tau^2/2 a, t(tau) = t + tau,
 *
 *     d/dq (f - G^T lambda) = f_q - (lambda . g)_qq       exact, and so is d/dq (M(q) a) of a varying mass
 *     d/dq (G v + g_t)      = dG/dtau                     by differences of G along the path, of a part of the step:
 *     d/dq (G a + c)        = d^2G/dtau^2                 they only steer Newton's iteration
 *
 * Rows of constraints found redundant are zero.
 */

import type { Constraints, F64, Mechanics, Problem, SparseJacobian } from "../../../core/index.js";
import { addScaled, axpy, copy } from "../../../linalg/vector.js";
import type { Point } from "./stage-system.js";

/** tau as a fraction of the step. */
const part = 2 ** -10;
/** The derivatives of a constant mass. */
const constant: SparseJacobian = { rows: new Int32Array(0), cols: new Int32Array(0), evaluate() {} };

export class LinearisedMechanics {
  /** f_q in the columns below n, f_v in those from n on. */
  readonly force: SparseJacobian;
  readonly forceValues: F64;
  /** Lower triangle of (lambda . g)_qq, in the pattern of `constraintHessian`. */
  readonly hessianValues: F64;
  /** f_lambda, in the pattern of `Mechanics.reactive`; empty when no force reads multipliers. */
  readonly reactiveValues: F64;
  /** G, dG/dtau and d^2G/dtau^2. */
  readonly G: F64;
  readonly Gdot: F64;
  readonly Gddot: F64;
  /** d/dq (M(q) a); no entries where the mass is constant. */
  readonly inertia: SparseJacobian;
  readonly inertiaValues: F64;
  private readonly mechanics: Mechanics;
  private readonly constraints: Constraints;
  private readonly q: F64;
  /** (q, a). */
  private readonly qa: F64;

  constructor({ arena, workspace }: Problem) {
    const mechanics = workspace.mechanics!;
    const { constraints, derivatives } = mechanics;
    this.mechanics = mechanics;
    this.constraints = constraints;
    this.force = derivatives.force("soft")!;
    this.forceValues = arena.f64(this.force.rows.length);
    this.hessianValues = arena.f64(derivatives.constraintHessian.rows.length);
    this.reactiveValues = arena.f64(mechanics.reactive?.rows.length ?? 0);
    this.G = constraints.newJacobian();
    this.Gdot = constraints.newJacobian();
    this.Gddot = constraints.newJacobian();
    this.q = arena.f64(mechanics.n);
    const varies = mechanics.mass === "varying";
    this.inertia = varies ? derivatives.inertia!() : constant;
    this.inertiaValues = arena.f64(this.inertia.rows.length);
    this.qa = arena.f64(varies ? 2 * mechanics.n : 0);
  }

  /** G and the derivatives of the forces at (t, p), where the accelerations are a. */
  evaluate(t: number, p: Point, lambda: F64, a: F64): void {
    const { mechanics, constraints, G, qa, inertia } = this;
    mechanics.reactive?.set(lambda);
    mechanics.reactive?.slopes(this.reactiveValues, t, p.q, p.v);
    if (qa.length > 0) {
      qa.set(p.q);
      qa.set(a, mechanics.n);
      inertia.evaluate(this.inertiaValues, t, qa);
    }
    this.force.evaluate(this.forceValues, t, p.y);
    mechanics.derivatives.constraintHessian.evaluate(this.hessianValues, t, p.q, lambda);
    constraints.jacobian(G, t, p.q);
    this.drop(G);
  }

  /** dG/dtau by a one-sided difference in a step of h; call `evaluate` first. */
  evaluateRate(t: number, p: Point, h: number): void {
    const { constraints, G, Gdot, q } = this;
    const tau = part * h;
    addScaled(q, p.q, tau, p.v);
    constraints.jacobian(Gdot, t + tau, q);
    for (let k = 0; k < G.length; k++) Gdot[k] = (Gdot[k] - G[k]) / tau;
    this.drop(Gdot);
  }

  /** dG/dtau and d^2G/dtau^2 by central differences with the accelerations a; call `evaluate` first. */
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
    this.drop(Gdot);
    this.drop(Gddot);
  }

  /** out = out - f_v x. */
  subtractDamping(out: F64, x: F64): void {
    const { force, forceValues } = this;
    const { n } = this.mechanics;
    const { rows, cols } = force;
    for (let k = 0; k < rows.length; k++) if (cols[k] >= n) out[rows[k]] -= forceValues[k] * x[cols[k] - n];
  }

  private drop(values: F64): void {
    const { dropped, rowStart } = this.constraints;
    for (let i = 0; i < dropped.length; i++) {
      const row = dropped[i];
      for (let k = rowStart[row]; k < rowStart[row + 1]; k++) values[k] = 0;
    }
  }
}
