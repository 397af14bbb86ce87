/**
 * The variational linearised SO(3) integrator of Tao–Owhadi section 4.5, letter by letter: a from (4.15), then f, then
 *
 *     p_1 = p_0 + h f_0,   R_1 = R_0 + 2 h p_1
 *
 * The printed f is a + 2 omega^2 beta^2 h^4 C^T with C = R a^T a + a R^T a + a a^T R; the variation of the printed action gives
 * a - 2 omega^2 beta^2 h^4 C. Matrices are arrays of 9, row by row, and B mu = 1.
 */

import { denseLu } from "../../linalg/index.js";

export interface Scheme {
  readonly h: number;
  readonly omega: number;
  readonly beta: number;
  /** f as it is printed, or as the action gives it. */
  readonly f: "printed" | "variational";
}

export interface PrintedMotion {
  readonly t: Float64Array;
  /** R at every step, one after the other. */
  readonly R: readonly Float64Array[];
  readonly p: readonly Float64Array[];
}

/** From R = I with the angular velocity `spin`, to the time `until` or to the first step that is not finite. */
export function printedMotion(scheme: Scheme, spin: readonly number[], until: number): PrintedMotion {
  const { h } = scheme;
  const steps = Math.round(until / h);
  let R = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  // p = R'/2 = R Omega^/2
  let p = Float64Array.from([0, -spin[2], spin[1], spin[2], 0, -spin[0], -spin[1], spin[0], 0], (x) => x / 2);
  const [positions, momenta] = [[R], [p]];
  for (let k = 0; k < steps && R.every(Number.isFinite); k++) {
    const f = force(scheme, R);
    p = p.map((x, i) => x + h * f[i]);
    R = R.map((x, i) => x + 2 * h * p[i]);
    positions.push(R);
    momenta.push(p);
  }
  return { t: Float64Array.from(positions, (_, k) => k * h), R: positions, p: momenta };
}

/** f of one position. */
export function force({ h, omega, beta, f: form }: Scheme, R: Float64Array): Float64Array {
  const stiffness = 2 * omega * omega;
  const b = beta * h * h;
  const Rt = transposed(R);
  const RtR = product(Rt, R);
  const RRt = product(R, Rt);

  // 1. (4.15), linear in a: a + stiffness b (a R^T R + R a^T R + R R^T a - a) = -e3 e3^T - stiffness (R R^T R - R)
  const lu = denseLu(9);
  const matrix = new Float64Array(81);
  for (let j = 0; j < 9; j++) {
    const e = new Float64Array(9);
    e[j] = 1;
    const parts = [product(e, RtR), product(product(R, transposed(e)), R), product(RRt, e)];
    for (let i = 0; i < 9; i++)
      matrix[9 * i + j] = e[i] + stiffness * b * (parts.reduce((sum, part) => sum + part[i], 0) - e[i]);
  }
  const cube = product(R, RtR);
  const a = cube.map((x, i) => -(i === 8 ? 1 : 0) - stiffness * (x - R[i]));
  lu.factor(matrix);
  lu.solve(a);

  // 2. f
  const at = transposed(a);
  const parts = [product(R, product(at, a)), product(product(a, Rt), a), product(product(a, at), R)];
  const C = a.map((_, i) => parts.reduce((sum, part) => sum + part[i], 0));
  const size = stiffness * b * b;
  const extra = form === "printed" ? transposed(C).map((x) => size * x) : C.map((x) => -size * x);
  return a.map((x, i) => x + extra[i]);
}

export function product(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((_, i) => {
    const [row, column] = [3 * Math.floor(i / 3), i % 3];
    return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
  });
}

export function transposed(a: Float64Array): Float64Array {
  return a.map((_, i) => a[3 * (i % 3) + Math.floor(i / 3)]);
}
