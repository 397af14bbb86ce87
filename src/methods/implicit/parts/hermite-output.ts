/**
 * Dense output from both ends of a step: the cubic of Hermite through y and y' (error O(h^4)), or the quintic through
 * y'' as well (O(h^6)). Rates are evaluated when output is first requested. y'' is the central difference of F along
 * the motion, (F(t + e, y + e F) - F(t - e, y - e F)) / 2e with e = h / 1024, whose own error, 3e-9 h^4 y'''' in the
 * output, is below that of the quintic for all but the shortest steps.
 */

import { type DenseOutput, type F64, newState, type Problem, type State, type Status } from "../../../core/index.js";
import { addScaled, copy } from "../../../linalg/vector.js";

const part = 2 ** -10;

export class HermiteOutput implements DenseOutput {
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

  /** Remembers a step of h from `s` to `next`. It copies both, because they may be changed before output is
   * requested. */
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
    if (this.degree === 3) cubic(out, theta, h, from.y, to.y, rates[0], rates[1]);
    else quintic(out, theta, h, from.y, to.y, rates, seconds);
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

/** The cubic through y and y' at both ends of a step of h. */
export function cubic(out: F64, theta: number, h: number, y0: F64, y1: F64, f0: F64, f1: F64): void {
  const r = 1 - theta;
  const a0 = r * r * (1 + 2 * theta);
  const a1 = theta * theta * (1 + 2 * r);
  const b0 = h * theta * r * r;
  const b1 = -h * theta * theta * r;
  for (let i = 0; i < out.length; i++) out[i] = a0 * y0[i] + a1 * y1[i] + b0 * f0[i] + b1 * f1[i];
}

/** The same with y'' (g), of degree 5. */
function quintic(out: F64, theta: number, h: number, y0: F64, y1: F64, f: readonly F64[], g: readonly F64[]): void {
  const r = 1 - theta;
  const t3 = theta * theta * theta;
  const r3 = r * r * r;
  const a0 = r3 * (1 + theta * (3 + 6 * theta));
  const a1 = t3 * (1 + r * (3 + 6 * r));
  const b0 = h * theta * r3 * (1 + 3 * theta);
  const b1 = -h * r * t3 * (1 + 3 * r);
  const c0 = 0.5 * h * h * theta * theta * r3;
  const c1 = 0.5 * h * h * r * r * t3;
  for (let i = 0; i < out.length; i++) {
    const values = a0 * y0[i] + a1 * y1[i] + b0 * f[0][i] + b1 * f[1][i];
    out[i] = values + c0 * g[0][i] + c1 * g[1][i];
  }
}
