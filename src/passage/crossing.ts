/**
 * The motion through a singular position, as a polynomial. On a branch of the constraints the motion is smooth there,
 * although S = G M^-1 G^T is singular and the equations for the accelerations lose their digits nearby: what is lost is
 * the acceleration across the branch, for which the constraints give 0 = 0. It can be found from both sides:
 *
 *     q'' = the polynomial of degree 7 through the accelerations at eight Gauss points around the singular position,
 *     each of them evaluated at q and v of the same polynomial, returned to the constraints.
 *
 * This is collocation, solved by fixed-point iteration. The points are taken in one after the other, beginning with the
 * nearest, so that positions beyond the singular one are first extrapolated from this side and then returned to the
 * constraints: that decides the branch. Where the extrapolation is not close to a branch, or where the motion has no
 * continuation, the iteration does not settle or the corrections stay large.
 */

import type { Constraints, F64, Problem, State, Status } from "../core/index.js";
import { copyState, newState } from "../core/index.js";
import { poorlyKept } from "../linalg/kept-rows.js";
import { count, integrals, lastTerms, points } from "./gauss-points.js";
import { type Instant, isClear, locate, refined } from "./instants.js";
import { Nearness } from "./nearness.js";
import { settler } from "./settle.js";

/** Measures a change of y in units of the tolerance. */
export type Measure = (change: F64, y: F64) => number;

/** The result of a crossing: "moved" means that a point is too close to an instant of `instants`. */
export type Outcome = "ok" | "moved" | "none" | "inaccurate";

const all = Array.from(points.keys());
/** The last point before the middle. */
const nearMiddle = count / 2 - 1;
/** Sweeps over the points taken in so far, while others are still missing; and over all of them at the end. */
const sweepsAt: Readonly<Record<number, number>> = { 2: 1, 4: 2 };
const mostSweeps = 40;
/** The iteration has settled when a sweep changes no point by more than this fraction of the tolerance. */
const settled = 1e-3;
export class Crossing {
  /** Middle of the interval, and half of its length with the sign of the direction of the run. */
  centre = 0;
  half = 1;
  /** The singular positions in the interval, as far as they are known, in the order in which the motion meets them. */
  instants: Instant[] = [];
  /** The error of the polynomial in units of the tolerance. */
  error = 0;
  readonly nearness: Nearness;
  private readonly constraints: Constraints;
  private readonly n: number;
  private readonly settle: (s: State) => Status;
  private readonly stage: State;
  private readonly dy: F64;
  private readonly lambda: F64;
  /** The start, where the interval has it, and the accelerations there. */
  private x0 = -1;
  private readonly y0: Float64Array;
  private readonly a0: Float64Array;
  /** q, v and accelerations at the points; made when they are first needed. */
  private readonly y: Float64Array[] = [];
  private readonly a: Float64Array[] = [];
  private readonly once = new Float64Array(count);
  private readonly twice = new Float64Array(count);
  private readonly values = new Float64Array(count);
  /** The polynomial at a point, before it is returned to the constraints. */
  private readonly predicted: Float64Array;

  constructor({ arena, dimension, n, work, workspace }: Problem) {
    const { constraints } = workspace.mechanics!;
    const f64 = (length: number): F64 => arena.f64(length);
    this.constraints = constraints;
    this.n = n;
    this.nearness = new Nearness(workspace.mechanics!, f64, work);
    this.settle = settler(constraints, f64);
    this.stage = newState(arena, dimension, n);
    this.dy = f64(dimension);
    this.lambda = f64(constraints.m);
    this.y0 = new Float64Array(dimension);
    this.a0 = new Float64Array(n);
    this.predicted = new Float64Array(dimension);
  }

