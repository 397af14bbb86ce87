/**
 * Dense output from both ends of a step: the cubic of Hermite through y and y' (error O(h^4)), or the quintic through y''
 * as well (O(h^6)). Rates are evaluated when output is first wanted. y'' is the central difference of F along the motion,
 * (F(t + e, y + e F) - F(t - e, y - e F)) / 2e with e = h / 1024, whose own error, 3e-9 h^4 y'''' in the output, is below
 * that of the quintic for all but the shortest steps.
 */

import { type F64, newState, type Problem, type State, type Status } from "../../core/index.js";
import { addScaled, copy } from "../../linalg/vector.js";

const part = 2 ** -10;

export class HermiteOutput {
  private readonly problem: Problem;
  private readonly degree: 3 | 5;
  private readonly from: State;
  private readonly to: State;
  private readonly rates: readonly F64[];
  private readonly seconds: readonly F64[];
  private readonly y: F64;
  private readonly f: F64;
  private h = 0;
  private known = false;

  constructor(problem: Problem, degree: 3 | 5) {
    const { arena, dimension, n } = problem;
    const pair = () => [arena.f64(dimension), arena.f64(dimension)];
    this.problem = problem;
    this.degree = degree;
    this.from = newState(arena, dimension, n);
    this.to = newState(arena, dimension, n);
    this.rates = pair();
    this.seconds = degree === 5 ? pair() : [];
    this.y = arena.f64(dimension);
    this.f = arena.f64(dimension);
  }

  /** A step of h from `s` to `next`; copies, because both may be edited before the output is wanted. */
  keep(s: State, next: State, h: number): void {
    this.from.t = s.t;
    this.to.t = next.t;
    copy(this.from.y, s.y);
    copy(this.to.y, next.y);
    this.h = h;
    this.known = false;
  }

  at(out: F64, theta: number): Status {
    const status = this.known ? "ok" : this.evaluate();
    if (status !== "ok") return status;
    const { h, from, to, rates, seconds } = this;
    const r = 1 - theta;
    if (this.degree === 3) {
      const [a0, a1] = [r * r * (1 + 2 * theta), theta * theta * (1 + 2 * r)];
      const [b0, b1] = [h * theta * r * r, -h * theta * theta * r];
      for (let i = 0; i < out.length; i++) {
        out[i] = a0 * from.y[i] + a1 * to.y[i] + b0 * rates[0][i] + b1 * rates[1][i];
      }
      return "ok";
    }
    const [t3, r3] = [theta * theta * theta, r * r * r];
    const [a0, a1] = [r3 * (1 + theta * (3 + 6 * theta)), t3 * (1 + r * (3 + 6 * r))];
    const [b0, b1] = [h * theta * r3 * (1 + 3 * theta), -h * r * t3 * (1 + 3 * r)];
    const [c0, c1] = [0.5 * h * h * theta * theta * r3, 0.5 * h * h * r * r * t3];
    for (let i = 0; i < out.length; i++) {
      const values = a0 * from.y[i] + a1 * to.y[i] + b0 * rates[0][i] + b1 * rates[1][i];
      out[i] = values + c0 * seconds[0][i] + c1 * seconds[1][i];
    }
    return "ok";
  }

  private evaluate(): Status {
    const { from, to, rates, seconds } = this;
    let status = this.problem.rate!(rates[0], from.t, from.y);
    if (status === "ok") status = this.problem.rate!(rates[1], to.t, to.y);
    for (let k = 0; k < seconds.length && status === "ok"; k++) {
      status = this.second(seconds[k], k === 0 ? from : to, rates[k]);
    }
    this.known = status === "ok";
    return status;
  }

  /** y'' at `s`, where y' is `rate`. */
  private second(out: F64, s: State, rate: F64): Status {
    const { y, f, problem } = this;
    const e = part * this.h;
    addScaled(y, s.y, e, rate);
    let status = problem.rate!(out, s.t + e, y);
    if (status !== "ok") return status;
    addScaled(y, s.y, -e, rate);
    status = problem.rate!(f, s.t - e, y);
    for (let i = 0; i < out.length; i++) out[i] = (out[i] - f[i]) / (2 * e);
    return status;
  }
}
