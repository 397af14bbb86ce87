/**
 * RATTLE for M q'' = f(t, q) - G^T lambda, g(q, t) = 0, M constant:
 *
 *     v_h = v_0 + h/2 M^-1 (f(t_0, q_0) - G_0^T lambda),   q_1 = q_0 + h v_h,             g(q_1, t_1) = 0
 *     v_1 = v_h + h/2 M^-1 (f(t_1, q_1) - G_1^T mu),                           G_1 v_1 + g_t(q_1, t_1) = 0
 *
 * Order 2, symplectic on the constraint manifold, reversible; q and v satisfy their constraints to rounding. lambda and mu
 * are of order 1 each (NOTES 003): for output take the multipliers of (q, v). H. C. Andersen, J. Comput. Phys. 52 (1983)
 * 24; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4. Positions are found by true Newton.
 *
 * "rattle-1" (`iterations: 1`) takes one true Newton step from the multiplier extrapolated from the last two steps and
 * accepts what it reaches, |g| = O(h^8); its first two steps iterate to rounding. It is as accurate (NOTES 003, Beyond) at
 * half the factorisations, but it carries history: it is no map of (q, v), neither symplectic nor reversible.
 */

import {
  ByteReader,
  ByteWriter,
  type Constraints,
  type ConstraintSolver,
  checkOptions,
  type F64,
  type Factory,
  type Method,
  type Problem,
  type State,
  type Status,
  type Stepper,
  TautError,
} from "../core/index.js";
import { addScaled, axpy, copy, scale } from "../linalg/vector.js";
import { MultiplierHistory } from "./multiplier-history.js";
import { PositionNewton } from "./position-newton.js";
import { hermite, refuseEvaluator, refusesConstrained } from "./second-order.js";

export interface RattleOptions {
  /** Most Newton iterations for the positions, after which a step has "diverged"; 1: rattle-1. Default 20. */
  readonly iterations?: number;
}

export function rattle({ iterations = 20 }: RattleOptions = {}): Method {
  if (!(Number.isInteger(iterations) && iterations >= 1)) {
    throw new TautError("rattle.iterations", `${iterations} is no number of iterations. Give a whole number >= 1.`);
  }
  const name = iterations === 1 ? "rattle-1" : "rattle";
  return {
    name,
    order: 2,
    estimatesError: false,
    refuses: (problem) => refusesConstrained(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new RattleStepper(problem, iterations);
    },
  };
}

export const rattleFactory: Factory<Method> = {
  name: "rattle",
  about: "RATTLE with true Newton, order 2, symplectic, fixed steps: rigid constraints over long times.",
  options: {
    iterations: {
      about: "Most Newton iterations for the positions; 1 takes one warm-started step and accepts it (rattle-1).",
      default: 20,
    },
  },
  make(options = {}) {
    checkOptions(rattleFactory, options);
    return rattle(options);
  },
};

export const rattleOneFactory: Factory<Method> = {
  name: "rattle-1",
  about: "RATTLE with one warm-started Newton step: as accurate, cheaper, not exactly symplectic or reversible.",
  options: {},
  make(options = {}) {
    checkOptions(rattleOneFactory, options);
    return rattle({ iterations: 1 });
  },
};

/** Iterations of the first steps of rattle-1. */
const startIterations = 20;

class RattleStepper implements Stepper {
  private readonly problem: Problem;
  private readonly iterations: number;
  private readonly constraints: Constraints;
  private readonly newton: PositionNewton;
  private readonly velocitySolver: ConstraintSolver;
  private readonly history: MultiplierHistory;
  /** M^-1 f and G at both ends of the step. */
  private a0: F64;
  private a1: F64;
  private G0: F64;
  private G1: F64;
  private readonly lambda: F64;
  private readonly x: F64;
  private readonly y0: F64;
  private readonly y1: F64;
  private h = 0;
  private startKnown = false;

  constructor(problem: Problem, iterations: number) {
    const { arena, dimension, n } = problem;
    const constraints = problem.constraints!;
    this.problem = problem;
    this.iterations = iterations;
    this.constraints = constraints;
    this.newton = new PositionNewton(problem);
    this.velocitySolver = constraints.newSolver();
    this.history = new MultiplierHistory(arena, constraints.m);
    this.a0 = arena.f64(n);
    this.a1 = arena.f64(n);
    this.G0 = constraints.newJacobian();
    this.G1 = constraints.newJacobian();
    this.lambda = arena.f64(constraints.m);
    this.x = arena.f64(constraints.m);
    this.y0 = arena.f64(dimension);
    this.y1 = arena.f64(dimension);
  }

  get residual(): number {
    return this.newton.residual;
  }

  start(): Status {
    this.startKnown = false;
    this.history.count = 0;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { constraints, newton, velocitySolver, lambda, x } = this;
    if (!this.startKnown) this.evaluate(this.a0, this.G0, s);
    this.startKnown = true;
    const { a0, a1, G0, G1 } = this;

    // 1. half a kick, then drift, with the expected multiplier
    addScaled(next.v, s.v, h / 2, a0);
    addScaled(next.q, s.q, h, next.v);
    next.t = s.t + h;
    this.history.predict(x);
    scale(x, (h * h) / 2);
    constraints.addWeighted(next.q, G0, x, -1);

    // 2. pull q_1 along M^-1 G_0^T until g(q_1, t_1) = 0; the half-step velocity follows
    let status: Status;
    if (this.iterations > 1) status = newton.solve(next.q, x, next.t, G0, this.iterations);
    else if (this.history.count < 2) status = newton.solve(next.q, x, next.t, G0, startIterations);
    else status = newton.once(next.q, x, next.t, G0);
    if (status !== "ok") return status;
    constraints.addWeighted(next.v, G0, x, -1 / h);
    copy(lambda, x);
    scale(lambda, 2 / (h * h));

    // 3. the other half of the kick
    this.evaluate(a1, G1, next);
    axpy(next.v, h / 2, a1);

    // 4. pull v_1 along M^-1 G_1^T until G_1 v_1 + g_t = 0
    status = velocitySolver.factor(G1, next.q);
    if (status !== "ok") return status;
    constraints.gdot(x, next.t, next.q, next.v);
    velocitySolver.solve(x);
    constraints.addWeighted(next.v, G1, x, -1);

    // 5. both ends, for dense output
    this.h = h;
    copy(this.y0, s.y);
    copy(this.y1, next.y);
    return "ok";
  }

  accept(): void {
    const { a0, a1, G0, G1 } = this;
    this.a0 = a1;
    this.a1 = a0;
    this.G0 = G1;
    this.G1 = G0;
    this.history.push(this.lambda, this.h);
  }

  moved(): void {
    this.startKnown = false;
  }

  interpolate(out: F64, theta: number): Status {
    hermite(out, theta, this.h, this.y0, this.y1, this.problem.n);
    return "ok";
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    this.history.save(to);
    to.numbers(this.startKnown ? this.a0 : []);
    to.numbers(this.startKnown ? this.G0 : []);
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    this.history.restore(from);
    const a0 = from.numbers();
    this.a0.set(a0);
    this.G0.set(from.numbers());
    this.startKnown = a0.length > 0;
  }

  private evaluate(a: F64, G: F64, s: State): void {
    const { force, mechanics } = this.problem.secondOrder!;
    force(a, s.t, s.q, s.v);
    mechanics.accelerate(a, a, s.q);
    this.constraints.jacobian(G, s.t, s.q);
  }
}
