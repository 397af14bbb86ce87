/** Linear combinations of stages, the inner loop of Runge–Kutta methods. */

import type { F64, Row } from "../core/index.js";

/** Collects the nonzero weights, for stages of `dimension` entries one after the other. */
export function row(weights: readonly number[], dimension: number): Row {
  const stages = weights.flatMap((weight, stage) => (weight === 0 ? [] : [stage]));
  const terms = stages.length;
  const count = terms === 0 ? 1 : terms <= 6 ? terms : Math.ceil(terms / 4) * 4;
  const a = new Float64Array(count);
  const at = new Int32Array(count);
  for (let j = 0; j < count; j++) {
    const stage = stages[Math.min(j, terms - 1)] ?? 0;
    a[j] = j < terms ? weights[stage] : 0;
    at[j] = stage * dimension;
  }
  return { count, a, at };
}

/**
 * out = y + h (a_1 k_1 + a_2 k_2 + …), summed in that order; `out` may be `y`. It takes one pass over memory. A
 * separate loop for every number of terms keeps the weights in registers, which is two to three times faster than
 * nested loops.
 */
export function combine(out: F64, y: F64, h: number, K: F64, { count, a, at }: Row): void {
  const n = out.length;
  const a0 = a[0];
  const p0 = at[0];
  if (count === 1) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (a0 * K[p0 + i]);
    return;
  }
  const a1 = a[1];
  const p1 = at[1];
  if (count === 2) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (a0 * K[p0 + i] + a1 * K[p1 + i]);
    return;
  }
  const a2 = a[2];
  const p2 = at[2];
  if (count === 3) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (a0 * K[p0 + i] + a1 * K[p1 + i] + a2 * K[p2 + i]);
    return;
  }
  const a3 = a[3];
  const p3 = at[3];
  if (count === 4) {
    for (let i = 0; i < n; i++) {
      out[i] = y[i] + h * (a0 * K[p0 + i] + a1 * K[p1 + i] + a2 * K[p2 + i] + a3 * K[p3 + i]);
    }
    return;
  }
  const a4 = a[4];
  const p4 = at[4];
  if (count === 5) {
    for (let i = 0; i < n; i++) {
      const four = a0 * K[p0 + i] + a1 * K[p1 + i] + a2 * K[p2 + i] + a3 * K[p3 + i];
      out[i] = y[i] + h * (four + a4 * K[p4 + i]);
    }
    return;
  }
  const a5 = a[5];
  const p5 = at[5];
  if (count === 6) {
    for (let i = 0; i < n; i++) {
      const four = a0 * K[p0 + i] + a1 * K[p1 + i] + a2 * K[p2 + i] + a3 * K[p3 + i];
      out[i] = y[i] + h * (four + a4 * K[p4 + i] + a5 * K[p5 + i]);
    }
    return;
  }
  const a6 = a[6];
  const p6 = at[6];
  const a7 = a[7];
  const p7 = at[7];
  if (count === 8) {
    for (let i = 0; i < n; i++) {
      const four = a0 * K[p0 + i] + a1 * K[p1 + i] + a2 * K[p2 + i] + a3 * K[p3 + i];
      out[i] = y[i] + h * (four + a4 * K[p4 + i] + a5 * K[p5 + i] + a6 * K[p6 + i] + a7 * K[p7 + i]);
    }
    return;
  }
  for (let i = 0; i < n; i++) {
    const four = a0 * K[p0 + i] + a1 * K[p1 + i] + a2 * K[p2 + i] + a3 * K[p3 + i];
    let sum = four + a4 * K[p4 + i] + a5 * K[p5 + i] + a6 * K[p6 + i] + a7 * K[p7 + i];
    for (let j = 8; j < count; j += 4) {
      sum = sum + a[j] * K[at[j] + i] + a[j + 1] * K[at[j + 1] + i] + a[j + 2] * K[at[j + 2] + i];
      sum += a[j + 3] * K[at[j + 3] + i];
    }
    out[i] = y[i] + h * sum;
  }
}
