/**
 * Approximate solutions of G M^-1 G^T x = b by sweeps of successive over-relaxation (Ascher section 5), row by row and
 * without forming the matrix: with u = M^-1 G^T x kept up to date, row i is x_i += omega (b_i - G_i u) / S_ii. One
 * sweep costs as much as two products with G. Needs a diagonal mass.
 */

import type { Constraints, F64 } from "../../core/index.js";
import { fill } from "../../linalg/vector.js";

export interface Sweeps {
  /** u = M^-1 G^T x after some sweeps from x = 0. */
  solve(u: F64, G: F64, b: F64): void;
}

export function sweepsOf(
  { m, rowStart, column, dropped }: Constraints,
  inverse: F64 | undefined,
  count: number,
  omega: number,
): Sweeps {
  const weightOf = (k: number): number => inverse?.[k] ?? 1;
  return {
    solve(u, G, b) {
      fill(u, 0);
      for (let sweep = 0; sweep < count; sweep++) {
        for (let i = 0; i < m; i++) {
          if (dropped.includes(i)) continue;
          let diagonal = 0;
          let rest = b[i];
          for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
            diagonal += G[e] * G[e] * weightOf(column[e]);
            rest -= G[e] * u[column[e]];
          }
          const step = (omega * rest) / diagonal;
          for (let e = rowStart[i]; e < rowStart[i + 1]; e++) u[column[e]] += step * G[e] * weightOf(column[e]);
        }
      }
    },
  };
}