  /** Finds the polynomial from the state `s` on, over the interval of `half` on both sides of `centre`. */
  cross(s: State, centre: number, half: number, measure: Measure): Outcome {
    const { y, a, n, y0, a0, stage, dy } = this;
    while (y.length < count) {
      y.push(new Float64Array(2 * n));
      a.push(new Float64Array(n));
    }
    this.centre = centre;
    this.half = half;
    this.x0 = (s.t - centre) / half;
    y0.set(s.y);
    a0.fill(0);
    // a start that is far enough is returned to the constraints, from which it may have drifted, and its accelerations
    // help to predict the first point
    const isFar = this.x0 < points[nearMiddle];
    if (isFar) {
      copyState(stage, s);
      if (this.settle(stage) === "ok" && this.constraints.underlying(dy, s.t, stage.y) === "ok") {
        y0.set(stage.y);
        for (let k = 0; k < n; k++) a0[k] = dy[n + k];
      }
    }

    // 1. point after point, the nearest first
    const order = all.slice().sort((i, j) => Math.abs(points[i] - this.x0) - Math.abs(points[j] - this.x0));
    for (let taken = 1; taken <= count; taken++) {
      const i = order[taken - 1];
      if (!(this.evaluate(i, order.slice(0, taken - 1), measure) < Number.POSITIVE_INFINITY)) return "inaccurate";
      const known = order.slice(0, taken);
      for (let k = 0; k < (sweepsAt[taken] ?? 0); k++)
        if (!(this.sweep(known, measure) < Number.POSITIVE_INFINITY)) return "inaccurate";
      if (isFar && i === nearMiddle) {
        const outcome = this.expect();
        if (outcome !== "ok") return outcome;
      }
    }

    // 2. all points together, until they no longer change
    let change = Number.POSITIVE_INFINITY;
    for (let k = 0; change > settled; k++) {
      const now = this.sweep(all, measure);
      if (k === mostSweeps || !(now < Number.POSITIVE_INFINITY)) return "inaccurate";
      if (now > 0.5 * change && k > 4) {
        if (now > 1) return "inaccurate";
        break; // rounding
      }
      change = now;
    }
    return this.verify(measure);
  }

  /** Writes the polynomial at time t. */
  at(out: F64 | Float64Array, t: number): void {
    this.integrate(out, (t - this.centre) / this.half, all);
  }

  /** Whether all constraints depend on each other at an instant, and not only those that were kept of redundant ones. */
  isSingular(t: number): boolean {
    const { constraints, stage } = this;
    const { dropped } = constraints;
    if (dropped.length === 0) return true;
    stage.t = t;
    this.at(stage.y, t);
    if (this.constraints.rechoose?.(t, stage.q, poorlyKept) !== true) return true;
    constraints.drop(dropped);
    return false;
  }

  /** The multipliers at the points, row after row; undefined if they cannot be computed. */
  multipliers(): Float64Array | undefined {
    const { constraints, lambda, stage, y, n } = this;
    const values = new Float64Array(count * constraints.m);
    for (const i of all) {
      stage.y.set(y[i]);
      const t = this.time(i);
      if (constraints.multipliers(lambda, t, stage.q, stage.v) !== "ok" || n === 0) return undefined;
      values.set(lambda, i * constraints.m);
    }
    return values;
  }

  private time(i: number): number {
    return this.centre + this.half * points[i];
  }

  /** Positions and velocities at x of the motion from the start with the accelerations at the points of `through`. */
  private integrate(out: F64 | Float64Array, x: number, through: readonly number[]): void {
    const { n, once, twice, half, y0, a0, a, x0 } = this;
    const time = half * (x - x0);
    if (through.length === 0) {
      for (let k = 0; k < n; k++) {
        out[k] = y0[k] + time * (y0[n + k] + 0.5 * time * a0[k]);
        out[n + k] = y0[n + k] + time * a0[k];
      }
      return;
    }
    integrals(once, twice, x0, x, through);
    for (let k = 0; k < n; k++) {
      let [v, q] = [0, 0];
      for (const i of through) {
        v += once[i] * a[i][k];
        q += twice[i] * a[i][k];
      }
      out[n + k] = y0[n + k] + half * v;
      out[k] = y0[k] + time * y0[n + k] + half * half * q;
    }
  }

