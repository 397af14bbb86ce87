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

import type { ConstraintSolver, Constraints, F64 } from "../core/index.js";

export interface Redundancy {
  readonly dropped: readonly number[];
  /** The row that makes the position singular, or -1. */
  readonly singular: number;
}

/** Pivots below this fraction of their own diagonal belong to dependent rows. */
export const dependentPivot = 1e-10;

/** The rank of the constraints, as generated code or dense algebra finds it. */
export interface Rank {
  /** The rows that depend on others at q, with all rows kept; `failed` is the row at which the test failed, or -1. */
  dependentAt(t: number, q: F64): { readonly rows: readonly number[]; readonly failed: number };
  /** Leaves these rows, and no others, out of everything that solves with the constraints. */
  drop(rows: readonly number[]): void;
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

/** The rows that are found redundant are dropped. */
export function findRedundant(
  constraints: Constraints,
  rank: Rank,
  { point, residual, G, solver }: Shaken,
  t: number,
  q: F64,
): Redundancy {
  if (constraints.m === 0) return { dropped: [], singular: -1 };
  const { rows: dropped, failed } = rank.dependentAt(t, q);
  rank.drop(dropped);
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
  const there = rank.dependentAt(t, point);
  const independent = there.failed === -1 ? dropped.find((r) => !there.rows.includes(r)) : there.failed;
  const rose = there.failed === -1 && there.rows.length < dropped.length;
  const singular = violated ?? (rose ? (independent ?? dropped[0]) : -1);
  // at a singular position those are redundant that are so nearby
  const redundant = singular === -1 ? dropped : there.failed === -1 ? there.rows : [];
  rank.drop(redundant);
  return { dropped: redundant, singular };
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
