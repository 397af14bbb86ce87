/**
 * Near a singular position (a folded linkage) runs fail in many ways: a factorisation, Newton's iteration, an expansion
 * or the choice of steps breaks down. In all of them the constraints are nearly dependent, and the eigenvector of S = G
 * M^-1 G^T for its smallest eigenvalue, found by inverse iteration, shows which: its largest entry names the weakest
 * constraint.
 */

import type { Problem, State } from "../core/index.js";
import { copy, fill, normInf } from "../linalg/vector.js";

export interface Weakest {
  readonly component: string;
  /** Smallest eigenvalue of S over the largest. */
  readonly ratio: number;
}

const iterations = 12;

/**
 * Makes a function that finds the weakest constraint at a state, and allocates its work arrays. Undefined if the
 * problem does not use S.
 */
export function weakestConstraint(problem: Problem): (s: State) => Weakest | undefined {
  const { mechanics } = problem.workspace;
  const isPenalty = problem.secondOrder?.part === "all";
  if (mechanics === undefined || mechanics.m < 2 || isPenalty) return () => undefined;
  const { constraints, constraintNames, m, n } = mechanics;
  const { arena } = problem;
  const solver = constraints.newSolver();
  const G = constraints.newJacobian();
  const x = arena.f64(m);
  const image = arena.f64(m);
  const u = arena.f64(n);

  /** Divides by the largest entry, and returns it. */
  const normalise = (vector: typeof x): number => {
    const size = normInf(vector);
    for (let i = 0; i < m; i++) vector[i] /= size;
    return size;
  };
  const begin = (): void => {
    for (let i = 0; i < m; i++) x[i] = 1 + ((i * 7) % 11) / 11;
  };

  return (s) => {
    constraints.jacobian(G, s.t, s.q);
    if (solver.factor(G, s.q) !== "ok") {
      const row = constraints.singularRow;
      return row < 0 ? undefined : { component: constraintNames[row], ratio: 0 };
    }
    // 1. the largest eigenvalue, by powers of S
    begin();
    let largest = 0;
    for (let k = 0; k < iterations; k++) {
      normalise(x);
      fill(u, 0);
      constraints.addWeighted(u, G, x, 1);
      constraints.multiply(image, G, u);
      copy(x, image);
      largest = normInf(x);
    }
    // 2. the smallest, by powers of its inverse
    begin();
    let inverse = 0;
    for (let k = 0; k < iterations; k++) {
      normalise(x);
      for (const row of constraints.dropped) x[row] = 0;
      solver.solve(x);
      inverse = normInf(x);
    }
    const ratio = 1 / (inverse * largest);
    if (!Number.isFinite(ratio)) return undefined;
    let weakest = 0;
    for (let i = 1; i < m; i++) if (Math.abs(x[i]) > Math.abs(x[weakest])) weakest = i;
    return { component: constraintNames[weakest], ratio };
  };
}