  /**
   * Point i from the accelerations at the points of `through`: returned to the constraints, with its accelerations. The
   * result is the size of its change, not finite if the point cannot be evaluated.
   */
  private evaluate(i: number, through: readonly number[], measure: Measure): number {
    const { stage, dy, y, a, n, predicted } = this;
    this.integrate(predicted, points[i], through);
    stage.t = this.time(i);
    stage.y.set(predicted);
    if (this.settle(stage) !== "ok") return Number.POSITIVE_INFINITY;
    if (this.constraints.underlying(dy, stage.t, stage.y) !== "ok") return Number.POSITIVE_INFINITY;
    for (let k = 0; k < n; k++) a[i][k] = dy[n + k];
    for (let k = 0; k < 2 * n; k++) dy[k] = stage.y[k] - y[i][k];
    y[i].set(stage.y);
    return measure(dy, stage.y);
  }

  /** The largest change of a point. */
  private sweep(through: readonly number[], measure: Measure): number {
    let change = 0;
    for (const i of through) {
      const now = this.evaluate(i, through, measure);
      if (!(now <= change)) change = now;
    }
    return change;
  }

  private instantAt(x: number): Instant {
    return { t: this.centre + this.half * x, rows: this.nearness.rows() };
  }

  /** Whether singular positions that are seen from the last point before the middle leave room for the points. */
  private expect(): Outcome {
    const { stage, half, y } = this;
    stage.t = this.time(nearMiddle);
    stage.y.set(y[nearMiddle]);
    const places = this.nearness.look(stage).map(({ time }) => points[nearMiddle] + time / half);
    if (!places.some((x) => Math.abs(x) < 3)) return "none";
    const ahead = places.filter((x) => x > this.x0 && Math.abs(x) < 1);
    if (ahead.every(isClear)) return "ok";
    this.instants = ahead.sort((a, b) => a - b).map((x) => this.instantAt(x));
    return "moved";
  }

  /** The times from x to singular positions, in half intervals. */
  private aheadOf(x: number): number[] {
    const { stage, half } = this;
    stage.t = this.centre + half * x;
    this.integrate(stage.y, x, all);
    return this.settle(stage) === "ok" ? this.nearness.look(stage).map(({ time }) => time / half) : [];
  }

  /** The sizes of the last terms of acceleration k. */
  private terms(k: number): [number, number] {
    const { a, values } = this;
    for (const i of all) values[i] = a[i][k];
    return lastTerms(values);
  }

  /** Whether there is something to cross, with room for the points, and how accurate the polynomial is. */
  private verify(measure: Measure): Outcome {
    const { half, y, n, dy, stage, predicted } = this;

    // 1. the singular positions
    const look = (x: number): number[] => this.aheadOf(x);
    const found = locate(look);
    if (found.length === 0) return "none";
    const isFree = found.every(isClear);
    const at = (x: number): Instant => this.instantAt(x);
    this.instants = isFree ? refined(found, look, at) : found.map(at);
    if (!isFree) return "moved";

    // 2. the corrections at the points, and the last terms of the polynomial
    this.error = 0;
    for (const i of all) {
      this.integrate(predicted, points[i], all);
      for (let k = 0; k < 2 * n; k++) dy[k] = y[i][k] - predicted[k];
      this.error = Math.max(this.error, measure(dy, stage.y));
    }
    let [last, earlier] = [0, 0];
    for (let k = 0; k < n; k++) {
      const [ofLast, before] = this.terms(k);
      last += ofLast;
      earlier += before;
    }
    // what is missing is smaller than the last terms in the ratio in which the terms fall
    const small = Math.abs(half) / count;
    const missing = small * (earlier > last ? last / earlier : 1);
    for (let k = 0; k < n; k++) {
      dy[n + k] = missing * this.terms(k)[0];
      dy[k] = small * dy[n + k];
    }
    this.error = Math.max(this.error, measure(dy, stage.y));
    return Number.isNaN(this.error) ? "inaccurate" : "ok";
  }
}
