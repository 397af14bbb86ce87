/**
 * Index 1: the constraints imposed on the accelerations. lambda is then a function of (q, v), and the stages are those
 * of the underlying equation y' = (v, a(t, q, v)). Its Jacobian is dense; Newton's systems are solved without forming
 * it, for (q, v, a, lambda):
 *
 *     c dq - dv = r,   c dv - da = s,   M da - (f_q - (lambda . g)_qq) dq - f_v dv + G^T dlambda = 0,
 *     G da + 2 dG/dtau dv + d^2G/dtau^2 dq = 0.
 */

import type { F64, Problem, Status } from "../../../core/index.js";
import { MechanicsStages } from "./mechanics-stages.js";
import type { Shift } from "./shift.js";
import type { Point } from "./stage-system.js";

export class UnderlyingSystem extends MechanicsStages {
  readonly velocityPower = 0;
  /** Rates and multipliers at the point where the equations are linearised. */
  private readonly f: Point;
  private readonly lambda: F64;
  /** G u and dG/dtau r. */
  private readonly Gu: F64;
  private readonly Gr: F64;

  constructor(problem: Problem) {
    super(problem, [0, 0], 2, 1);
    const { m } = this.constraints;
    this.f = this.newPoint();
    this.lambda = problem.arena.f64(m);
    this.Gu = problem.arena.f64(m);
    this.Gr = problem.arena.f64(m);
  }

  complete(): Status {
    return "ok";
  }

  rate(f: Point, t: number, p: Point): Status {
    return this.constraints.underlying(f.y, t, p.y);
  }

  linearise(t: number, p: Point, h: number, f = this.f): Status {
    const { constraints, lambda } = this;
    const { linearised } = this.kkt;
    let status = constraints.multipliers(lambda, t, p.q, p.v);
    if (status === "ok" && f === this.f) status = this.rate(f, t, p);
    if (status !== "ok") return status;
    linearised.evaluate(t, p, lambda, f.v);
    linearised.evaluateRates(t, p, f.v, h);
    return this.kkt.assemble(p.q);
  }

  /** d^2 (G u + 2 dG/dtau r). */
  protected constrain({ eRe, eIm }: Shift, x: Point, y: Point): void {
    const { tRe, tIm } = this;
    this.sum(tRe, this.uRe, x.q);
    this.sum(tIm, this.uIm, y.q);
    for (let i = 0; i < tRe.length; i++) {
      const a = tRe[i];
      const b = tIm[i];
      tRe[i] = eRe * a - eIm * b;
      tIm[i] = eRe * b + eIm * a;
    }
  }

  protected finish(): void {}

  private sum(out: F64, u: F64, r: F64): void {
    const { constraints, Gu, Gr } = this;
    const { G, Gdot } = this.kkt.linearised;
    constraints.multiply(Gu, G, u);
    constraints.multiply(Gr, Gdot, r);
    for (let i = 0; i < out.length; i++) out[i] = Gu[i] + 2 * Gr[i];
  }
}
