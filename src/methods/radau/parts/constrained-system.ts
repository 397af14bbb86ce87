/**
 * Index 2 and 3: constraints imposed on the velocities or positions of the stages, w = (q, v, lambda) or (q, v, lambda,
 * mu):
 *
 *     q' = v,                M v' = f(t, q, q') - G^T lambda,   0 = g(q, t)                 index 3
 *     q' = v,                M v' = f(t, q, q') - G^T lambda,   0 = G v + g_t               index 2
 *     q' = v - M^-1 G^T mu,  M v' = f(t, q, q') - G^T lambda,   0 = G v + g_t,  0 = g       index 2, positions kept
 *
 * The third is that of Gear, Gupta and Leimkuhler, J. Comput. Appl. Math. 12 (1985) 77; its exact mu is zero. Because
 * the forces read q' and not v, Newton's system separates exactly into one as for index 3, for dq and dlambda + c dmu,
 * and one with G M^-1 G^T for dmu; if forces read lambda, that holds up to terms of order h. Constraints found redundant have lambda = mu = 0.
 */

import type { ByteReader, ByteWriter, ConstraintSolver, F64, Problem, Status } from "../../../core/index.js";
import { axpy, copy, fill, normInf } from "../../../linalg/vector.js";
import { MechanicsStages } from "./mechanics-stages.js";
import type { Shift } from "./shift.js";
import type { Point } from "./stage-system.js";

export type Level = "positions" | "velocities" | "both";

export class ConstrainedSystem extends MechanicsStages {
  readonly velocityPower: 0 | 1;
  /** Largest residual of the imposed constraints at the last evaluation. */
  residual = 0;
  private readonly level: Level;
  private readonly G: F64;
  /** G M^-1 G^T at the linearisation, used when positions are also imposed, and at the start of a step. */
  private readonly solver: ConstraintSolver;
  private readonly startSolver: ConstraintSolver;
  /** The right-hand side of mu, later mu itself; and dG/dtau dq. */
  private readonly kRe: F64;
  private readonly kIm: F64;
  private readonly Gq: F64;
  /** Where the equations are linearised: q, and the rates of a varying mass. */
  private readonly q: F64;
  private readonly f: Point;

  constructor(problem: Problem, level: Level) {
    const { m } = problem.constraints!;
    super(problem, [m, level === "both" ? m : 0], level === "velocities" ? 1 : 0, 0);
    this.level = level;
    this.velocityPower = level === "positions" ? 1 : 0;
    this.G = this.constraints.newJacobian();
    this.solver = this.constraints.newSolver();
    this.startSolver = this.constraints.newSolver();
    this.kRe = problem.arena.f64(m);
    this.kIm = problem.arena.f64(m);
    this.Gq = problem.arena.f64(m);
    this.q = problem.arena.f64(problem.n);
    this.f = this.newPoint();
  }

  complete(p: Point, t: number): Status {
    const { constraints, G, startSolver, kRe } = this;
    fill(p.mu, 0);
    const status = constraints.multipliers(p.lambda, t, p.q, p.v);
    if (status !== "ok" || constraints.dropped.length === 0) return status;
    // moves the load of redundant constraints to the ones that are kept
    constraints.jacobian(G, t, p.q);
    fill(this.uRe, 0);
    constraints.addWeighted(this.uRe, G, p.lambda, 1);
    constraints.multiply(kRe, G, this.uRe);
    copy(p.lambda, kRe);
    const factored = startSolver.factor(G, p.q);
    startSolver.solve(p.lambda);
    return factored;
  }

  rate(f: Point, t: number, p: Point): Status {
    const { constraints, mechanics, level, G } = this;
    const { dropped } = constraints;
    constraints.jacobian(G, t, p.q);
    copy(f.q, p.v);
    if (level === "both") this.addWeighted(f.q, G, p.mu, -1, p.q);
    mechanics.reactive?.set(p.lambda);
    this.problem.secondOrder!.force(f.v, t, p.q, f.q);
    constraints.addTransposed(f.v, G, p.lambda, -1);
    mechanics.accelerate(f.v, f.v, p.q);
    if (level === "positions") constraints.g(f.lambda, t, p.q);
    else constraints.gdot(f.lambda, t, p.q, p.v);
    if (level === "both") constraints.g(f.mu, t, p.q);
    for (let i = 0; i < dropped.length; i++) {
      f.lambda[dropped[i]] = 0;
      if (level === "both") f.mu[dropped[i]] = 0;
    }
    this.residual = Math.max(normInf(f.lambda), normInf(f.mu));
    return "ok";
  }

