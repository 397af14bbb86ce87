/**
 * Chooses the column and the step of an extrapolation method (P. Deuflhard, Numer. Math. 41 (1983) 399; Hairer,
 * Norsett, Wanner, Solving Ordinary Differential Equations I, II.9, the code ODEX). Column j costs A_j rates in all;
 * its error e_j in units of the tolerance, of order h^(2j-1), would allow the step H_j = 0.94 h (0.65 /
 * e_j)^(1/(2j-1)), at W_j = A_j/H_j rates per unit of time. A step aims at column k. It is accepted at k - 1, k or k +
 * 1, and rejected as soon as k + 1 cannot succeed. The next k has the least W, with a preference for the present k.
 * Columns are counted from 1.
 */

import type { ByteReader, ByteWriter, Pacer } from "../../../core/index.js";
import { root } from "../../../math/root.js";

/** The order is lowered, or raised, when its W is below this fraction of the present one. */
const down = 0.8;
const up = 0.9;

export class ExtrapolationOrder {
  /** The column that a step aims at. */
  k = 2;
  private readonly substeps: readonly number[];
  /** A_j. */
  private readonly cost: readonly number[];
  private readonly most: number;
  private readonly errors: Float64Array;
  /** The column that was judged last. */
  private reached = 0;
  private maxStep = Number.POSITIVE_INFINITY;
  /** The step that was proposed last; 0 when there is none. */
  private wanted = 0;
  /** The error of every column is checked: at the first step, and at a step that was cut short. */
  private careful = true;
  private rejected = false;

  constructor(substeps: readonly number[]) {
    this.substeps = substeps;
    this.most = substeps.length - 1;
    this.cost = substeps.map((_, j) => substeps.slice(0, j + 1).reduce((sum, n) => sum + n, 1));
    this.errors = new Float64Array(substeps.length + 1);
  }

  /** Begins a run whose solution is `size` tolerances large; more digits need more columns. */
  clear(size: number, { maxStep }: Pacer): void {
    let digits = 0;
    for (let x = size; x >= 10 && digits < 16; x /= 10) digits++;
    this.k = Math.max(2, Math.min(this.most, Math.floor((6 * digits + 15) / 10)));
    this.maxStep = maxStep;
    this.wanted = 0;
    this.rejected = false;
  }

  begin(h: number): void {
    this.careful = this.wanted === 0 || Math.abs(h) < 0.9 * this.wanted;
    this.reached = 1;
  }

  /** Whether the error of column j, j >= 2, must be checked. */
  watches(j: number): boolean {
    return this.careful || j >= this.k - 2;
  }

  /** Judges column j by its error; "more" asks for the next column. */
  judge(j: number, error: number): "accept" | "reject" | "more" {
    const { k, careful, rejected, substeps, errors } = this;
    errors[j] = error;
    this.reached = j;
    const inWindow = careful || j >= k || (j === k - 1 && !rejected);
    if (error <= 1 && inWindow) return "accept";
    if (!(error < Number.POSITIVE_INFINITY) || j > k) return "reject";
    // how much column k + 1 can gain over column j
    const ratio = substeps[k] / substeps[0];
    const gain = j === k ? ratio : j === k - 1 && inWindow && !careful ? (ratio * substeps[k - 1]) / substeps[0] : 0;
    return gain > 0 && error > gain * gain ? "reject" : "more";
  }

  /** The step to try instead of h. */
  afterRejection(h: number, norm: number): number {
    const k = Math.min(this.k, this.reached);
    this.rejected = true;
    if (!(norm < Number.POSITIVE_INFINITY) || k < 2) {
      this.wanted = h / 4;
      return this.wanted;
    }
    const lower = k > 2 && this.watches(k - 1) && this.workOf(k - 1, h) < down * this.workOf(k, h);
    this.k = lower ? k - 1 : k;
    this.wanted = this.stepOf(this.k, h);
    return this.wanted;
  }

  /** The step after an accepted one of h. */
  afterStep(h: number): number {
    const { reached, k, most, cost, rejected } = this;
    if (h < 0.9 * this.wanted && reached <= k) return this.wanted;
    const work = this.workOf(reached, h);

    // 1. the column of least work among the known ones and the next one
    let best = reached;
    if (reached === 2) best = rejected ? 2 : Math.min(3, most);
    else if (reached <= k) {
      const below = this.workOf(reached - 1, h);
      if (below < down * work) best = reached - 1;
      if (work < up * below) best = Math.min(reached + 1, most);
    } else {
      best = reached - 1;
      if (reached > 3 && this.workOf(reached - 2, h) < down * this.workOf(reached - 1, h)) best = reached - 2;
      if (work < up * this.workOf(best, h)) best = Math.min(reached, most);
    }

    // 2. its step; for a column that is not known yet, the step with the same work per unit of time
    if (rejected) {
      this.k = Math.min(best, reached);
      this.wanted = Math.min(h, this.stepOf(this.k, h));
    } else {
      const rising = reached < k && reached > 2 && work < up * this.workOf(reached - 1, h);
      const column = rising ? best + 1 : best;
      this.wanted = this.stepOf(Math.min(best, reached), h);
      if (best > reached) this.wanted *= cost[Math.min(column, most + 1) - 1] / cost[reached - 1];
      this.k = best;
    }
    this.rejected = false;
    this.wanted = Math.min(this.wanted, this.maxStep);
    return this.wanted;
  }

  save(to: ByteWriter): void {
    to.numbers([this.k, this.wanted, Number(this.rejected)]);
  }

  restore(from: ByteReader): void {
    const [k, wanted, rejected] = from.numbers();
    this.k = k;
    this.wanted = wanted;
    this.rejected = rejected === 1;
  }

  /** H_j, limited to the range from h least / 4 to h / least, which is wider at low orders. */
  private stepOf(j: number, h: number): number {
    const least = root(0.02, 2 * j - 1);
    const part = root(this.errors[j] / 0.65, 2 * j - 1) / 0.94;
    return Math.min(h / Math.min(4 / least, Math.max(least, part)), this.maxStep);
  }

  private workOf(j: number, h: number): number {
    return this.cost[j - 1] / this.stepOf(j, h);
  }
}
