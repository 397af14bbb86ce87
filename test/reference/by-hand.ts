/** Equations of gallery models derived by hand in other coordinates, for integration by extrapolation. */

import type { Rate } from "../fixtures/extrapolation.js";

const { sin, cos, asin, sqrt } = Math;

/** Two unit masses on two unit rods, angles a, b against the direction of gravity `g`; y = (a, b, a', b'). */
export const doublePendulum =
  (g: number): Rate =>
  (_t, [a, b, u, w]) => {
    const [s, c] = [sin(a - b), cos(a - b)];
    const p = -s * w * w - 2 * g * sin(a);
    const r = s * u * u - g * sin(b);
    const det = 2 - c * c;
    return [u, w, (p - c * r) / det, (2 * r - c * p) / det];
  };

/**
 * Slider-crank, example 4 of Ascher, in the crank's angle alone; y = (theta, theta'). With sin(psi) = r/l sin(theta), the
 * inertia M(theta) and its slope follow from the first and second derivatives of x, y and psi.
 */
export const sliderCrank: Rate = (t, [theta, u]) => {
  const [J1, J2, m2, g, r, l, l1] = [10, 1, 1, 9.81, 1, 3, 2];
  const psi = asin((r / l) * sin(theta));
  const psi1 = (r * cos(theta)) / (l * cos(psi));
  const psi2 = (l * sin(psi) * psi1 * psi1 - r * sin(theta)) / (l * cos(psi));
  const x1 = -r * sin(theta) - l1 * sin(psi) * psi1;
  const x2 = -r * cos(theta) - l1 * (cos(psi) * psi1 * psi1 + sin(psi) * psi2);
  const y1 = (l - l1) * cos(psi) * psi1;
  const y2 = (l - l1) * (cos(psi) * psi2 - sin(psi) * psi1 * psi1);
  const M = J1 + m2 * (x1 * x1 + y1 * y1) + J2 * psi1 * psi1;
  const half = m2 * (x1 * x2 + y1 * y2) + J2 * psi1 * psi2;
  return [u, (sin(t) - u - m2 * g * y1 - half * u * u) / M];
};

/** The position of the slider when the crank is at theta. */
export const sliderAt = (theta: number): number => cos(theta) + 3 * cos(asin(sin(theta) / 3));

/**
 * Unit masses: a on a spring of constant 1 and length 1 to the origin, b on a rigid unit rod to a at angle f;
 * y = (x, y, f, x', y', f').
 */
export const softPendulum: Rate = (_t, [x, y, f, u, w, o]) => {
  // 2 a'' + n f'' = o^2 e + F,  n.a'' + f'' = 0, with e along the rod, n across it
  const r = sqrt(x * x + y * y);
  const [ex, ey] = [cos(f), sin(f)];
  const [nx, ny] = [-ey, ex];
  const k = -(r - 1) / r;
  const [bx, by] = [k * x + o * o * ex, k * y + o * o * ey];
  const turn = -(nx * bx + ny * by);
  return [u, w, o, (bx - nx * turn) / 2, (by - ny * turn) / 2, turn];
};

/** The same with the rod as a spring of constant omega^2, Cartesian; y = (xa, ya, xb, yb and their rates). */
export const softPendulumStiff =
  (omega: number): Rate =>
  (_t, [x, y, X, Y, ...v]) => {
    const [r, R] = [sqrt(x * x + y * y), sqrt((X - x) ** 2 + (Y - y) ** 2)];
    const [k, K] = [-(r - 1) / r, (omega * omega * (R - 1)) / R];
    return [...v, k * x + K * (X - x), k * y + K * (Y - y), -K * (X - x), -K * (Y - y)];
  };
