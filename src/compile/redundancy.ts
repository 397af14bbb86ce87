/**
 * Redundant but consistent constraints. Which ones depend on the others is decided once, at the projected start, from
 * the pivots of G M^-1 G^T, each against its own diagonal: a pivot below 1e-10 of it belongs to a dependent row. (A
 * global ratio of singular values would condemn a straight chain of 1,000 rods, whose ratio is 8e-4 at full rank.)
 *
 * Where the rank is lower than at neighbouring positions, the constraints are not redundant but the position is
 * singular, a four-bar linkage folded flat for instance. To tell the two apart, the start is displaced slightly,
 * brought back onto the constraints that were kept, and tested again. If a dropped row is independent there, or no
 * longer satisfied, the position is singular and the row is reported.
 */

import { addressOf, type F64 } from "../core/arena.js";
import type { ConstraintSolver, Constraints } from "../core/workspace.js";
import type { WasmExports } from "../wasm/index.js";
import type { ConstraintPlan } from "./constraint-code.js";

export interface Redundancy {
  readonly dropped: readonly number[];
  /** The row that makes the position singular, or -1. */
  readonly singular: number;
}

/** Work arrays for a second test at a displaced position. */
export interface Shaken {
  readonly point: F64;
  readonly residual: F64;
  readonly G: F64;
  readonly solver: ConstraintSolver;
}

/** The displacement as a fraction of the model's extent: large enough that its square lifts pivots above 1e-10. */
const shake = 1e-4;
const newtonSteps = 25;

export function findRedundant(
  constraints: Constraints,
  code: WasmExports,
  plan: ConstraintPlan,
  { point, residual, G, solver }: Shaken,
  t: number,
  q: F64,
): Redundancy {
  const { m } = constraints;
  if (m === 0) return { dropped: [], singular: -1 };
  plan.dropped.fill(0);
  const failed = markDependent(code, plan, t, q);
  const dropped = droppedRows(plan);
  if (failed !== -1 || dropped.length === 0) return { dropped, singular: failed };

  // displace, return to the kept constraints, test again
  const size = extent(q);
  let seed = 1;
  for (let k = 0; k < q.length; k++) {
    seed = (seed * 48271) % 2147483647;
    point[k] = q[k] + shake * size * ((2 * seed) / 2147483647 - 1);
  }
  for (let k = 0; k < newtonSteps; k++) {
    constraints.g(residual, t, point);
    if (residual.every((r) => r === 0)) break;
    constraints.jacobian(G, t, point);
    if (solver.factor(G, point) !== "ok") return { dropped, singular: constraints.singularRow };
    solver.solve(residual);
    constraints.addWeighted(point, G, residual, -1);
  }
  constraints.g(residual, t, point);
  const violated = dropped.find((r) => !(Math.abs(residual[r]) < 1e-6 * shake * size));
  const frozen = plan.dropped.slice();
  plan.dropped.fill(0);
  const failedThere = markDependent(code, plan, t, point);
  const independent = failedThere === -1 ? dropped.find((r) => plan.dropped[r] === 0) : failedThere;
  const rose = failedThere === -1 && droppedRows(plan).length < dropped.length;
  plan.dropped.set(frozen);
  const singular = violated ?? (rose ? (independent ?? dropped[0]) : -1);
  if (singular === -1) return { dropped, singular };
  plan.dropped.fill(0); // the constraints are not redundant, so none is dropped
  return { dropped: [], singular };
}

/** The difference between the largest and the smallest coordinate; 1 when it is zero. */
function extent(q: F64): number {
  let [low, high] = [q[0], q[0]];
  for (const x of q) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  return high - low || 1;
}

/** Factorises at q and marks dependent rows; returns -1, or the row at which the factorisation failed for good. */
function markDependent(code: WasmExports, plan: ConstraintPlan, t: number, q: F64): number {
  code.jacobian(t, addressOf(q), addressOf(plan.jacobian));
  return code.factor(addressOf(plan.jacobian), addressOf(q), addressOf(plan.matrix), addressOf(plan.store), 1);
}

function droppedRows({ dropped }: ConstraintPlan): number[] {
  const rows: number[] = [];
  for (let r = 0; r < dropped.length; r++) if (dropped[r] !== 0) rows.push(r);
  return rows;
}

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
  x.set(out);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
