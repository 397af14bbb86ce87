/**
 * The columns of Gragg, Bulirsch and Stoer for y' = F(t, y): the explicit midpoint rule with n substeps s = h/n, smoothed,
 *
 *     y_1 = y_0 + s F(y_0),   y_{m+1} = y_{m-1} + 2 s F(y_m),   S = (y_{n-1} + y_n + s F(y_n)) / 2
 *
 * With even n the error of S has an expansion in s^2 (W. B. Gragg, SIAM J. Numer. Anal. 2 (1965) 384). Points of even and
 * of odd number have expansions of their own, so the middle is known from columns where n/2 has the same parity: with
 * dense output n_j = 2, 6, 10, 14, …, without it the cheaper 2, 4, 6, 8, … n rates per column.
 */

import { type Evaluator, type F64, newState, type Problem, type State, type Status } from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";
import { ColumnRates, type Columns, middlePower } from "./columns.js";

export class MidpointColumns implements Columns {
  readonly substeps: readonly number[];
  private readonly problem: Problem;
  private readonly evaluator: Evaluator | undefined;
  private readonly rates: ColumnRates;
  private readonly dense: boolean;
  private readonly stage: State;
  private readonly a: F64;
  private readonly b: F64;

  constructor(problem: Problem, evaluator: Evaluator | undefined, columns: number, dense: boolean) {
    const { arena, dimension, n } = problem;
    this.substeps = Array.from({ length: columns }, (_, j) => (dense ? 4 * j + 2 : 2 * j + 2));
    this.problem = problem;
    this.evaluator = evaluator;
    this.dense = dense;
    this.rates = new ColumnRates(problem, dimension, this.substeps, dense, 2);
    this.stage = newState(arena, dimension, n);
    this.a = arena.f64(dimension);
    this.b = arena.f64(dimension);
  }

  evaluate(rate: F64, at: State): Status {
    return this.evaluator === undefined ? this.problem.rate!(rate, at.t, at.y) : this.evaluator.eval(rate, at);
  }

  run(out: F64, from: State, rate: F64, h: number, j: number): Status {
    const { rates, dense } = this;
    const { y, t } = from;
    const n = this.substeps[j];
    const s = h / n;
    let { a, b } = this;
    let slot = rates.first[j];
    if (dense) copy(rates.at[0], rate);

    // 1. Euler, then midpoint
    for (let i = 0; i < out.length; i++) {
      a[i] = y[i];
      b[i] = y[i] + s * rate[i];
    }
    for (let m = 1; m < n; m++) {
      const f = rates.at[slot];
      if (dense) slot++;
      if (dense && 2 * m === n) copy(rates.middles[j], b);
      const status = this.stageRate(f, t + m * s, b);
      if (status !== "ok") return status;
      for (let i = 0; i < out.length; i++) a[i] += 2 * s * f[i];
      const before = b;
      b = a;
      a = before;
    }

    // 2. the smoothing step
    const f = rates.at[slot];
    const status = this.stageRate(f, t + h, b);
    if (status !== "ok") return status;
    for (let i = 0; i < out.length; i++) out[i] = 0.5 * (a[i] + b[i] + s * f[i]);
    return "ok";
  }

  middle(c: readonly F64[], h: number, k: number): void {
    const { rates } = this;
    rates.state(c[0], k);
    for (let power = 1; power <= middlePower(k); power++) rates.coefficient(c[power], h, k, power);
  }

  private stageRate(f: F64, t: number, y: F64): Status {
    const { evaluator, stage } = this;
    if (evaluator === undefined) return this.problem.rate!(f, t, y);
    copy(stage.y, y);
    stage.t = t;
    return evaluator.eval(f, stage);
  }
}
