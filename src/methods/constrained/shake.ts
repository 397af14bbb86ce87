/**
 * SHAKE for M q'' = f(t, q) - G^T lambda, g(q, t) = 0, M constant: the leapfrog with the position constraint,
 *
 *     q_{n+1} = 2 q_n - q_{n-1} + h^2 M^-1 (f_n - G_n^T lambda_n),   g(q_{n+1}, t_{n+1}) = 0,   v_n = (q_{n+1} - q_{n-1})/2h
 *
 * Order 2. Positions are those of RATTLE; velocities are not tangential, |G v + g_t| = O(h^2). Since v_{n+1} needs
 * q_{n+2}, a step from t_n also solves for q_{n+2} with the same h, and the next step begins with it. Only a first
 * step, and one after a change of h or of the state, solves twice: q_1 = q_0 + h v_0 + h^2/2 M^-1 (f_0 - G_0^T
 * lambda_0). J.-P. Ryckaert, G. Ciccotti, H. J. C. Berendsen, J. Comput. Phys. 23 (1977) 327, solved the constraints
 * one after the other; this code solves all at once by true Newton, which is M-SHAKE (V. Kräutler, W. F. van Gunsteren,
 * P. H. Hünenberger, J. Comput. Chem. 22 (2001) 501). Symbols: u the velocity between two positions, (q_{n+1} - q_n)/h.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
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
import { addScaled, combine, copy, scale } from "../../linalg/vector.js";
import { refuseEvaluator, refusesConstrained } from "../common/refusals.js";
import { ForcesAt } from "../leapfrog/parts/forces-at.js";
import { CubicOutput } from "../runge-kutta/parts/cubic-output.js";
import { MultiplierHistory } from "./parts/multiplier-history.js";
import { defaultLimit, PositionNewton } from "./parts/position-newton.js";

/** Options of `shake`. */
export interface ShakeOptions {
  /** The largest number of Newton iterations; a step that needs more has "diverged". Default 20. */
  readonly iterations?: number;
}

const name = "shake";

export const shakeFactory = factory({
  name,
  about:
    "SHAKE with true Newton (M-SHAKE), order 2, fixed steps: for rigid constraints; velocities are not exactly tangential.",
  options: {
    iterations: {
      type: "integer",
      from: 2,
      about: "Largest number of Newton iterations; a step that needs more has diverged.",
      default: defaultLimit,
    },
  },
  make: ({ iterations }): Method => ({
    name,
    order: 2,
    estimatesError: false,
    wants: "constraints",
    keeps: "positions",
    refuses: (problem) => refusesConstrained(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new ShakeStepper(problem, iterations);
    },
  }),
});

/**
 * SHAKE with true Newton (M-SHAKE), order 2, fixed steps: for rigid constraints. Velocities are not exactly tangential.
 *
 * @example
 * run(pendulum, { method: shake(), step: 0.01, until: 10 });
 */
export function shake(options: ShakeOptions = {}): Method {
  return shakeFactory.make(options);
}

class ShakeStepper implements Stepper {
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis;
  private readonly iterations: number;
  private readonly constraints: Constraints;
  private readonly newton: PositionNewton;
  private readonly history: MultiplierHistory;
  private from: ForcesAt;
  private to: ForcesAt;
  /** u and the position to which it leads, for this step and for the next one. */
  private u0: F64;
  private q1: F64;
  private u1: F64;
  private q2: F64;
  private readonly x: F64;
  private h = 0;
  /** `from` belongs to the start of the next attempt. */
  private startKnown = false;
  /** The length of the step for which u0 and q1 belong to the start of the next attempt; 0 when unknown. */
  private ahead = 0;

  constructor(problem: Problem, iterations: number) {
    const { arena, n, constraints } = problem;
    const { m } = constraints!;
    this.iterations = iterations;
    this.constraints = constraints!;
    this.newton = new PositionNewton(problem);
    this.diagnosis = this.newton;
    this.history = new MultiplierHistory(arena, m);
    this.dense = new CubicOutput(problem);
    this.from = new ForcesAt(problem);
    this.to = new ForcesAt(problem);
    this.u0 = arena.f64(n);
    this.u1 = arena.f64(n);
    this.q1 = arena.f64(n);
    this.q2 = arena.f64(n);
    this.x = arena.f64(m);
  }

  start(s: State): Status {
    this.moved(s);
    this.history.count = 0;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { from, to, u0, u1, q1, q2 } = this;
    this.h = h;

    // 1. q_1: known from the last step, or from q_0 and v_0
    if (this.ahead !== h) {
      if (!this.startKnown) from.evaluate(s);
      this.startKnown = true;
      this.ahead = 0;
      addScaled(u0, s.v, h / 2, from.a);
      const status = this.drift(q1, u0, s.q, from.G, s.t + h, (h * h) / 2);
      if (status !== "ok") return status;
      this.ahead = h;
    }
    next.t = s.t + h;
    copy(next.q, q1);

    // 2. q_2, a leapfrog step further
    to.evaluate(next);
    addScaled(u1, u0, h, to.a);
    const status = this.drift(q2, u1, q1, to.G, next.t + h, h * h);
    if (status !== "ok") return status;

    // 3. v_1 = (q_2 - q_0) / 2h
    combine(next.v, 1 / 2, u0, 1 / 2, u1);

    this.dense.keep(s, next, h);
    return "ok";
  }

  accept(): void {
    const { from, to, u0, u1, q1, q2 } = this;
    this.from = to;
    this.to = from;
    this.u0 = u1;
    this.u1 = u0;
    this.q1 = q2;
    this.q2 = q1;
    this.history.push(this.x, this.h);
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.startKnown = false;
    this.ahead = 0;
  }

  save(to: ByteWriter): void {
    this.history.save(to);
    to.number(this.startKnown ? 1 : 0);
    to.number(this.ahead);
    if (this.startKnown) this.from.save(to);
    to.numbers(this.u0);
    to.numbers(this.q1);
  }

  restore(from: ByteReader): void {
    this.history.restore(from);
    this.startKnown = from.number() === 1;
    this.ahead = from.number();
    if (this.startKnown) this.from.restore(from);
    this.u0.set(from.numbers());
    this.q1.set(from.numbers());
  }

  /** q = q_from + h u, both pulled along M^-1 G^T until g(q, t) = 0; writes lambda to `x`, which holds weight times
   * lambda in between. */
  private drift(q: F64, u: F64, from: F64, G: F64, t: number, weight: number): Status {
    const { constraints, h, x } = this;
    addScaled(q, from, h, u);
    this.history.predict(x);
    scale(x, weight);
    const status = this.newton.solve(q, x, t, G, this.iterations);
    constraints.addWeighted(u, G, x, -1 / h);
    scale(x, 1 / weight);
    return status;
  }
}
