/**
 * The second-order formula of Adams and Bashforth, with equal steps y_{n+1} = y_n + h (3/2 f_n - 1/2 f_{n-1}); after a
 * step of another length h_{n-1}
 *
 *     y_{n+1} = y_n + h f_n + h^2 / (2 h_{n-1}) (f_n - f_{n-1}),        f = F(t, y)
 *
 * Order 2, one rate per step. The first step is Euler's, as in Ascher section 4 (which causes the spikes in figs. 4.3,
 * 4.4 and 4.12), or that of the explicit midpoint rule; either keeps order 2. The history holds rates only: after a
 * state has been moved (stabilisation), f_n is taken at the moved state and f_{n-1} stays. Dense output integrates the
 * same line, order 2.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  copyState,
  type DenseOutput,
  type Evaluator,
  type F64,
  factory,
  type Method,
  newState,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../core/index.js";
import { addScaled } from "../../linalg/vector.js";
import { refusesExplicit } from "../common/refusals.js";

/** Options of `ab2`. */
export interface Ab2Options {
  /** The first step: "euler" (as in Ascher, default) or "midpoint". */
  readonly start?: "euler" | "midpoint";
}

const name = "ab2";

export const ab2Factory = factory({
  name,
  about: "Adams–Bashforth of order 2, fixed steps, one rate per step: for smooth problems at low accuracy (Ascher).",
  options: {
    start: {
      type: "choice",
      of: ["euler", "midpoint"],
      about: `The first step, "euler" or "midpoint".`,
      default: "euler",
    },
  },
  make: ({ start }): Method => ({
    name,
    order: 2,
    estimatesError: false,
    wants: "rates",
    refuses: (problem) => refusesExplicit(name, problem),
    bind: (problem, evaluator) => new Ab2Stepper(problem, evaluator, start === "midpoint"),
  }),
});

/**
 * Adams–Bashforth of order 2, fixed steps, one rate per step: for smooth problems at low accuracy.
 *
 * @example
 * run(pendulum, { method: ab2({ start: "midpoint" }), step: 0.001, until: 1 });
 */
export function ab2(options: Ab2Options = {}): Method {
  return ab2Factory.make(options);
}

class Ab2Stepper implements Stepper {
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint = this;
  private readonly problem: Problem;
  private readonly evaluator: Evaluator | undefined;
  private readonly byMidpoint: boolean;
  private readonly stage: State;
  /** The start of the step at which its rate was taken. */
  private readonly base: State;
  /** f_n and f_{n-1}. */
  private now: F64;
  private before: F64;
  /** The change of the rate over the step: y = y_n + theta h f_n + theta^2/2 h change. */
  private readonly change: F64;
  private h = 0;
  /** h_{n-1}; 0 when there is no f_{n-1}. */
  private hBefore = 0;
  /** f_n and `base` belong to the start of the next attempt, or to the start of the accepted step before it. */
  private known = false;
  private behind = false;

  constructor(problem: Problem, evaluator: Evaluator | undefined, byMidpoint: boolean) {
    const { arena, dimension, n } = problem;
    this.problem = problem;
    this.evaluator = evaluator;
    this.byMidpoint = byMidpoint;
    this.stage = newState(arena, dimension, n);
    this.base = newState(arena, dimension, n);
    this.now = arena.f64(dimension);
    this.before = arena.f64(dimension);
    this.change = arena.f64(dimension);
  }

  start(s: State): Status {
    copyState(this.base, s);
    this.hBefore = 0;
    this.known = false;
    this.behind = false;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { base, stage, change } = this;

    // 1. f_n; the previous f_n becomes f_{n-1}
    let status = this.known ? "ok" : this.begin(s);
    if (status !== "ok") return status;
    const { now, before, hBefore } = this;
    this.h = h;

    // 2. the change of the rate, from the last two rates; at the first step zero, or from the rate at the midpoint
    if (hBefore === 0 && this.byMidpoint) {
      addScaled(stage.y, base.y, h / 2, now);
      stage.t = s.t + h / 2;
      status = this.evaluate(before, stage);
      if (status !== "ok") return status;
    }
    const factor = hBefore !== 0 ? h / hBefore : this.byMidpoint ? -2 : 0;
    for (let i = 0; i < now.length; i++) change[i] = factor === 0 ? 0 : factor * (now[i] - before[i]);

    // 3. the step
    this.interpolate(next.y, 1);
    next.t = s.t + h;
    return "ok";
  }

  accept(): void {
    this.known = false;
    this.behind = true;
  }

  moved(s: State): void {
    const t = this.behind ? this.base.t + this.h : this.base.t;
    this.known = false;
    // a state at another time has no history
    if (Math.abs(s.t - t) > 0.1 * Math.abs(this.h)) this.start(s);
  }

  save(to: ByteWriter): void {
    to.numbers([Number(this.known), Number(this.behind), this.h, this.hBefore, this.base.t]);
    to.numbers(this.base.y);
    to.numbers(this.now);
    to.numbers(this.before);
  }

  restore(from: ByteReader): void {
    const [known, behind, h, hBefore, t] = from.numbers();
    this.known = known === 1;
    this.behind = behind === 1;
    this.h = h;
    this.hBefore = hBefore;
    this.base.t = t;
    this.base.y.set(from.numbers());
    this.now.set(from.numbers());
    this.before.set(from.numbers());
  }

  private interpolate(out: F64, theta: number): Status {
    const { base, now, change, h } = this;
    for (let i = 0; i < out.length; i++) out[i] = base.y[i] + theta * h * (now[i] + (theta / 2) * change[i]);
    return "ok";
  }

  private begin(s: State): Status {
    const { base, now, before } = this;
    if (this.behind) {
      this.now = before;
      this.before = now;
      this.hBefore = this.h;
      this.behind = false;
    }
    copyState(base, s);
    const status = this.evaluate(this.now, base);
    this.known = status === "ok";
    return status;
  }

  private evaluate(rate: F64, at: State): Status {
    const { evaluator, problem } = this;
    return evaluator === undefined ? problem.rate!(rate, at.t, at.y) : evaluator.eval(rate, at);
  }
}
