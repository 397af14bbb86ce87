/**
 * Derivatives of the accelerations a of mechanics by q, v and what forces read beside them, u, exactly. From
 *
 *     M(q) a + G^T lambda = F(t, q, v, u),   G a + c(t, q, v) = 0
 *
 * follow, in every direction of (q, v, u), the same equations for the changes of a and lambda with the right-hand sides
 *
 *     F_q - (M a)_q - (lambda . g)_qq,   F_v,   F_u      and      -(G a + c)_q,   -c_v = -2 (G v + g_t)_q,   0.
 *
 * Where multipliers are not eliminated, lambda and the second equation are missing. The result is dense.
 */

import type { F64, Mechanics, Problem, SparseJacobian, Status } from "../core/index.js";
import { halvesOf } from "../linalg/halves.js";

/** Dense rows: an entry for each of q, v and u. */
export interface AccelerationSlopes {
  readonly columns: number;
  readonly values: Float64Array;
  /** At the multipliers and inputs of (t, y). */
  evaluate(t: number, y: F64): Status;
}

/** Undefined where a force is a function, or reads multipliers. */
export function accelerationSlopes(problem: Problem, inputs: number): AccelerationSlopes | undefined {
  const { rate, secondOrder, arena, dimension, workspace } = problem;
  const mechanics = workspace.mechanics!;
  const { n, m, derivatives, constraints, reactive } = mechanics;
  const part = secondOrder?.part ?? "soft";
  const force = derivatives.force(part);
  const driven = derivatives.driven?.(part);
  if (force === undefined || driven === undefined || reactive !== undefined) return undefined;
  const columns = 2 * n + inputs;
  const values = new Float64Array(n * columns);
  const halves = halvesOf(n);
  const [ofForce, ofInputs] = [arena.f64(force.rows.length), arena.f64(driven.rows.length)];
  const rates = arena.f64(dimension);
  const constrained = secondOrder === undefined ? constrainedRows(mechanics, arena) : undefined;
  const varying = mechanics.mass === "varying" ? variedMass(mechanics, arena) : undefined;
  const [x, correction] = [arena.f64(n), arena.f64(n)];
  const b = arena.f64(m);
  const solver = constrained && constraints.newSolver();

  const scatter = (
    { rows, cols }: Pick<SparseJacobian, "rows" | "cols">,
    entries: F64,
    shift: number,
    sign: number,
  ) => {
    for (let e = 0; e < entries.length; e++) values[rows[e] * columns + shift + cols[e]] += sign * entries[e];
  };

  return {
    columns,
    values,
    evaluate(t, y) {
      const { q, v } = halves(y);
      // 1. the right-hand sides
      values.fill(0);
      force.evaluate(ofForce, t, y);
      scatter(force, ofForce, 0, 1);
      driven.evaluate(ofInputs, t, y);
      scatter(driven, ofInputs, 2 * n, 1);
      if (constrained ?? varying) {
        const status = rate!(rates, t, y);
        if (status !== "ok") return status;
      }
      const { v: a } = halves(rates);
      if (varying) scatter(varying.pattern, varying.evaluate(t, q, a), 0, -1);
      if (constrained) {
        const status = constrained.evaluate(t, q, v, a);
        if (status !== "ok") return status;
        constrained.subtractHessian(values, columns);
        const factored = solver!.factor(constrained.G, q);
        if (factored !== "ok") return factored;
      }
      // 2. their solutions, column by column
      for (let j = 0; j < columns; j++) {
        for (let i = 0; i < n; i++) x[i] = values[i * columns + j];
        mechanics.accelerate(x, x, q);
        if (constrained) {
          constraints.multiply(b, constrained.G, x);
          if (j < 2 * n) for (let i = 0; i < m; i++) b[i] += constrained.rows[i * 2 * n + j];
          for (const row of constraints.dropped) b[row] = 0;
          solver!.solve(b);
          correction.fill(0);
          constraints.addTransposed(correction, constrained.G, b, 1);
          mechanics.accelerate(correction, correction, q);
          for (let i = 0; i < n; i++) x[i] -= correction[i];
        }
        for (let i = 0; i < n; i++) values[i * columns + j] = x[i];
      }
      return "ok";
    },
  };
}

/** G, the rows d(G a + c)/d(q, v), and the Hessian of lambda . g. */
function constrainedRows({ n, m, constraints, derivatives }: Mechanics, arena: Problem["arena"]) {
  const { rowStart, column } = constraints;
  const hessian = derivatives.constraintHessian;
  const curvature = derivatives.curvature!();
  const [ofHessian, ofCurvature] = [arena.f64(hessian.rows.length), arena.f64(curvature.rows.length)];
  const [G, alongV, alongA, atRest] = Array.from({ length: 4 }, () => constraints.newJacobian());
  const lambda = arena.f64(m);
  const none = arena.f64(n);
  const both = arena.f64(2 * n);
  const rows = new Float64Array(m * 2 * n);
  return {
    G,
    rows,
    evaluate(t: number, q: F64, v: F64, a: F64): Status {
      const status = constraints.multipliers(lambda, t, q, v);
      if (status !== "ok") return status;
      hessian.evaluate(ofHessian, t, q, lambda);
      constraints.jacobian(G, t, q);
      constraints.jacobianRate(alongV, t, q, v);
      // (G a)_q alone: the derivative of g_t is taken off
      constraints.jacobianRate(alongA, t, q, a);
      constraints.jacobianRate(atRest, t, q, none);
      both.set(q);
      both.set(v, n);
      curvature.evaluate(ofCurvature, t, both);
      rows.fill(0);
      for (let e = 0; e < ofCurvature.length; e++)
        rows[curvature.rows[e] * 2 * n + curvature.cols[e]] += ofCurvature[e];
      for (let i = 0; i < m; i++)
        for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
          rows[i * 2 * n + column[e]] += alongA[e] - atRest[e];
          rows[i * 2 * n + n + column[e]] += 2 * alongV[e];
        }
      return "ok";
    },
    /** The lower triangle stands for both. */
    subtractHessian(values: Float64Array, columns: number): void {
      for (let e = 0; e < ofHessian.length; e++) {
        const [row, col] = [hessian.rows[e], hessian.cols[e]];
        values[row * columns + col] -= ofHessian[e];
        if (row !== col) values[col * columns + row] -= ofHessian[e];
      }
    },
  };
}

/** d(M(q) a)/dq of a varying mass. */
function variedMass({ n, derivatives }: Mechanics, arena: Problem["arena"]) {
  const pattern = derivatives.inertia!();
  const entries = arena.f64(pattern.rows.length);
  const qa = arena.f64(2 * n);
  return {
    pattern,
    evaluate(t: number, q: F64, a: F64): F64 {
      qa.set(q);
      qa.set(a, n);
      pattern.evaluate(entries, t, qa);
      return entries;
    },
  };
}
