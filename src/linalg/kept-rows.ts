/**
 * Which of dependent rows are left out is a choice, and one that is good at a position may be bad at another one: kept rows
 * that come to depend on each other, while a row that was left out would be needed. The rows d that are left out are
 * combinations of the kept rows a,
 *
 *     G_d = C^T G_a,      C = S_aa^-1 S_ad,      S = G M^-1 G^T,
 *
 * and if row d takes the place of row i, the determinant of S_aa grows by the square of C_id. Rows are therefore exchanged
 * while an entry of C is large, each row of G taken with length 1. With all entries at most 2, S_aa is as far from
 * singular as S allows, up to a factor that depends on the number of rows only (submatrices of locally maximal volume:
 * Goreinov, Tyrtyshnikov and Zamarashkin, Linear Algebra Appl. 261 (1997) 1).
 */

import type { ConstraintSolver, Constraints, F64 } from "../core/index.js";

/** Combinations with larger factors are bad enough for another choice. */
export const poorlyKept = 10;
/** Rows are exchanged until no entry of C is larger than this. */
const small = 2;
/** The most rounds: C is computed again after each, because it is inaccurate where the kept rows nearly depend on each other. */
const rounds = 4;

/** Work arrays, and the diagonal of S. */
export interface KeptRowsParts {
  readonly G: F64;
  readonly solver: ConstraintSolver;
  /** As many numbers as there are coordinates, and as there are constraints. */
  readonly u: F64;
  readonly x: F64;
  /** The diagonal of S at q, all rows kept. */
  diagonal(out: Float64Array, G: F64, q: F64): void;
  /** The rows that depend on others at q, where no choice is given. */
  dependentAt(t: number, q: F64): readonly number[];
  /** Leaves these rows, and no others, out. */
  drop(rows: readonly number[]): void;
}

/**
 * Chooses other rows to be left out at (t, q), as many as before, if an entry of C is larger than `limit` there; returns
 * whether it did. Where no choice is good, the present one stays.
 */
export function rechoose(constraints: Constraints, parts: KeptRowsParts, t: number, q: F64, limit: number): boolean {
  const before = constraints.dropped;
  if (before.length === 0) return false;
  const { G, solver } = parts;
  constraints.jacobian(G, t, q);
  const lengths = new Float64Array(constraints.m);
  parts.diagonal(lengths, G, q);
  for (let i = 0; i < lengths.length; i++) lengths[i] = Math.sqrt(lengths[i]);
  if (solver.factor(G, q) === "ok") {
    if (largestEntry(constraints, parts, lengths) <= limit) return false;
  } else {
    const rows = parts.dependentAt(t, q);
    parts.drop(rows.length === before.length ? rows : before);
    if (rows.length !== before.length || solver.factor(G, q) !== "ok") {
      parts.drop(before);
      return false;
    }
  }
  for (let round = 0; round < rounds; round++) {
    const rows = exchanged(constraints, parts, lengths);
    if (rows === undefined) break;
    const earlier = constraints.dropped;
    parts.drop(rows);
    if (solver.factor(G, q) !== "ok") {
      parts.drop(earlier);
      break;
    }
  }
  const now = new Set(constraints.dropped);
  return before.some((row) => !now.has(row));
}

/** x = S_aa^-1 S_ad w, with w given on the dropped rows of x. */
function combine(constraints: Constraints, { G, solver, u, x }: KeptRowsParts): void {
  u.fill(0);
  constraints.addWeighted(u, G, x, 1);
  constraints.multiply(x, G, u);
  for (const row of constraints.dropped) x[row] = 0;
  solver.solve(x);
}

/** About the largest entry of C, from one combination of its columns with signs that have no pattern. */
function largestEntry(constraints: Constraints, parts: KeptRowsParts, lengths: Float64Array): number {
  const { x } = parts;
  x.fill(0);
  for (const row of constraints.dropped) x[row] = ((Math.imul(row + 1, 0x9e3779b1) >>> 25) & 1 ? -1 : 1) / lengths[row];
  combine(constraints, parts);
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const entry = Math.abs(x[i]) * lengths[i];
    if (!(entry <= largest)) largest = entry;
  }
  return Number.isNaN(largest) ? Number.POSITIVE_INFINITY : largest;
}

/** The rows to be left out after exchanges; undefined if none is needed. */
function exchanged(
  constraints: Constraints,
  parts: KeptRowsParts,
  lengths: Float64Array,
): readonly number[] | undefined {
  const { x } = parts;
  const { m } = constraints;
  const dropped = [...constraints.dropped];
  const columns = dropped.map((row) => {
    x.fill(0);
    x[row] = 1 / lengths[row];
    combine(constraints, parts);
    return Float64Array.from(x, (entry, i) => entry * lengths[i]);
  });
  for (let k = 0; ; k++) {
    let [row, which, largest] = [-1, -1, small];
    columns.forEach((column, d) => {
      for (let i = 0; i < m; i++) {
        const size = Math.abs(column[i]);
        if (size > largest) [row, which, largest] = [i, d, size];
      }
    });
    // the determinant grows with every exchange, so there is an end to them; the bound is for rounding
    if (row === -1 || k === 4 * m) return k === 0 ? undefined : dropped.sort((a, b) => a - b);
    const entering = dropped[which];
    const pivot = columns[which][row];
    const leaving = columns[which].map((entry) => -entry / pivot);
    leaving[entering] = 1 / pivot;
    leaving[row] = 0;
    columns.forEach((column, d) => {
      if (d === which) return;
      const factor = column[row];
      for (let i = 0; i < m; i++) column[i] += factor * leaving[i];
      column[row] = 0;
    });
    columns[which] = leaving;
    dropped[which] = row;
  }
}
