/**
 * RATTLE for T(t, q, v) with a mass that depends on q, and for forces that read velocities: with L_q = f(t, q, v) - grad V +
 * T_q and the momentum p = T_v = M(q) v + b(t, q),
 *
 *     M_0 (u_0 - v_0) = h/2 (L_q(t_0, q_0, u_0) - G_0^T lambda),
 *     p(t_1, q_1, u_1) = p(t_0, q_0, u_0),   q_1 = q_0 + h z,   z = (u_0 + u_1)/2,          g(q_1, t_1) = 0
 *     M_1 (v_1 - u_1) = h/2 (L_q(t_1, q_1, u_1) - G_1^T mu),                 G_1 v_1 + g_t(q_1, t_1) = 0
 *
 * It is symmetric and of order 2, and for forces with a potential symplectic on the constraint manifold (Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, VII.1.4, in velocities). Damping forces are implicit at the start and explicit
 * at the end of a step, which is stable for every h. The first two lines are implicit in u_0, z and lambda: Newton's
 * method with exact derivatives, to rounding. A constant mass and forces without v give RATTLE itself; without
 * constraints it is the leapfrog of Störmer and Verlet for general Hamiltonians.
 */

import type {
  ByteReader,
  ByteWriter,
  Checkpoint,
  ConstraintSolver,
  Diagnosis,
  F64,
  Problem,
  State,
  Status,
  Stepper,
} from "../../../core/index.js";
import { addScaled, copy, fill, normInf } from "../../../linalg/vector.js";
import { CubicOutput } from "../../runge-kutta/parts/cubic-output.js";
import { addProduct, ImplicitRattleMatrix } from "./implicit-rattle-matrix.js";

const epsilon = 2 ** -52;
/** The matrix of a step is evaluated again while a correction is larger than this fraction of u, or contracts by less. */
const rough = 1e-3;
const slow = 0.05;
/** Corrections below this fraction of u that no longer fall are rounding. */
const small = 1e-9;

export class ImplicitRattleStepper implements Stepper {
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  residual = 0;
  private readonly problem: Problem;
  private readonly limit: number;
  private readonly matrix: ImplicitRattleMatrix;
  private readonly solver: ConstraintSolver | undefined;
  private readonly G0: F64;
  private readonly G1: F64;
  /** (q_0, u_0) and (q_1, u_1), and their parts. */
  private readonly y0: F64;
  private readonly y1: F64;
  private readonly u0: F64;
  private readonly q1: F64;
  private readonly u1: F64;
  private readonly z: F64;
  private readonly kappa: F64;
  private readonly b: F64;
  private readonly f: F64;
  /** M_0 v_0, and b_0. */
  private readonly p0: F64;
  private readonly b0: F64;
  private readonly g: F64;
  /** Right-hand side and solution of Newton's equations, and the parts of du and dz. */
  private readonly x: F64;
  private readonly first: F64;
  private readonly second: F64;
  /** (v_1 - u_1)/h and (z - u_0)/h of the last step, from which the next one is predicted; zero when unknown. */
  private readonly kick: F64;
  private readonly bend: F64;
  private readonly nextKick: F64;
  private readonly nextBend: F64;

  /** `limit` is the largest number of Newton iterations in a step. */
  constructor(problem: Problem, limit: number) {
    const { arena, n, constraints } = problem;
    const m = constraints?.m ?? 0;
    this.problem = problem;
    this.limit = limit;
    this.matrix = new ImplicitRattleMatrix(problem);
    this.solver = constraints?.newSolver();
    this.dense = new CubicOutput(problem);
    [this.G0, this.G1] = [0, 1].map(() => constraints?.newJacobian() ?? arena.f64(0));
    [this.y0, this.y1] = [arena.f64(2 * n), arena.f64(2 * n)];
    [this.u0, this.q1, this.u1] = [this.y0.subarray(n), this.y1.subarray(0, n), this.y1.subarray(n)];
    [this.z, this.b, this.f, this.p0, this.b0] = Array.from({ length: 5 }, () => arena.f64(n));
    [this.kick, this.bend, this.nextKick, this.nextBend] = Array.from({ length: 4 }, () => arena.f64(n));
    [this.kappa, this.g] = [arena.f64(m), arena.f64(m)];
    this.x = arena.f64(2 * n + m);
    [this.first, this.second] = [this.x.subarray(0, n), this.x.subarray(n, 2 * n)];
  }

  start(): Status {
    fill(this.kick, 0);
    fill(this.bend, 0);
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { problem, u0, q1, u1, z, f } = this;
    const { n, constraints } = problem;
    const { mechanics, part } = problem.secondOrder!;
    const t1 = s.t + h;
    next.t = t1;

    // 1. and 2. u_0, q_1 and u_1
    const status = this.solve(s, h);
    if (status !== "ok") return status;
    copy(next.q, q1);
    for (let i = 0; i < n; i++) this.nextBend[i] = (z[i] - u0[i]) / h;

    // 3. the other half of the kick, and v_1 on G_1 v_1 + g_t = 0
    mechanics.lagrangianForce(f, t1, next.q, u1, part);
    mechanics.accelerate(f, f, next.q);
    addScaled(next.v, u1, h / 2, f);
    if (constraints !== undefined) {
      constraints.jacobian(this.G1, t1, next.q);
      const factored = this.solver!.factor(this.G1, next.q);
      if (factored !== "ok") return factored;
      constraints.gdot(this.g, t1, next.q, next.v);
      this.solver!.solve(this.g);
      constraints.addWeighted(next.v, this.G1, this.g, -1);
    }
    for (let i = 0; i < n; i++) this.nextKick[i] = (next.v[i] - u1[i]) / h;
    this.dense.keep(s, next, h);
    return "ok";
  }