  linearise(t: number, p: Point, h: number, f = this.f): Status {
    const { kkt, level, solver, mechanics } = this;
    const { linearised } = kkt;
    // only the derivatives of a varying mass need the accelerations
    const rated = f === this.f && mechanics.mass === "varying" ? this.rate(f, t, p) : "ok";
    if (rated !== "ok") return rated;
    copy(this.q, p.q);
    linearised.evaluate(t, p, p.lambda, f.v);
    if (level !== "positions") linearised.evaluateRate(t, p, h);
    const status = level === "both" ? solver.factor(linearised.G, p.q) : "ok";
    return status === "ok" ? kkt.assemble(p.q) : status;
  }

  override save(to: ByteWriter): void {
    super.save(to);
    if (this.mechanics.mass === "varying") to.numbers(this.q);
  }

  override restore(from: ByteReader): void {
    super.restore(from);
    if (this.mechanics.mass === "varying") this.q.set(from.numbers());
    if (this.level === "both") this.solver.factor(this.kkt.linearised.G, this.q);
  }

  /** Residuals -G dq = r_lambda of positions, -(G dv + dG/dtau dq) = r_lambda of velocities. */
  protected constrain(c: Shift, x: Point, y: Point): void {
    const { level, tRe, tIm, kRe, kIm, constraints } = this;
    const { G } = this.kkt.linearised;
    if (level === "positions") {
      for (let i = 0; i < tRe.length; i++) {
        tRe[i] = -x.lambda[i];
        tIm[i] = -y.lambda[i];
      }
      return;
    }
    // k = G r - r_lambda
    constraints.multiply(kRe, G, x.q);
    constraints.multiply(kIm, G, y.q);
    axpy(kRe, -1, x.lambda);
    axpy(kIm, -1, y.lambda);
    if (level === "velocities") {
      for (let i = 0; i < tRe.length; i++) {
        tRe[i] = c.dRe * kRe[i] - c.dIm * kIm[i];
        tIm[i] = c.dRe * kIm[i] + c.dIm * kRe[i];
      }
      return;
    }
    // with positions: G dq = -r_mu, and k = G r - r_lambda + c r_mu
    for (let i = 0; i < tRe.length; i++) {
      tRe[i] = -x.mu[i];
      tIm[i] = -y.mu[i];
      kRe[i] += c.re * x.mu[i] - c.im * y.mu[i];
      kIm[i] += c.re * y.mu[i] + c.im * x.mu[i];
    }
  }

  protected finish(c: Shift, x: Point, y: Point): void {
    const { tRe, tIm, kRe, kIm, constraints, Gq, solver } = this;
    const { G, Gdot } = this.kkt.linearised;
    const squareRe = c.re * c.re - c.im * c.im;
    const squareIm = 2 * c.re * c.im;
    for (let i = 0; i < tRe.length; i++) {
      x.lambda[i] = squareRe * tRe[i] - squareIm * tIm[i];
      y.lambda[i] = squareRe * tIm[i] + squareIm * tRe[i];
    }
    if (this.level !== "both") return;

    // G M^-1 G^T dmu = k - dG/dtau dq, dv += M^-1 G^T dmu, dlambda -= c dmu
    constraints.multiply(Gq, Gdot, x.q);
    axpy(kRe, -1, Gq);
    solver.solve(kRe);
    this.addWeighted(x.v, G, kRe, 1, this.q);
    constraints.multiply(Gq, Gdot, y.q);
    axpy(kIm, -1, Gq);
    solver.solve(kIm);
    this.addWeighted(y.v, G, kIm, 1, this.q);
    for (let i = 0; i < kRe.length; i++) {
      x.mu[i] = kRe[i];
      y.mu[i] = kIm[i];
      x.lambda[i] -= c.re * kRe[i] - c.im * kIm[i];
      y.lambda[i] -= c.re * kIm[i] + c.im * kRe[i];
    }
  }
}
