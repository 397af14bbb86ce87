/**
 * Near a singular position (a folded linkage) runs fail in many ways: a factorisation, Newton's iteration, an expansion
 * or the choice of steps breaks down. In all of them the constraints are nearly dependent, and the eigenvector of S = G
 * M^-1 G^T for its smallest eigenvalue, found by inverse iteration, shows which: its largest entry names the weakest
 * constraint.
 *
 * The same work arrays serve to find the multipliers that redundant constraints leave undetermined: those of the rows that
 * have a part in some y with G^T y = 0.
 */

import { type F64, type Mechanics, type Problem, type State, short, type Trouble, unfold } from "../core/index.js";
import { poorlyKept } from "../linalg/kept-rows.js";
import { copy, fill, normInf } from "../linalg/vector.js";

interface Weakest {
  readonly component: string;
  /** Smallest eigenvalue of S over the largest. */
  readonly ratio: number;
}

/**
 * Ratios of eigenvalues of G M^-1 G^T below which a singular position is near; the second one is for failures whose
 * cause is not known.
 */
const nearSingular = 1e-3;
const weak = 0.05;

const iterations = 12;
/** Entries of y below this fraction of the largest are zero. */
const zero = 1e-7;

export interface WeakConstraints {
  /** The same trouble with the name of the weakest constraint, if the last good state is close to a singular position. */
  blame(trouble: Trouble, cause: string, good: State): Trouble;
  /** The rows whose multipliers are not determined at a state. */
  undetermined(s: State): readonly number[];
  /** Multipliers y without any force, G^T y = 0, in which every row that is not determined has a part; valid until the next
   * call, and undefined where all are determined. */
  idle(s: State): F64 | undefined;
  /** G at a state, valid until the next call. */
  jacobian(s: State): F64 | undefined;
}

/**
 * Makes functions that look at the constraints at a state, and allocates their work arrays. They find nothing if the
 * problem does not use S.
 */
export function weakConstraints(problem: Problem, mechanics: Mechanics): WeakConstraints {
  const { constraints, constraintNames, m, n } = mechanics;
  const isPenalty = problem.secondOrder?.part === "all";
  if (m < 2 || isPenalty)
    return {
      ...{ blame: (trouble) => trouble, undetermined: () => [] },
      ...{ idle: () => undefined, jacobian: () => undefined },
    };
  const { arena } = problem;
  const isConstraint = (name: string): boolean => constraintNames.includes(name);
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

  /**
   * A y with G^T y = 0: any numbers for the rows that were left out, and for the others the solution of S y = 0. Every
   * row that has a part in such vectors has one in this.
   */
  const idle = (s: State): F64 | undefined => {
    const before = constraints.dropped;
    if (before.length === 0) return undefined;
    constraints.rechoose?.(s.t, s.q, poorlyKept);
    const found = idleWith(s, constraints.dropped);
    if (constraints.dropped !== before) constraints.drop(before);
    return found;
  };
  const idleWith = (s: State, dropped: readonly number[]): F64 | undefined => {
    constraints.jacobian(G, s.t, s.q);
    if (solver.factor(G, s.q) !== "ok") return undefined;
    fill(x, 0);
    for (const row of dropped) x[row] = 1 + ((row * 7) % 11) / 11;
    fill(u, 0);
    constraints.addWeighted(u, G, x, 1);
    constraints.multiply(image, G, u);
    for (const row of dropped) image[row] = 0;
    solver.solve(image);
    for (const row of dropped) image[row] = -x[row];
    return image;
  };
  const undetermined = (s: State): readonly number[] => {
    const y = idle(s);
    if (y === undefined) return [];
    const largest = normInf(y);
    return Array.from(y.keys()).filter((row) => Math.abs(y[row]) > zero * largest);
  };

  const weakest = (s: State): Weakest | undefined => {
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
    let row = 0;
    for (let i = 1; i < m; i++) if (Math.abs(x[i]) > Math.abs(x[row])) row = i;
    return { component: constraintNames[row], ratio };
  };

  return {
    undetermined,
    idle,
    jacobian(s) {
      constraints.jacobian(G, s.t, s.q);
      return G;
    },
    blame(trouble, cause, good) {
      const { status, component } = trouble;
      if (status === "stopped" || status === "unreliable" || (component !== undefined && isConstraint(component)))
        return trouble;
      const found = weakest(good);
      if (found === undefined || found.ratio > (component === undefined ? weak : nearSingular)) return trouble;
      const where = component === undefined ? "" : ` ("${component}")`;
      const size = short(Number(found.ratio.toPrecision(2)));
      return {
        ...trouble,
        component: found.component,
        cause: `${cause}${where}, where the constraints are nearly dependent: the smallest eigenvalue of G M^-1 G^T is ${size} of the largest, mostly because of one constraint`,
        advice: (status === "singular" && trouble.advice) || unfold,
      };
    },
  };
}
