/**
 * The error of a step by the embedded formula of order 3, filtered so that stiff components do not spoil it:
 *
 *     error = (gamma/h B - J)^-1 (F(t_0, w_0) + 1/h B sum_i e_i Z_i)
 *
 * and, when this is too large in a first or repeated step, computed again with F(t_0, w_0 + error). Hairer, Wanner II,
 * IV.8.
 */

import type { F64, Problem, Status } from "../../../core/index.js";
import { addScaled, copy } from "../../../linalg/vector.js";
import { e } from "./coefficients.js";
import type { Point, StageSystem } from "./stage-system.js";

export class FilteredEstimate {
  /** The error of y; errors of v are multiplied by h where v is of higher index. */
  readonly error: F64;
  private readonly system: StageSystem;
  private readonly n: number;
  private readonly filtered: Point;
  /** 1/h B sum_i e_i Z_i. */
  private readonly embedded: Point;
  private readonly moved: Point;
  private readonly F: Point;

  constructor(system: StageSystem, { arena, dimension, n }: Problem) {
    this.system = system;
    this.n = n;
    this.error = arena.f64(dimension);
    this.filtered = system.newPoint();
    this.embedded = system.newPoint();
    this.moved = system.newPoint();
    this.F = system.newPoint();
  }

  /** Computes the error for the stages Z of a step of h from a point with this F. */
  compute(Z: readonly Point[], F: Point, h: number): void {
    const z1 = Z[0].w;
    const z2 = Z[1].w;
    const z3 = Z[2].w;
    const { y } = this.embedded;
    for (let i = 0; i < y.length; i++) y[i] = (e[0] * z1[i] + e[1] * z2[i] + e[2] * z3[i]) / h;
    this.filter(F, h);
  }

  /** Computes the error again with F at the corrected start, for a step of h from (t, base). */
  refine(t: number, base: Point, h: number): Status {
    const { moved, filtered, F } = this;
    addScaled(moved.w, base.w, 1, filtered.w);
    const status = this.system.rate(F, t, moved);
    if (status === "ok") this.filter(F, h);
    return status;
  }

  private filter(F: Point, h: number): void {
    const { filtered, embedded, error, system } = this;
    addScaled(filtered.w, embedded.w, 1, F.w);
    system.solve(filtered);
    copy(error, filtered.y);
    if (system.velocityPower === 1) for (let i = this.n; i < error.length; i++) error[i] *= Math.abs(h);
  }
}