  accept(): void {
    copy(this.kick, this.nextKick);
    copy(this.bend, this.nextBend);
  }

  moved(): void {}

  save(to: ByteWriter): void {
    to.numbers(this.kick);
    to.numbers(this.bend);
    to.numbers(this.matrix.lu.pivots);
  }

  restore(from: ByteReader): void {
    this.kick.set(from.numbers());
    this.bend.set(from.numbers());
    this.matrix.lu.prescribe(from.numbers());
  }

  /** Newton for u_0, z and kappa; leaves (q_0, u_0) and (q_1, u_1). */
  private solve(s: State, h: number): Status {
    const { problem, matrix, u0, q1, z, kappa, x, limit } = this;
    const { n, constraints, work } = problem;
    this.begin(s, h);

    let before = Number.POSITIVE_INFINITY;
    let isFresh = false;
    for (let k = 0; k < limit; k++) {
      work.iterations++;
      this.residuals(s, h);
      if (!isFresh) {
        const status = this.factor(s.t, h);
        if (status !== "ok") return status;
      }
      matrix.solve(x);

      let size = 0;
      let moved = 0;
      for (let i = 0; i < n; i++) {
        u0[i] += x[i];
        z[i] += x[n + i];
        moved = Math.max(moved, Math.abs(x[i]), Math.abs(x[n + i]));
        size = Math.max(size, Math.abs(u0[i]), Math.abs(z[i]));
      }
      for (let i = 0; i < kappa.length; i++) kappa[i] += x[2 * n + i];
      this.drift(s, h);
      if (!(moved < Number.POSITIVE_INFINITY)) return "diverged";
      const rounding = 2 * epsilon * (size + (constraints === undefined ? 0 : normInf(q1) / Math.abs(h)));
      if (moved <= rounding || (moved > before / 2 && moved <= small * size + rounding)) return "ok";
      isFresh = moved <= (k === 0 ? rough * size : slow * before);
      before = moved;
    }
    return "diverged";
  }

  /** The start of the step, its mass and its Jacobian, and the prediction. */
  private begin(s: State, h: number): void {
    const { matrix, y0, u0, z, kappa, p0, b0, kick, bend, problem } = this;
    const { n, constraints } = problem;
    const { mechanics } = problem.secondOrder!;
    const [mass] = matrix.mass;
    mass.of.evaluate(mass.values, s.t, s.y);
    fill(p0, 0);
    addProduct(p0, 1, mass, s.v);
    mechanics.restMomentum?.(b0, s.t, s.q);
    constraints?.jacobian(this.G0, s.t, s.q);
    copy(y0, s.y);
    for (let i = 0; i < n; i++) {
      u0[i] += h * kick[i];
      z[i] = u0[i] + h * bend[i];
    }
    fill(kappa, 0);
    this.drift(s, h);
  }

  /** q_1 and u_1. */
  private drift(s: State, h: number): void {
    const { u0, q1, u1, z } = this;
    for (let i = 0; i < z.length; i++) {
      q1[i] = s.q[i] + h * z[i];
      u1[i] = 2 * z[i] - u0[i];
    }
  }

  /** Minus the residuals, in the order of the equations. */
  private residuals(s: State, h: number): void {
    const { problem, matrix, y1, q1, u0, u1, x, first, second, f, p0, b0, b, g, kappa } = this;
    const { n, constraints } = problem;
    const { mechanics, part } = problem.secondOrder!;
    const [M0, M1] = matrix.mass;
    const t1 = s.t + h;
    mechanics.lagrangianForce(f, s.t, s.q, u0, part);
    for (let i = 0; i < n; i++) {
      first[i] = p0[i] + (h / 2) * f[i];
      second[i] = 0;
    }
    M1.of.evaluate(M1.values, t1, y1);
    addProduct(first, -1, M0, u0);
    addProduct(second, 0.5, M0, u0);
    addProduct(second, -0.5, M1, u1);
    if (mechanics.restMomentum !== undefined) {
      mechanics.restMomentum(b, t1, q1);
      for (let i = 0; i < n; i++) second[i] += (b0[i] - b[i]) / 2;
    }
    this.residual = 0;
    if (constraints === undefined) return;
    constraints.addTransposed(first, this.G0, kappa, -1);
    constraints.g(g, t1, q1);
    this.residual = normInf(g);
    for (let i = 0; i < g.length; i++) x[2 * n + i] = -g[i] / h;
  }

  private factor(t: number, h: number): Status {
    const { matrix, problem, y0, y1 } = this;
    const { momentum, damping } = matrix;
    momentum[0].of.evaluate(momentum[0].values, t, y0);
    momentum[1].of.evaluate(momentum[1].values, t + h, y1);
    damping.of.evaluate(damping.values, t, y0);
    problem.constraints?.jacobian(this.G1, t + h, this.q1);
    return matrix.factor(h, this.G0, this.G1);
  }
}
