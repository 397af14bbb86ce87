/**
 * The history of an Adams method: modified divided differences of its last rates, f_n = F(t_n, y_n),
 *
 *     phi_1 = f_n,   phi_i = psi_1(n) … psi_{i-1}(n) f[t_n, …, t_{n-i+1}]
 *
 * and what a step makes of them: the differences P_i = beta_i phi_i + P_{i+1} of the polynomial through the last k rates,
 * at the end of the step, and delta, by how much the rate found there differs from P_1. Sums over beta_i phi_i are taken
 * as sums over P_i - P_{i+1}, so that one array serves the predictor, the error estimates and dense output.
 */

import type { Arena, ByteReader, ByteWriter, F64 } from "../../core/index.js";
import { addScaled, axpy, copy, fill, scale, subtract } from "../../linalg/vector.js";
import { AdamsGrid } from "./grid.js";
import { combine, type Row, row } from "../combine.js";

export class AdamsDifferences {
  readonly grid: AdamsGrid;
  /** phi_1, phi_2, … at the start of the step; counted from 0. */
  readonly phi: readonly F64[];
  /** P_1, P_2, … at its end; counted from 0. */
  readonly predicted: readonly F64[];
  readonly delta: F64;
  /** Order and length of the attempted step. */
  k = 1;
  h = 0;
  private readonly P: F64;
  /** The first k of P, one after the other, with room for their weights. */
  private readonly rows: readonly Row[];
  private readonly g: Float64Array;

  constructor(arena: Arena, dimension: number, maxOrder: number) {
    const views = (all: F64): F64[] =>
      Array.from({ length: all.length / dimension }, (_, i) => all.subarray(i * dimension, (i + 1) * dimension));
    this.grid = new AdamsGrid(maxOrder);
    this.phi = views(arena.f64((maxOrder + 2) * dimension));
    this.P = arena.f64(maxOrder * dimension);
    this.predicted = views(this.P);
    this.delta = arena.f64(dimension);
    this.rows = Array.from({ length: maxOrder }, (_, i) => row(Array<number>(i + 1).fill(1), dimension));
    this.g = new Float64Array(maxOrder + 2);
  }

  /** A first rate, without history. */
  begin(rate: F64): void {
    this.grid.clear();
    for (const phi of this.phi) fill(phi, 0);
    copy(this.phi[0], rate);
    this.k = 1;
  }

  /** p, a step of h from y at order k. */
  predict(p: F64, y: F64, h: number, k: number): void {
    const { grid, phi, predicted } = this;
    this.h = h;
    this.k = k;
    grid.attempt(h, k);
    copy(predicted[k - 1], phi[k - 1]);
    scale(predicted[k - 1], grid.beta[k]);
    for (let i = k - 1; i > 0; i--) addScaled(predicted[i - 1], predicted[i], grid.beta[i], phi[i - 1]);
    combine(p, y, h, this.P, this.weighted(grid.g));
  }

  /** From p to y_{n+1}, with the rate at p. */
  correct(p: F64, rate: F64): void {
    const { grid, delta, h, k } = this;
    subtract(delta, rate, this.predicted[0]);
    axpy(p, h * grid.g[k + 1], delta);
  }

  /** The step is taken; `rate` is that at its end. */
  advance(rate: F64): void {
    const { phi, predicted, k } = this;
    const first = predicted[0];
    const next = phi[k];
    const above = phi[k + 1];
    for (let c = 0; c < rate.length; c++) {
      const d = rate[c] - first[c];
      above[c] = d - next[c];
      next[c] = d;
    }
    for (let i = 0; i < k; i++) {
      addScaled(phi[i], predicted[i], 1, next);
    }
  }

  /** Another newest rate: it is in every difference once. The last step can still be interpolated. */
  replace(rate: F64): void {
    const { phi, k } = this;
    for (let i = k + 1; i >= 0; i--) {
      for (let c = 0; c < rate.length; c++) phi[i][c] += rate[c] - phi[0][c];
    }
  }

  /** The polynomial through k rates and that at p, integrated from y over theta of the attempted step. */
  at(out: F64, y: F64, theta: number): void {
    const { grid, g, h, k } = this;
    grid.weights(g, theta, k);
    combine(out, y, h, this.P, this.weighted(g));
    axpy(out, h * g[k + 1], this.delta);
  }

  /** `whole`: with what `advance` needs. */
  save(to: ByteWriter, whole: boolean): void {
    to.numbers([this.k, this.h]);
    this.grid.save(to);
    for (let i = 0; i < this.k + 2; i++) to.numbers(this.phi[i]);
    for (let i = 0; whole && i < this.k; i++) to.numbers(this.predicted[i]);
  }

  restore(from: ByteReader, whole: boolean): void {
    [this.k, this.h] = from.numbers();
    this.grid.restore(from);
    for (let i = 0; i < this.k + 2; i++) this.phi[i].set(from.numbers());
    for (let i = 0; whole && i < this.k; i++) this.predicted[i].set(from.numbers());
  }

  /** sum_i g_i (P_i - P_{i+1}), P_{k+1} = 0, as weights of P_i. */
  private weighted(g: Float64Array): Row {
    const { k } = this;
    const sum = this.rows[k - 1];
    sum.a[0] = g[1];
    for (let i = 2; i <= k; i++) sum.a[i - 1] = g[i] - g[i - 1];
    return sum;
  }
}
