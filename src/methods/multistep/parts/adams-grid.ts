/**
 * Coefficients of an Adams step that depend on the lengths of the last steps only (Shampine and Gordon, chapter 5;
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, III.5), for a step of h = h_{n+1} at order k, i =
 * 1, 2, …:
 *
 *     psi_i   = h_{n+1} + h_n + … + h_{n+2-i}         alpha_i = h / psi_i
 *     beta_i  = prod_{j<i} psi_j(n+1) / psi_j(n)      sigma_i = prod_{j<i} j alpha_j
 *     g_i(theta) = int_0^theta c_i(s) ds,             c_1 = 1,   c_{i+1}(s) = (1 - alpha_i (1 - s)) c_i(s)
 *
 * Repeated integrals W_q of c_i follow c_i: W_q <- (1 - alpha_i (1 - theta)) W_q - q alpha_i W_{q+1}, from theta^q /
 * q!. Entries are counted from 1, as in the book. With equal steps alpha_i = 1/i, beta_i = sigma_i = 1, g_i =
 * gamma_{i-1}.
 */

import type { ByteReader, ByteWriter } from "../../../core/index.js";
import { fill } from "../../../linalg/vector.js";

export class AdamsGrid {
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  readonly sigma: Float64Array;
  /** g_i(1). */
  readonly g: Float64Array;
  /** The number of steps of the present length, including the attempted one, but at most one more than the order of the
   * last step. */
  same = 0;
  private h = 0;
  /** Entries up to this index are computed for `h`. */
  private k = 0;
  /** The last accepted step: its length, its `same` and its order. */
  private hLast = 0;
  private sameLast = 0;
  private kLast = 0;
  /** Lengths of accepted steps, the newest first. */
  private readonly past: Float64Array;
  private readonly W: Float64Array;

  constructor(maxOrder: number) {
    this.alpha = new Float64Array(maxOrder + 1);
    this.beta = new Float64Array(maxOrder + 1);
    this.sigma = new Float64Array(maxOrder + 2);
    this.g = new Float64Array(maxOrder + 2);
    this.past = new Float64Array(maxOrder);
    this.W = new Float64Array(maxOrder + 3);
  }

  /** Forgets all steps. */
  clear(): void {
    this.hLast = 0;
    this.sameLast = 0;
    this.kLast = 0;
    fill(this.past, 0);
  }

  /** Computes all entries for a step of h at order k, which needs k - 1 accepted steps. */
  attempt(h: number, k: number): void {
    const { alpha, beta, sigma, past } = this;
    const same = h === this.hLast ? Math.min(this.sameLast, this.kLast) + 1 : 1;
    const known = same > k && this.h === h && this.k >= k;
    this.same = same;
    if (known) return;
    this.h = h;
    this.k = k;

    let psi = h;
    let psiBefore = 0;
    beta[1] = 1;
    sigma[1] = 1;
    for (let i = 1; i <= k; i++) {
      alpha[i] = h / psi;
      sigma[i + 1] = i * alpha[i] * sigma[i];
      if (i === k) break;
      psiBefore += past[i - 1];
      beta[i + 1] = beta[i] * (psi / psiBefore);
      psi = h + psiBefore;
    }
    this.weights(this.g, 1, k);
  }

  /** g_i(theta), i = 1 … k + 1, of the attempted step. */
  weights(g: Float64Array, theta: number, k: number): void {
    const { W, alpha } = this;
    W[0] = 1;
    for (let q = 1; q <= k + 1; q++) W[q] = (W[q - 1] * theta) / q;
    g[1] = W[1];
    for (let i = 1; i <= k; i++) {
      const a = alpha[i];
      const b = 1 - a * (1 - theta);
      for (let q = 1; q <= k + 1 - i; q++) W[q] = b * W[q] - q * a * W[q + 1];
      g[i + 1] = W[1];
    }
  }

  /** Accepts the attempted step, at order k. */
  accept(h: number, k: number): void {
    const { past } = this;
    for (let i = past.length - 1; i > 0; i--) past[i] = past[i - 1];
    past[0] = h;
    this.hLast = h;
    this.sameLast = this.same;
    this.kLast = k;
  }

  save(to: ByteWriter): void {
    to.number(this.same);
    to.number(this.hLast);
    to.number(this.sameLast);
    to.number(this.kLast);
    to.numbers(this.past);
  }

  restore(from: ByteReader): void {
    this.same = from.number();
    this.hLast = from.number();
    this.sameLast = from.number();
    this.kLast = from.number();
    this.past.set(from.numbers());
    this.k = 0;
  }
}
