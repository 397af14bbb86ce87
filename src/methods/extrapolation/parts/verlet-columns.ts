/**
 * The columns of extrapolation for M q'' = f(t, q), M constant: Verlet with n substeps s = h/n,
 *
 *     v_{1/2} = v_0 + s/2 a_0,   q_{m+1} = q_m + s v_{m+1/2},   v_{m+3/2} = v_{m+1/2} + s a_{m+1},   v_n = v_{n-1/2} + s/2 a_n
 *
 * a = M^-1 f. It is symmetric, so q and v have errors in even powers of s at every point, and the middle is known from
 * every even n: n_j = 2, 4, 6, …, one force per substep, which does the work of two in the midpoint rule. (Hairer,
 * Norsett, Wanner, Solving Ordinary Differential Equations I, II.14, the code ODEX2.)
 */

import type { F64, Problem, SecondOrder, State, Status } from "../../../core/index.js";
import { ColumnRates, type Columns, middlePower } from "./columns.js";

export class VerletColumns implements Columns {
  readonly substeps: readonly number[];
  private readonly n: number;
  private readonly secondOrder: SecondOrder;
  private readonly rates: ColumnRates;
  private readonly dense: boolean;
  private readonly q: F64;
  private readonly v: F64;
  private readonly a: F64;

  constructor(problem: Problem, columns: number, dense: boolean) {
    const { arena, n } = problem;
    this.substeps = Array.from({ length: columns }, (_, j) => 2 * j + 2);
    this.n = n;
    this.secondOrder = problem.secondOrder!;
    this.dense = dense;
    this.rates = new ColumnRates(problem, n, this.substeps, dense, 1);
    this.q = arena.f64(n);
    this.v = arena.f64(n);
    this.a = arena.f64(n);
  }

  evaluate(rate: F64, { t, q, v }: State): Status {
    const { n, a } = this;
    this.accelerate(a, t, q);
    for (let i = 0; i < n; i++) {
      rate[i] = v[i];
      rate[n + i] = a[i];
    }
    return "ok";
  }

  run(out: F64, from: State, rate: F64, h: number, j: number): Status {
    const { n, q, v, rates, dense } = this;
    const steps = this.substeps[j];
    const s = h / steps;
    let slot = rates.first[j];
    if (dense) for (let i = 0; i < n; i++) rates.at[0][i] = rate[n + i];

    // 1. half a kick
    for (let i = 0; i < n; i++) {
      q[i] = from.q[i];
      v[i] = from.v[i] + (s / 2) * rate[n + i];
    }

    // 2. drift and kick; half a kick at the end, and in the middle to obtain v there
    for (let m = 1; m <= steps; m++) {
      const a = rates.at[slot];
      if (dense) slot++;
      for (let i = 0; i < n; i++) q[i] += s * v[i];
      this.accelerate(a, from.t + m * s, q);
      if (dense && 2 * m === steps) this.keepMiddle(rates.middles[j], s, a);
      const kick = m < steps ? s : s / 2;
      for (let i = 0; i < n; i++) v[i] += kick * a[i];
    }
    for (let i = 0; i < n; i++) {
      out[i] = q[i];
      out[n + i] = v[i];
    }
    return "ok";
  }

  /** The coefficients of v follow from its rates, those of q from v, one power higher. */
  middle(c: readonly F64[], h: number, k: number): void {
    const { n, rates, a } = this;
    rates.state(c[0], k);
    for (let power = 1; power <= middlePower(k); power++) {
      rates.coefficient(a, h, k, power);
      for (let i = 0; i < n; i++) {
        c[power][i] = (c[power - 1][n + i] * h) / (2 * power);
        c[power][n + i] = a[i];
      }
    }
  }

  private keepMiddle(y: F64, s: number, a: F64): void {
    const { n, q, v } = this;
    for (let i = 0; i < n; i++) {
      y[i] = q[i];
      y[n + i] = v[i] + (s / 2) * a[i];
    }
  }

  private accelerate(a: F64, t: number, q: F64): void {
    const { force, mechanics } = this.secondOrder;
    // forces do not read v
    force(a, t, q, this.v);
    mechanics.accelerate(a, a, q);
  }
}
