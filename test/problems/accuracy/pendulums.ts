/** Planar pendulums of n points in angles from the vertical, with the tensions of their rods. */

import { motion, solved } from "./independent.js";

export const gravity = 9.81;

/** Accelerations of the angles: masses m and lengths l from the pivot on. */
export function pendulumAngles(
  m: readonly number[],
  l: readonly number[],
  a: readonly number[],
  w: readonly number[],
): number[] {
  const below = m.map((_, i) => m.slice(i).reduce((sum, x) => sum + x, 0));
  const weight = (i: number, j: number): number => below[Math.max(i, j)] * l[i] * l[j];
  const M = m.map((_, i) => m.map((_, j) => weight(i, j) * Math.cos(a[i] - a[j])));
  const f = m.map((_, i) =>
    m.reduce(
      (sum, _, j) => sum - weight(i, j) * Math.sin(a[i] - a[j]) * w[j] ** 2,
      -below[i] * gravity * l[i] * Math.sin(a[i]),
    ),
  );
  return solved(M, f);
}

/** Angles and their rates at t. */
export function pendulumAt(
  m: readonly number[],
  l: readonly number[],
  a0: readonly number[],
  w0: readonly number[],
  t: number,
) {
  const n = m.length;
  const end = motion((_, y) => [...y.slice(n), ...pendulumAngles(m, l, y.slice(0, n), y.slice(n))], [...a0, ...w0], t);
  return { a: end.slice(0, n), w: end.slice(n) };
}

/** Positions, velocities and tensions of the points. */
export function pendulumPoints(m: readonly number[], l: readonly number[], a: readonly number[], w: readonly number[]) {
  const b = pendulumAngles(m, l, a, w);
  const [q, v, acceleration]: number[][] = [[], [], []];
  let [x, y, u, s, p, r] = [0, 0, 0, 0, 0, 0];
  a.forEach((angle, i) => {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    x += l[i] * sin;
    y -= l[i] * cos;
    u += l[i] * cos * w[i];
    s += l[i] * sin * w[i];
    p += l[i] * (cos * b[i] - sin * w[i] ** 2);
    r += l[i] * (sin * b[i] + cos * w[i] ** 2);
    q.push(x, y);
    v.push(u, s);
    acceleration.push(p, r);
  });
  // the rod above point i carries the sum of m (a - g) of all points from i on
  const tensions = a.map((angle, i) => {
    let [fx, fy] = [0, 0];
    for (let k = i; k < m.length; k++) {
      fx += m[k] * acceleration[2 * k];
      fy += m[k] * (acceleration[2 * k + 1] + gravity);
    }
    return -fx * Math.sin(angle) + fy * Math.cos(angle);
  });
  return { y: [...q, ...v], lambda: tensions };
}
