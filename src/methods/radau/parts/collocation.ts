/**
 * The collocation polynomial of a step, w(t_0 + theta h) = w_0 + sum_j L_j(theta) Z_j, of degree 3 through w_0 and the
 * three stages. It gives dense output (order 4) and, continued beyond the end of the step, the start of the next step's
 * iteration.
 */

import { axpy, fill } from "../../../linalg/vector.js";
import { c } from "./coefficients.js";
import type { Point } from "./stage-system.js";

const [c1, c2] = c;

/** L_j(theta): 1 at node j, 0 at the other nodes and at 0. */
function weight(j: 0 | 1 | 2, theta: number): number {
  if (j === 0) return ((theta / c1) * (theta - c2) * (theta - 1)) / ((c1 - c2) * (c1 - 1));
  if (j === 1) return ((theta / c2) * (theta - c1) * (theta - 1)) / ((c2 - c1) * (c2 - 1));
  return (theta * (theta - c1) * (theta - c2)) / ((1 - c1) * (1 - c2));
}

/** out = y_0 + sum_j L_j(theta) Z_j, for as many components as `out` has. */
export function interpolated(out: Float64Array, y0: Float64Array, Z: readonly Point[], theta: number): void {
  const w1 = weight(0, theta);
  const w2 = weight(1, theta);
  const w3 = weight(2, theta);
  const z1 = Z[0].w;
  const z2 = Z[1].w;
  const z3 = Z[2].w;
  for (let i = 0; i < out.length; i++) out[i] = y0[i] + (w1 * z1[i] + w2 * z2[i] + w3 * z3[i]);
}

/**
 * Predicts the stages of the next step, whose length is `ratio` times that of the step with stages Z, by continuing the
 * polynomial. The polynomial of the multipliers goes through the stages only, because the multipliers at the start of
 * the step need not lie on it.
 */
export function extrapolated(next: readonly Point[], Z: readonly Point[], ratio: number): void {
  const z1 = Z[0].w;
  const z2 = Z[1].w;
  const z3 = Z[2].w;
  const { length } = Z[0].y;
  for (let i = 0; i < 3; i++) {
    const theta = 1 + c[i] * ratio;
    const w1 = weight(0, theta);
    const w2 = weight(1, theta);
    const w3 = weight(2, theta) - 1;
    const z = next[i].w;
    for (let k = 0; k < length; k++) z[k] = w1 * z1[k] + w2 * z2[k] + w3 * z3[k];
    const l1 = (w1 * c1) / theta;
    const l2 = (w2 * c2) / theta;
    for (let k = length; k < z.length; k++) z[k] = l1 * z1[k] + l2 * z2[k] - (l1 + l2) * z3[k];
  }
}

/**
 * Predicts the stages of a first step: uniform acceleration with the rates F0, which constrained motion needs; no
 * motion for h = 0.
 */
export function accelerated(Z: readonly Point[], F0: Point, h: number): void {
  for (let i = 0; i < 3; i++) {
    const t = c[i] * h;
    fill(Z[i].w, 0);
    axpy(Z[i].y, t, F0.y);
    axpy(Z[i].q, (t * t) / 2, F0.v);
  }
}
