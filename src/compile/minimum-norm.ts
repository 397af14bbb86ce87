import { addressOf, type F64 } from "../core/arena.js";
import type { WasmExports } from "../wasm/index.js";
import type { BorderPlan } from "./border-plan.js";
import type { ConstraintPlan } from "./constraint-plan.js";

/**
 * Replaces multipliers that are zero on the dropped rows d by those of minimum Euclidean norm (rows of g as they are,
 * not scaled) with the same reaction. With the kept rows a, G_d = C^T G_a and C = S_aa^-1 S_ad, the reaction is that of
 * lambda_a + C lambda_d, and the minimum is (I + C^T C) lambda_d = C^T lambda_a: well conditioned, so conjugate
 * gradients need a few products with C, each a solve. S and its factorisation are those of the last elimination.
 */
export function minimumNorm(
  lambda: F64,
  dropped: readonly number[],
  code: WasmExports,
  plan: ConstraintPlan,
  x: F64,
): void {
  const isDropped = plan.dropped;
  const d = dropped.length;
  /** x = S_aa^-1 S_ad p */
  const times = (p: Float64Array): void => {
    x.fill(0);
    dropped.forEach((row, k) => {
      x[row] = p[k];
    });
    multiplyAcross(x, plan, (row) => isDropped[row] !== 0);
    code.solve(addressOf(x), addressOf(plan.store));
  };
  /** out = S_da S_aa^-1 x */
  const transposed = (out: Float64Array): void => {
    code.solve(addressOf(x), addressOf(plan.store));
    multiplyAcross(x, plan, (row) => isDropped[row] === 0);
    dropped.forEach((row, k) => {
      out[k] = x[row];
    });
  };
  const [r, p, Ap, mu] = Array.from({ length: 4 }, () => new Float64Array(d));
  x.set(lambda);
  transposed(r);
  p.set(r);
  let rr = dot(r, r);
  const target = 1e-28 * rr;
  for (let k = 0; k < 10 * d + 10 && rr > target; k++) {
    times(p);
    transposed(Ap);
    for (let i = 0; i < d; i++) Ap[i] += p[i];
    const alpha = rr / dot(p, Ap);
    for (let i = 0; i < d; i++) {
      mu[i] += alpha * p[i];
      r[i] -= alpha * Ap[i];
    }
    const next = dot(r, r);
    if (!(next < rr)) break; // rounding
    for (let i = 0; i < d; i++) p[i] = r[i] + (next / rr) * p[i];
    rr = next;
  }
  times(mu);
  for (let i = 0; i < lambda.length; i++) lambda[i] -= x[i];
  dropped.forEach((row, k) => {
    lambda[row] = mu[k];
  });
}

/** x = S x from the rows that `isSource` names to the others, in place. */
function multiplyAcross(x: F64, plan: ConstraintPlan, isSource: (row: number) => boolean): void {
  const { rows, cols } = plan.schur;
  const out = new Float64Array(x.length);
  for (let s = 0; s < rows.length; s++) {
    const [i, j] = [rows[s], cols[s]];
    if (isSource(j) && !isSource(i)) out[i] += plan.matrix[s] * x[j];
    if (isSource(i) && !isSource(j)) out[j] += plan.matrix[s] * x[i];
  }
  if (plan.border !== undefined) addThroughBorder(out, x, plan, plan.border, isSource);
  x.set(out);
}

/** The part W_H M_H W_H^T of S, which its bordered system leaves out, with M_H W_H^T = G_H^T. */
function addThroughBorder(
  out: Float64Array,
  x: F64,
  { weights, jacobian, G, weighted }: ConstraintPlan,
  { inW, inG, starts }: BorderPlan,
  isSource: (row: number) => boolean,
): void {
  const W = weighted?.pattern ?? G;
  const u = new Map<number, number>();
  const rowOf = rowsOf(W.rowStart);
  for (let e = 0; e < starts[1] - starts[0]; e++) {
    const [row, k] = [rowOf[inW[e]], W.column[inW[e]]];
    if (isSource(row) && inG[e] >= 0) u.set(k, (u.get(k) ?? 0) + jacobian[inG[e]] * x[row]);
  }
  for (const e of inW) {
    const row = rowOf[e];
    if (!isSource(row)) out[row] += weights[e] * (u.get(W.column[e]) ?? 0);
  }
}

/** The row of each entry. */
function rowsOf(rowStart: Int32Array): Int32Array {
  const rows = new Int32Array(rowStart.at(-1)!);
  for (let i = 0; i + 1 < rowStart.length; i++) rows.fill(i, rowStart[i], rowStart[i + 1]);
  return rows;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
