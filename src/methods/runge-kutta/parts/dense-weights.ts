import { fill } from "../../../linalg/vector.js";
import type { Dense } from "../tableaus/tableau.js";

/** The weight of every stage in u(theta): the nested form of `Dense`, multiplied out. */
export function denseWeights(w: Float64Array, theta: number, b: readonly number[], dense: Dense | undefined): void {
  const r = 1 - theta;

  // 1. the cubic through both ends
  fill(w, 0);
  for (let i = 0; i < b.length; i++) w[i] = b[i] * theta * (1 + r * (2 * theta - 1));
  w[0] += theta * r * r;
  w[b.length] -= theta * theta * r;
  if (dense === undefined) return;

  // 2. the terms that raise its order
  const outer = theta * theta * r * r;
  const [d1, d2, d3, d4] = dense.d;
  for (let i = 0; i < d1.length; i++) {
    const tail = d2 === undefined ? 0 : theta * (d2[i] + r * (d3[i] + theta * d4[i]));
    w[i] += outer * (d1[i] + tail);
  }
}
