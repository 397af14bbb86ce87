import type { Arena, ConstraintSolver, Constraints, F64, State, Status } from "../../core/index.js";
import { copy, dot, largestRow, normInf } from "../../linalg/vector.js";

/**
 * Linear corrections toward g = 0 and G v + g_t = 0 in the mass metric, the pieces of every projection here:
 *
 *     q -= alpha M^-1 G^T S^-1 g,    v -= alpha M^-1 G^T S^-1 (G v + g_t),    S = G M^-1 G^T.
 */
export interface ConstraintCorrector {
  /** G where it was last factorised, and the factorisation. */
  readonly G: F64;
  readonly solver: ConstraintSolver;
  /** |g| in the max norm at `s`, kept for `correctPosition`. */
  position(s: State): number;
  /** The sum of squares of the g that `position` has kept. */
  square(): number;
  /** |G v + g_t| in the max norm at `s`, kept for `correctVelocity`. */
  velocity(s: State): number;
  /** Whether the residuals that `position` or `velocity` has kept last are within the tolerance in all rows that are not
   * dropped, and in dropped ones, which no correction reaches, as small as those and rounding make them. */
  isLeftInDropped(level: "position" | "velocity", tolerance: number): boolean;
  /** Evaluates and factorises at the q of `s`, at the cost of one Jacobian and one factorisation. */
  factor(s: State): Status;
  correctPosition(s: State, alpha: number): void;
  correctVelocity(s: State, alpha: number): void;
  /** x -= M^-1 G^T S^-1 G x, which leaves the part of x tangential to the constraints. */
  makeTangential(x: State["q"]): void;
  /** The residual of g that rounding of the coordinates explains: 4 eps max over rows of sum |G_ij x_j|, x = q or v. */
  rounding(x: State["q"]): number;
}

const epsilon = 2 ** -52;
/** Residuals of dropped rows that errors of the kept ones and rounding explain. */
const ofDropped = 1e-9;

export function constraintCorrector(arena: Arena, constraints: Constraints): ConstraintCorrector {
  const { m } = constraints;
  const G = constraints.newJacobian();
  const solver = constraints.newSolver();
  const g = arena.f64(m);
  const gdot = arena.f64(m);
  const x = arena.f64(m);

  return {
    G,
    solver,

    position(s) {
      constraints.g(g, s.t, s.q);
      return normInf(g);
    },

    square: () => dot(g, g),

    velocity(s) {
      constraints.gdot(gdot, s.t, s.q, s.v);
      return normInf(gdot);
    },

    isLeftInDropped(level, tolerance) {
      const { dropped } = constraints;
      if (dropped.length === 0) return false;
      const residual = level === "position" ? g : gdot;
      copy(x, residual);
      for (const row of dropped) x[row] = 0;
      return normInf(x) <= tolerance && normInf(residual) <= Math.max(tolerance, ofDropped);
    },

    factor(s) {
      constraints.jacobian(G, s.t, s.q);
      return solver.factor(G, s.q);
    },

    correctPosition(s, alpha) {
      copy(x, g);
      solver.solve(x);
      constraints.addWeighted(s.q, G, x, -alpha);
    },

    correctVelocity(s, alpha) {
      copy(x, gdot);
      solver.solve(x);
      constraints.addWeighted(s.v, G, x, -alpha);
    },

    makeTangential(vector) {
      constraints.multiply(x, G, vector);
      solver.solve(x);
      constraints.addWeighted(vector, G, x, -1);
    },

    rounding: (vector) => roundingOf(constraints, G, vector),
  };
}

/** The error in G x that rounding of a vector x over coordinates explains. */
export function roundingOf({ rowStart, column }: Constraints, G: F64, x: F64): number {
  return 4 * epsilon * largestRow(G, rowStart, column, x);
}

/** The larger of two sizes; NaN when either of them is NaN. */
export function worse(a: number, b: number): number {
  return a >= b ? a : b > a ? b : Number.NaN;
}
