/**
 * Gauss-Newton Z&S: in the discrete Lagrangian of Z&S (Tao–Owhadi eq. 1.2) the constraint function, and not the
 * penalty, is linearised, and terms of second order in the soft forces are dropped. With A = G M^-1 G^T + 1/(b
 * omega^2), b = beta h^2, what is left is the leapfrog in the modified potential
 *
 *     W(x) = V + g^T A^-1 (g/2b + G a),        a = -M^-1 grad V
 *
 * in which omega may be infinite, the rigid view. Each step takes one factorisation of the positive definite A. With w
 * = A^-1 g, z = A^-1 G a, p = M^-1 G^T w and H_y the Hessian of y.g,
 *
 *     grad W = grad V + G^T (w/b + z) + H_w (a - p/b - M^-1 G^T z) - H_z p - H_V p
 *
 * The physical point is q = x + b (a - M^-1 G^T (w/b + z)): there g = lambda/omega^2, lambda = w/b + z, to the order of
 * g^2.
 */

import type {
  ByteReader,
  ByteWriter,
  ConstraintHessian,
  ConstraintSolver,
  F64,
  Problem,
  State,
  Status,
} from "../../../core/index.js";
import { addScaled, axpy, combine, copy, fill, scale } from "../../../linalg/vector.js";
import type { Field } from "./leapfrog.js";

export class GaussNewtonField implements Field {
  readonly a: F64;
  readonly shift: F64;
  readonly ofStep = true;
  private readonly problem: Problem;
  private readonly beta: number;
  private readonly solver: ConstraintSolver;
  private readonly hessian: ConstraintHessian;
  private readonly curvature: F64;
  private readonly G: F64;
  private readonly diagonal: F64;
  private readonly w: F64;
  private readonly z: F64;
  private readonly lambda: F64;
  private readonly p: F64;
  private readonly u: F64;
  /** M (f - a). */
  private readonly extra: F64;
  private readonly Hp: F64;

  constructor(problem: Problem, beta: number) {
    const { arena, n } = problem;
    const { constraints, derivatives, m } = problem.workspace.mechanics!;
    const vector = () => arena.f64(n);
    this.problem = problem;
    this.beta = beta;
    this.solver = constraints.newSolver();
    this.hessian = derivatives.constraintHessian;
    this.curvature = arena.f64(this.hessian.rows.length);
    this.G = constraints.newJacobian();
    [this.a, this.shift, this.p, this.u, this.extra, this.Hp] = Array.from({ length: 6 }, vector);
    [this.diagonal, this.w, this.z, this.lambda] = Array.from({ length: 4 }, () => arena.f64(m));
  }

  evaluate(s: State, h: number): Status {
    const { problem, solver, G, a, w, z, p, u, lambda, extra, Hp, shift } = this;
    const mechanics = problem.workspace.mechanics!;
    const { constraints, derivatives } = mechanics;
    const { t, q } = s;
    const b = this.beta * h * h;

    // 1. A, w = A^-1 g, z = A^-1 G a
    mechanics.force(a, t, q, s.v);
    mechanics.accelerate(a, a, q);
    constraints.jacobian(G, t, q);
    const status = this.factor(b, q);
    if (status !== "ok") return status;
    constraints.g(w, t, q);
    solver.solve(w);
    constraints.multiply(z, G, a);
    solver.solve(z);

    // 2. lambda, p = M^-1 G^T w, and the physical point
    combine(lambda, 1 / b, w, 1, z);
    fill(p, 0);
    constraints.addWeighted(p, G, w, 1);
    copy(u, a);
    constraints.addWeighted(u, G, z, -1);
    addScaled(shift, u, -1 / b, p);
    scale(shift, b);

    // 3. M (f - a) = -G^T lambda - H_w (u - p/b) + H_z p + H_V p
    axpy(u, -1 / b, p);
    derivatives.hessianTimes(Hp, "soft", t, q, p);
    copy(extra, Hp);
    constraints.addTransposed(extra, G, lambda, -1);
    this.addCurvature(extra, t, q, w, u, -1);
    this.addCurvature(extra, t, q, z, p, 1);
    mechanics.accelerate(extra, extra, q);
    axpy(a, 1, extra);
    return "ok";
  }

  save(to: ByteWriter): void {
    to.numbers(this.a);
    to.numbers(this.shift);
  }

  restore(from: ByteReader): void {
    this.a.set(from.numbers());
    this.shift.set(from.numbers());
  }

  /** In the rigid view omega is infinite: A is G M^-1 G^T. */
  private factor(b: number, q: F64): Status {
    const { problem, solver, G, diagonal } = this;
    if (problem.constraints !== undefined) return solver.factor(G, q);
    const { omega2 } = problem.workspace.mechanics!;
    for (let i = 0; i < diagonal.length; i++) diagonal[i] = 1 / (b * omega2[i]);
    return solver.factor(G, q, diagonal);
  }

  /** out += sign H_y x. */
  private addCurvature(out: F64, t: number, q: F64, y: F64, x: F64, sign: number): void {
    const { hessian, curvature } = this;
    const { rows, cols } = hessian;
    hessian.evaluate(curvature, t, q, y);
    for (let k = 0; k < rows.length; k++) {
      const value = sign * curvature[k];
      out[rows[k]] += value * x[cols[k]];
      if (rows[k] !== cols[k]) out[cols[k]] += value * x[rows[k]];
    }
  }
}
