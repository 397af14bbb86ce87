/**
 * RATTLE for M q'' = f(t, q) - G^T lambda, g(q, t) = 0, M constant:
 *
 *     v_h = v_0 + h/2 M^-1 (f(t_0, q_0) - G_0^T lambda),   q_1 = q_0 + h v_h,             g(q_1, t_1) = 0
 *     v_1 = v_h + h/2 M^-1 (f(t_1, q_1) - G_1^T mu),                           G_1 v_1 + g_t(q_1, t_1) = 0
 *
 * Order 2, symplectic on the constraint manifold, reversible; q and v satisfy their constraints to rounding. lambda and
 * mu are of order 1 each (docs/theory/tao-owhadi.md): for output use the multipliers of (q, v). H. C. Andersen, J.
 * Comput. Phys. 52 (1983) 24; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4. Positions are found by
 * true Newton.
 *
 * "rattle-1" (`iterations: 1`) takes one true Newton step from the multiplier extrapolated from the last two steps and
 * accepts the result, |g| = O(h^8). When there is nothing to extrapolate from, or the prediction leaves more than a
 * tenth of |g|, it iterates as RATTLE does. It is as accurate (docs/theory/tao-owhadi.md, Beyond) with fewer
 * factorisations, but it depends on earlier steps: it is not a map of (q, v), and neither symplectic nor reversible.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  type ConstraintSolver,
  type Constraints,
  type Diagnosis,
  type F64,
  factory,
  type Method,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../core/index.js";
import { type LongVectors, longVectors } from "../../linalg/long-vectors.js";
import { copy, scale } from "../../linalg/vector.js";
import { refuseEvaluator, refusesConstrained } from "../common/refusals.js";
import { ForcesAt } from "../leapfrog/parts/forces-at.js";
import { CubicOutput } from "../runge-kutta/parts/cubic-output.js";
import { type MultiplierGuess, type NewGuess, newHistory } from "./parts/multiplier-history.js";
import { defaultLimit, PositionNewton } from "./parts/position-newton.js";

/** Options of `rattle`. */
export interface RattleOptions {
  /** The largest number of Newton iterations for the positions; a step that needs more has "diverged". 1 makes this
   * rattle-1. Default 20. */
  readonly iterations?: number;
}

/**
 * RATTLE whose Newton iteration starts from the multipliers that `guess` predicts; compositions have their own
 * predictor.
 */
export function rattleFrom(guess: NewGuess, iterations: number = defaultLimit): Method {
  const name = iterations === 1 ? "rattle-1" : "rattle";
  return {
    name,
    order: 2,
    estimatesError: false,
    wants: "constraints",
    keeps: "positions and velocities",
    kicksAndDrifts: iterations > 1,
    refuses: (problem) => refusesConstrained(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new RattleStepper(problem, iterations, guess(problem.arena, problem.constraints!.m));
    },
  };
}

export const rattleFactory = factory({
  name: "rattle",
  about: "RATTLE with true Newton, order 2, symplectic, fixed steps: for rigid constraints over long times.",
  options: {
    iterations: {
      type: "integer",
      from: 1,
      about:
        "Largest number of Newton iterations for the positions. 1 takes a single warm-started iteration and accepts its result (rattle-1).",
      default: defaultLimit,
    },
  },
  make: ({ iterations }) => rattleFrom(newHistory, iterations),
});

/**
 * RATTLE with true Newton, order 2, symplectic, fixed steps: for rigid constraints over long times.
 *
 * @example
 * run(pendulum, { method: rattle(), step: 0.01, until: 10 });
 */
export function rattle(options: RattleOptions = {}): Method {
  return rattleFactory.make(options);
}

export const rattleOneFactory = factory({
  name: "rattle-1",
  about:
    "RATTLE with one warm-started Newton iteration: as accurate and cheaper, but not exactly symplectic or reversible.",
  options: {},
  make: () => rattleFrom(newHistory, 1),
});

class RattleStepper implements Stepper {
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis;
  private readonly limit: number;
  /** This is rattle-1. */
  private readonly once: boolean;
  private readonly constraints: Constraints;
  private readonly newton: PositionNewton;
  private readonly velocitySolver: ConstraintSolver;
  private readonly history: MultiplierGuess;
  private readonly vectors: LongVectors;
  private from: ForcesAt;
  private to: ForcesAt;
  private readonly lambda: F64;
  private readonly x: F64;
  private h = 0;
  /** `from` belongs to the start of the next attempt. */
  private startKnown = false;

  constructor(problem: Problem, iterations: number, history: MultiplierGuess) {
    const { arena } = problem;
    const constraints = problem.constraints!;
    this.once = iterations === 1;
    this.limit = this.once ? defaultLimit : iterations;
    this.constraints = constraints;
    this.newton = new PositionNewton(problem);
    this.diagnosis = this.newton;
    this.velocitySolver = constraints.newSolver();
    this.history = history;
    this.dense = new CubicOutput(problem);
    this.vectors = longVectors(arena, problem.n);
    this.from = new ForcesAt(problem);
    this.to = new ForcesAt(problem);
    this.lambda = arena.f64(constraints.m);
    this.x = arena.f64(constraints.m);
  }

  start(): Status {
    this.startKnown = false;
    this.history.clear();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { constraints, velocitySolver, vectors, from, to, x } = this;
    if (!this.startKnown) from.evaluate(s);
    this.startKnown = true;
    this.h = h;

    // 1. half a kick, then drift
    vectors.addScaled(next.v, s.v, h / 2, from.a);
    vectors.addScaled(next.q, s.q, h, next.v);
    next.t = s.t + h;

    // 2. pull q_1 along M^-1 G_0^T until g(q_1, t_1) = 0, x = h^2/2 lambda; the half-step velocity follows
    this.history.predict(x);
    scale(x, (h * h) / 2);
    const once = this.once && this.history.count === 2;
    let status = this.newton.solve(next.q, x, next.t, from.G, this.limit, once);
    if (status !== "ok") return status;
    constraints.addWeighted(next.v, from.G, x, -1 / h);
    copy(this.lambda, x);
    scale(this.lambda, 2 / (h * h));

    // 3. the other half of the kick
    to.evaluate(next);
    vectors.axpy(next.v, h / 2, to.a);

    // 4. pull v_1 along M^-1 G_1^T until G_1 v_1 + g_t = 0
    status = velocitySolver.factor(to.G, next.q);
    if (status !== "ok") return status;
    constraints.gdot(x, next.t, next.q, next.v);
    velocitySolver.solve(x);
    constraints.addWeighted(next.v, to.G, x, -1);

    this.dense.keep(s, next, h);
    return "ok";
  }

  accept(): void {
    const { from, to } = this;
    this.from = to;
    this.to = from;
    this.history.push(this.lambda, this.h);
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.startKnown = false;
  }

  save(to: ByteWriter): void {
    this.history.save(to);
    to.number(this.startKnown ? 1 : 0);
    if (this.startKnown) this.from.save(to);
  }

  restore(from: ByteReader): void {
    this.history.restore(from);
    this.startKnown = from.number() === 1;
    if (this.startKnown) this.from.restore(from);
  }
}
