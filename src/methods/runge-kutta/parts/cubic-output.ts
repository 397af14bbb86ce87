import type { DenseOutput, F64, Space, State, Status } from "../../../core/index.js";
import { axpy, copy } from "../../../linalg/vector.js";

/** Dense output of order 3 in q, 2 in v: the cubic of Hermite through q and v at both ends of a step, and its derivative. */
export class CubicOutput implements DenseOutput {
  private readonly n: number;
  private readonly y0: F64;
  private readonly y1: F64;
  private readonly q0: F64;
  private readonly q1: F64;
  private h = 0;

  constructor({ arena, dimension, n }: Space) {
    this.n = n;
    this.y0 = arena.f64(dimension);
    this.y1 = arena.f64(dimension);
    this.q0 = this.y0.subarray(0, n);
    this.q1 = this.y1.subarray(0, n);
  }

  /** Remembers a step of h from `s` to `next`. It copies both, because they may be changed before output is requested.
   * Shifts are added to the positions, so that output lies between physical points. */
  keep(s: State, next: State, h: number, shift0?: F64, shift1?: F64): void {
    copy(this.y0, s.y);
    copy(this.y1, next.y);
    if (shift0 !== undefined) axpy(this.q0, 1, shift0);
    if (shift1 !== undefined) axpy(this.q1, 1, shift1);
    this.h = h;
  }

  at(out: F64, theta: number): Status {
    const { n, y0, y1, h } = this;
    const r = 1 - theta;
    const q0 = r * r * (3 - 2 * r);
    const q1 = theta * theta * (3 - 2 * theta);
    const v0 = h * theta * r * r;
    const v1 = -h * theta * theta * r;
    const slope = (6 * theta * r) / h;
    const first = r * (r - 2 * theta);
    const last = theta * (theta - 2 * r);
    for (let i = 0; i < n; i++) {
      out[i] = q0 * y0[i] + q1 * y1[i] + v0 * y0[n + i] + v1 * y1[n + i];
      out[n + i] = slope * (y1[i] - y0[i]) + first * y0[n + i] + last * y1[n + i];
    }
    return "ok";
  }
}
