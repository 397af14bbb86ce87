/**
 * Chooses the next order and step of an Adams method (Shampine and Gordon, chapter 7; the limits as in ode113). Errors
 * of the steps of order k - 2, k - 1, k, k + 1, in units of the tolerance, as if the last steps had been of equal
 * length:
 *
 *     e_{k-j} = |h| sigma_{k-j+1} gamma*_{k-j} |P_{k-j+1} + delta|,   e_k = |h| sigma_{k+1} gamma*_k |delta|
 *     e_{k+1} = |h| gamma*_{k+1} |phi_{k+2}|      only after k + 1 steps of the same length
 *
 * The order falls when max(e_{k-1}, e_{k-2}) <= e_k, or e_{k-1} is the least of three; it rises when e_{k+1} < e_k. The
 * step is doubled when that leaves the error below half the tolerance, and shrinks by 0.5 to 0.9 when the error is
 * above half; otherwise it stays, because steps of the same length are cheap and let the order rise. At the start the
 * order rises and the step doubles every time, until the order would fall or a step is rejected.
 */

import type { ByteReader, ByteWriter, F64, Pacer } from "../../../core/index.js";
import { power, root } from "../../../math/root.js";
import type { AdamsDifferences } from "./adams-differences.js";

/**
 * |gamma*_k|, k = 1 … 13: the error of the integrated polynomial through f_{n+1}, …, f_{n+2-k} in units of h times the
 * k-th difference.
 */
export const gammaStar: readonly number[] = [
  1 / 2,
  1 / 12,
  1 / 24,
  19 / 720,
  3 / 160,
  863 / 60480,
  275 / 24192,
  33953 / 3628800,
  8183 / 1036800,
  3250433 / 479001600,
  4671 / 788480,
  13695779093 / 2615348736000,
  2224234463 / 475517952000,
];

export class AdamsOrder {
  /** Order of the next step. */
  k = 1;
  private readonly maxOrder: number;
  /** The fraction of the tolerance that counts as one unit of error. */
  private readonly part: number;
  private readonly sum: F64;
  /** Orders still rise with every step. */
  private starting = true;
  /** Rejections since the last accepted step. */
  private failures = 0;
  private lower = false;
  private e = 0;
  private eBelow = 0;

  constructor(maxOrder: number, part: number, work: F64) {
    this.maxOrder = maxOrder;
    this.part = part;
    this.sum = work;
  }

  clear(): void {
    this.k = 1;
    this.starting = true;
    this.failures = 0;
  }

  /** Without tolerances the order rises to its maximum. */
  rise(): void {
    this.k = Math.min(this.k + 1, this.maxOrder);
  }

  /** The size of the error of the attempted step from `before` to `after`; also stores the sizes at the lower
   * orders. */
  judge(pacer: Pacer, differences: AdamsDifferences, before: F64, after: F64): number {
    const { delta, h, k } = differences;
    const { g, sigma } = differences.grid;
    const size = Math.abs(h);
    const norm = pacer.norm(delta, before, after) / this.part;
    this.e = size * sigma[k + 1] * gammaStar[k - 1] * norm;
    this.eBelow = 0;
    this.lower = false;
    if (k > 1) {
      this.eBelow = this.below(pacer, differences, k, before, after);
      const least =
        k === 2 ? 2 * this.eBelow : Math.max(this.eBelow, this.below(pacer, differences, k - 1, before, after));
      this.lower = least <= this.e;
    }
    return size * (g[k] - g[k + 1]) * norm;
  }

  /** The fraction of the step to try next: a half, or less after more than three rejections. The third one resets the order to 1. */
  afterRejection(norm: number): number {
    this.starting = false;
    this.failures++;
    if (this.failures === 3) this.k = 1;
    else if (this.lower && this.k > 1) this.k--;
    if (this.failures <= 3 || !(norm < Number.POSITIVE_INFINITY)) return 0.5;
    return Math.min(0.5, Math.sqrt(0.5 / this.e));
  }

  /** The factor of the next step, after a step from `before` to `after` whose final rate has been taken. */
  afterStep(pacer: Pacer, { grid, phi, h, k }: AdamsDifferences, before: F64, after: F64): number {
    let e = this.e;
    let next = k;
    this.failures = 0;
    if (this.lower || k === this.maxOrder) this.starting = false;

    // 1. the order
    if (this.starting) {
      next = k + 1;
    } else if (this.lower) {
      next = k - 1;
      e = this.eBelow;
    } else if (k + 1 <= grid.same) {
      const norm = pacer.norm(phi[k + 1], before, after) / this.part;
      const above = Math.abs(h) * gammaStar[k] * norm;
      if (k > 1 && this.eBelow <= Math.min(e, above)) {
        next = k - 1;
        e = this.eBelow;
      } else if (k < this.maxOrder && above < (k === 1 ? 0.5 * e : e)) {
        next = k + 1;
        e = above;
      }
    }
    this.k = next;

    // 2. the step
    if (this.starting || e * power(2, next + 1) <= 0.5) return 2;
    if (e <= 0.5) return 1;
    return Math.max(0.5, Math.min(0.9, root(0.5 / e, next + 1)));
  }

  /** e_{j-1}, from P_j + delta. */
  private below(
    pacer: Pacer,
    { grid, predicted, delta, h }: AdamsDifferences,
    j: number,
    before: F64,
    after: F64,
  ): number {
    const { sum } = this;
    const P = predicted[j - 1];
    for (let c = 0; c < sum.length; c++) sum[c] = P[c] + delta[c];
    const norm = pacer.norm(sum, before, after) / this.part;
    return Math.abs(h) * grid.sigma[j] * gammaStar[j - 2] * norm;
  }

  save(to: ByteWriter): void {
    to.numbers([this.k, Number(this.starting), this.failures]);
  }

  restore(from: ByteReader): void {
    const [k, starting, failures] = from.numbers();
    this.k = k;
    this.starting = starting === 1;
    this.failures = failures;
  }
}
