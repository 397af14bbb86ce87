/**
 * The axes A_1, A_2, A_3 of rigid bodies and their angular velocities in these axes, from directors d and their rates. A
 * body in space has three directors or two, whose cross product is its third axis. A body in the plane has one; its second
 * axis is the director turned by a right angle, and its third one points out of the plane. Other bodies have no axes.
 *
 *     omega_1 = d_2' . A_3 = -d_3' . A_2, and so on in a circle; the mean where both are directors
 */

import type { Bodies } from "../core/index.js";

export class BodyAxes {
  readonly count: number;
  readonly dimension: number;
  /** Three entries per body: the first coordinate of each director, -1 for a missing one. */
  readonly directors: Int32Array;
  /** Nine entries per body: its axes, one after the other. */
  readonly axes: Float64Array;
  /** Three entries per body. */
  readonly omega: Float64Array;
  private readonly E = new Float64Array(9);

  constructor({ dimension }: Bodies, directors: ArrayLike<number>) {
    this.count = directors.length / 3;
    this.dimension = dimension;
    this.directors = Int32Array.from(directors);
    this.axes = new Float64Array(9 * this.count);
    this.omega = new Float64Array(3 * this.count);
  }

  /** Reads the axes and the angular velocities at a state y whose velocities begin at v. */
  read(y: ArrayLike<number>, v: number): void {
    for (let body = 0; body < this.count; body++) {
      if (!this.hasAxes(body)) continue;
      this.readAxes(body, y);
      this.turning(this.omega, body, y, v);
    }
  }

  /** False for a bar, which does not turn about its only director, and for two directors in the plane. */
  hasAxes(body: number): boolean {
    return this.directors[3 * body + 1] < 0 === (this.dimension === 2);
  }

  /** Writes x_k . A_l to out[3 k + l], for vectors x_k at the directors; x_k is at `from` + d_k. */
  components(out: Float64Array, body: number, x: ArrayLike<number>, from: number): void {
    const { directors, dimension, axes } = this;
    for (let k = 0; k < 3; k++) {
      const d = directors[3 * body + k] + from;
      if (d < from) continue;
      for (let l = 0; l < 3; l++) {
        const A = 9 * body + 3 * l;
        const plane = x[d] * axes[A] + x[d + 1] * axes[A + 1];
        out[3 * k + l] = dimension === 2 ? plane : plane + x[d + 2] * axes[A + 2];
      }
    }
  }

  /** The part of vectors x_k at the directors that turns the body, as omega is of d_k'. */
  turning(out: Float64Array, body: number, x: ArrayLike<number>, from: number): void {
    const { directors, dimension, E } = this;
    const at = 3 * body;
    this.components(E, body, x, from);
    if (dimension === 2) {
      out[at + 2] = E[1];
      return;
    }
    out[at + 2] = 0.5 * (E[1] - E[3]);
    if (directors[at + 2] < 0) {
      out[at] = E[5];
      out[at + 1] = -E[2];
    } else {
      out[at] = 0.5 * (E[5] - E[7]);
      out[at + 1] = 0.5 * (E[6] - E[2]);
    }
  }

  private readAxes(body: number, q: ArrayLike<number>): void {
    const { directors, dimension, axes } = this;
    const A = 9 * body;
    if (dimension === 2) {
      const i = directors[3 * body];
      // all nine entries: callers may have left other axes here
      axes.fill(0, A, A + 9);
      axes[A] = axes[A + 4] = q[i];
      axes[A + 1] = q[i + 1];
      axes[A + 3] = -q[i + 1];
      axes[A + 8] = 1;
      return;
    }
    for (let k = 0; k < 3; k++) {
      const d = directors[3 * body + k];
      for (let c = 0; d >= 0 && c < 3; c++) axes[A + 3 * k + c] = q[d + c];
    }
    if (directors[3 * body + 2] < 0) cross(axes, A + 6, axes, A, axes, A + 3);
  }
}

/** a_i . b_j for vectors of three entries. */
export function dot(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** out_o = a_i x b_j. */
export function cross(
  out: Float64Array,
  o: number,
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
): void {
  out[o] = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  out[o + 1] = a[i + 2] * b[j] - a[i] * b[j + 2];
  out[o + 2] = a[i] * b[j + 1] - a[i + 1] * b[j];
}
