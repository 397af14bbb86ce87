/**
 * Variational Euler: the discrete Lagrangian h L(q_0, (q_1 - q_0)/h), L = T(q, v) - V,
 *
 *     M(q_0) (u - v_0) = h (T_q(q_0, u) + F(t_0, q_0)),   q_1 = q_0 + h u,   T_v(q_1, v_1) = T_v(q_0, u)
 *
 * Order 1, symplectic, keeps momentum maps. Explicit for a constant mass (the symplectic Euler method, stable for h
 * omega < 2); for M(q) the first equation is implicit and is solved by fixed-point iteration, which contracts by O(h
 * |v|). The benchmark of Tao–Owhadi section 4.1. J. E. Marsden, M. West, Acta Numerica 10 (2001) 357.
 */

import {
  type F64,
  factory,
  type Method,
  noHistory,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../core/index.js";
import { addScaled, axpy, copy, normInf } from "../../linalg/vector.js";
import { refuseEvaluator, refusesLagrangian } from "../common/refusals.js";
import { CubicOutput } from "../runge-kutta/parts/cubic-output.js";

const name = "variational-euler";
const epsilon = 2 ** -52;
/** A contraction by one half reaches rounding in 52 iterations. */
const limit = 60;

/**
 * Variational Euler, order 1, symplectic, fixed steps; it is implicit if the mass depends on q.
 *
 * @example
 * run(springs, { method: variationalEuler(), step: 0.01, until: 10 });
 */
export function variationalEuler(): Method {
  return {
    name,
    order: 1,
    estimatesError: false,
    wants: "forces",
    stability: { real: 0, imaginary: 2 },
    refuses: (problem) => refusesLagrangian(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new VariationalEulerStepper(problem);
    },
  };
}

export const variationalEulerFactory = factory({
  name,
  about: "Variational Euler, order 1, symplectic, fixed steps; implicit if the mass depends on q.",
  options: {},
  make: variationalEuler,
});

class VariationalEulerStepper implements Stepper {
  readonly dense: CubicOutput;
  readonly checkpoint = noHistory;
  private readonly problem: Problem;
  private readonly u: F64;
  private readonly a: F64;
  private readonly p: F64;

  constructor(problem: Problem) {
    const { arena, n } = problem;
    this.problem = problem;
    this.dense = new CubicOutput(problem);
    this.u = arena.f64(n);
    this.a = arena.f64(n);
    this.p = arena.f64(n);
  }

  start(): Status {
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { u, p } = this;
    const { mechanics } = this.problem.secondOrder!;

    // 1. u
    const status = this.kick(s, h);
    if (status !== "ok") return status;

    // 2. drift, then the velocity at the new position with the same momentum
    addScaled(next.q, s.q, h, u);
    next.t = s.t + h;
    if (mechanics.mass === "varying") {
      mechanics.momentum(p, s.q, u);
      this.addRest(p, s, 1);
      this.addRest(p, next, -1);
      mechanics.accelerate(next.v, p, next.q);
    } else copy(next.v, u);

    this.dense.keep(s, next, h);
    return "ok";
  }

  accept(): void {}

  moved(): void {}

  /** Adds the part of the momentum that does not depend on v. */
  private addRest(p: F64, s: State, sign: number): void {
    const { mechanics } = this.problem.secondOrder!;
    if (mechanics.restMomentum === undefined) return;
    mechanics.restMomentum(this.a, s.t, s.q);
    axpy(p, sign, this.a);
  }

  private kick(s: State, h: number): Status {
    const { problem, u, a } = this;
    const { mechanics, part } = problem.secondOrder!;
    const implicit = mechanics.mass === "varying";
    copy(u, s.v);
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; k < limit; k++) {
      mechanics.lagrangianForce(a, s.t, s.q, u, part);
      mechanics.accelerate(a, a, s.q);
      let moved = 0;
      for (let i = 0; i < u.length; i++) {
        const v = s.v[i] + h * a[i];
        moved = Math.max(moved, Math.abs(v - u[i]));
        u[i] = v;
      }
      if (!implicit) return "ok";
      problem.work.iterations++;
      if (!(moved < Number.POSITIVE_INFINITY)) return "diverged";
      if (moved <= 2 * epsilon * normInf(u) || (moved >= before && moved <= 1e-12 * normInf(u))) return "ok";
      before = moved;
    }
    return "diverged";
  }
}
