/**
 * The history of an Adams method: modified divided differences of its last rates, f_n = F(t_n, y_n),
 *
 *     phi_1 = f_n,   phi_i = psi_1(n) … psi_{i-1}(n) f[t_n, …, t_{n-i+1}]
 *
 * and the values of a step: the differences P_i = beta_i phi_i + P_{i+1} of the polynomial through the last k rates at
 * the end of the step, and delta, the difference between the rate found there and P_1.
 */

import type { Arena, ByteReader, ByteWriter, F64 } from "../../../core/index.js";
import { axpy, copy, fill, subtract } from "../../../linalg/vector.js";
import { AdamsGrid } from "./adams-grid.js";

export class AdamsDifferences {
  readonly grid: AdamsGrid;
  /** phi_1, phi_2, … at the start of the step, counted from 0: one array, and views of it. */
  readonly phi: readonly F64[];
  private readonly allPhi: F64;
  /** P_1, P_2, … at its end, counted from 0. */
  readonly predicted: readonly F64[];
  private readonly allPredicted: F64;
  readonly delta: F64;
  /** Order and length of the attempted step. */
  k = 1;
  h = 0;
  private readonly g: Float64Array;

  constructor(arena: Arena, dimension: number, maxOrder: number) {
    const views = (all: F64): F64[] =>
      Array.from({ length: all.length / dimension }, (_, i) => all.subarray(i * dimension, (i + 1) * dimension));
    this.grid = new AdamsGrid(maxOrder);
    this.allPhi = arena.f64((maxOrder + 2) * dimension);
    this.phi = views(this.allPhi);
    this.allPredicted = arena.f64(maxOrder * dimension);
    this.predicted = views(this.allPredicted);
    this.delta = arena.f64(dimension);
    this.g = new Float64Array(maxOrder + 2);
  }

  /** Starts with a first rate and without history. */
  begin(rate: F64): void {
    this.grid.clear();
    fill(this.allPhi, 0);
    copy(this.phi[0], rate);
    this.k = 1;
  }

  /** Predicts p, a step of h from y at order k. */
  predict(p: F64, y: F64, h: number, k: number): void {
    const { grid, allPhi, allPredicted } = this;
    const { beta, g } = grid;
    const n = p.length;
    this.h = h;
    this.k = k;
    grid.attempt(h, k);
    for (let c = 0; c < n; c++) {
      let P = 0;
      let sum = 0;
      for (let i = k, at = (k - 1) * n + c; i > 0; i--, at -= n) {
        const star = beta[i] * allPhi[at];
        P += star;
        sum += g[i] * star;
        allPredicted[at] = P;
      }
      p[c] = y[c] + h * sum;
    }
  }

  /** Corrects p to y_{n+1}, with the rate at p. */
  correct(p: F64, rate: F64): void {
    const { grid, delta, h, k } = this;
    subtract(delta, rate, this.predicted[0]);
    axpy(p, h * grid.g[k + 1], delta);
  }

  /** Accepts the step; `rate` is the rate at its end. */
  advance(rate: F64): void {
    const { allPhi, allPredicted, k } = this;
    const n = rate.length;
    for (let c = 0; c < n; c++) {
      const d = rate[c] - allPredicted[c];
      const top = k * n + c;
      allPhi[top + n] = d - allPhi[top];
      allPhi[top] = d;
      for (let at = c; at < top; at += n) allPhi[at] = allPredicted[at] + d;
    }
  }

  /** Replaces the newest rate, which occurs once in every difference. */
  replace(rate: F64): void {
    const { allPhi, k } = this;
    const n = rate.length;
    for (let c = 0; c < n; c++) {
      const d = rate[c] - allPhi[c];
      for (let i = 0; i < k + 2; i++) allPhi[i * n + c] += d;
    }
  }

  /** The polynomial through k rates and that at p, integrated from y over theta of the attempted step: sums over beta_i
   * phi_i are taken as sums over P_i - P_{i+1}, because phi may already belong to the next step. */
  at(out: F64, y: F64, theta: number): void {
    const { grid, g, h, k, predicted } = this;
    grid.weights(g, theta, k);
    copy(out, y);
    axpy(out, h * g[k + 1], this.delta);
    for (let i = k; i > 1; i--) axpy(out, h * (g[i] - g[i - 1]), predicted[i - 1]);
    axpy(out, h * g[1], predicted[0]);
  }

  /** With `whole`, includes the values that `advance` needs. */
  save(to: ByteWriter, whole: boolean): void {
    to.numbers([this.k, this.h]);
    this.grid.save(to);
    for (let i = 0; i < this.k + 2; i++) to.numbers(this.phi[i]);
    for (let i = 0; whole && i < this.k; i++) to.numbers(this.predicted[i]);
  }

  restore(from: ByteReader, whole: boolean): void {
    const [k, h] = from.numbers();
    this.k = k;
    this.h = h;
    this.grid.restore(from);
    for (let i = 0; i < k + 2; i++) this.phi[i].set(from.numbers());
    for (let i = 0; whole && i < k; i++) this.predicted[i].set(from.numbers());
  }
}
