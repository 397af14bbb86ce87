/**
 * Dense output from the middle of a step: the polynomial P in s = 2 theta - 1 that has given Taylor coefficients
 * c_0 … c_m about the middle, and the values and slopes of the solution at both ends (Hairer, Ostermann, Numer. Math. 58
 * (1990) 419; Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9):
 *
 *     P(s) = M(s) + s^(m+1) R(s),   M(s) = sum c_i s^i,   R the cubic that makes P(±1) and P'(±1) right
 */

import type { Arena, F64 } from "../../../core/index.js";

export class MiddleOutput {
  /** Coefficients of P; the first m + 1 are those of the middle. */
  readonly c: readonly F64[];
  private degree = 0;
  private readonly error: F64;

  /** Makes room for Taylor coefficients up to c_`highest`. */
  constructor(arena: Arena, dimension: number, highest: number) {
    this.c = Array.from({ length: highest + 5 }, () => arena.f64(dimension));
    this.error = arena.f64(dimension);
  }

  /** Completes P from c_0 … c_m, which are set, and from y and its rates at the start (0) and the end (1) of a step of
   * h. */
  close(m: number, y0: F64, rate0: F64, y1: F64, rate1: F64, h: number): void {
    const { c } = this;
    const e = m + 1;
    const sign = e % 2 === 0 ? 1 : -1;
    this.degree = m + 4;
    for (let i = 0; i < y0.length; i++) {
      // 1. the values and slopes that M leaves to R at the ends, by even and odd powers
      let even = 0;
      let odd = 0;
      let evenSlope = 0;
      let oddSlope = 0;
      for (let p = 0; p <= m; p++) {
        const x = c[p][i];
        if (p % 2 === 0) {
          even += x;
          oddSlope += p * x;
        } else {
          odd += x;
          evenSlope += p * x;
        }
      }
      const last = y1[i] - (even + odd);
      const first = sign * (y0[i] - (even - odd));
      const lastSlope = (h / 2) * rate1[i] - (evenSlope + oddSlope) - e * last;
      const firstSlope = sign * ((h / 2) * rate0[i] - (evenSlope - oddSlope)) + e * first;

      // 2. the four coefficients of R from R(±1) and R'(±1)
      const r2 = (lastSlope - firstSlope) / 4;
      const r3 = ((lastSlope + firstSlope) / 2 - (last - first) / 2) / 2;
      c[e][i] = (last + first) / 2 - r2;
      c[e + 1][i] = (last - first) / 2 - r3;
      c[e + 2][i] = r2;
      c[e + 3][i] = r3;
    }
  }

  /**
   * The largest difference from the polynomial that has one Taylor coefficient less. The two agree in c_0 … c_{m-1} and at
   * both ends, so that they differ by r s^m (1 - s^2)^2, where r is the highest coefficient of P.
   */
  estimate(): F64 {
    const { degree, error } = this;
    const m = degree - 4;
    const largest = (m / (m + 4)) ** (m / 2) * (4 / (m + 4)) ** 2;
    const r = this.c[degree];
    for (let i = 0; i < error.length; i++) error[i] = largest * Math.abs(r[i]);
    return error;
  }

  at(out: F64, theta: number): void {
    const { c, degree } = this;
    const s = 2 * theta - 1;
    for (let i = 0; i < out.length; i++) {
      let value = c[degree][i];
      for (let p = degree - 1; p >= 0; p--) value = value * s + c[p][i];
      out[i] = value;
    }
  }
}
