/**
 * Constraints g(t, q) = 0 as functions. Derivatives that are not given are found by differences of order 6 along
 * straight lines: the Jacobian, and the derivatives of g(t + s, q + s v) with respect to s, which are G v + g_t and the
 * curvature.
 */

import type { Arena, ConstraintSolver, Constraints, F64, Status, Work } from "../core/index.js";
import { copyWork } from "../core/work.js";
import { denseLu } from "../linalg/dense-lu.js";
import { type KeptRowsParts, rechoose } from "../linalg/kept-rows.js";
import { dependentPivot, findRedundant, type Rank } from "../linalg/redundancy.js";
import { passingOf } from "../passage/passage.js";

/** Constraints as functions, an option of `secondOrder`. */
export interface ConstraintFunctions {
  /** One name for each constraint. */
  readonly names: readonly string[];
  /** g(t, q): one number for each constraint. */
  readonly g: (g: Float64Array, t: number, q: Float64Array) => void;
  /** G = dg/dq row by row. Default: differences of g. */
  readonly jacobian?: (G: Float64Array, t: number, q: Float64Array) => void;
  /** d/ds (G v + g_t) along q' = v, t' = 1: the acceleration level without accelerations. Default: differences of g. */
  readonly curvature?: (c: Float64Array, t: number, q: Float64Array, v: Float64Array) => void;
}

/** Steps of differences, as a fraction of the size of the coordinates or of time: there the errors of rounding and of
 * truncation (order 6) are about equal. */
const stepOfFirst = 2e-3;
const stepOfSecond = 1e-2;

/** The smallest ratio of pivots that sets the alarm. */
const alarming = 0.2;

/** Weights of f(-3h) … f(3h) in h f' and in h^2 f''. */
const first = [-1 / 60, 3 / 20, -3 / 4, 0, 3 / 4, -3 / 20, 1 / 60];
const second = [1 / 90, -3 / 20, 3 / 2, -49 / 18, 3 / 2, -3 / 20, 1 / 90];

/** `force` is M times the acceleration without constraints; masses are diagonal. */
export function functionConstraints(
  { names, g, jacobian, curvature }: ConstraintFunctions,
  n: number,
  inverseMass: F64,
  force: (f: F64, t: number, q: F64, v: F64) => void,
  arena: Arena,
  work: Work,
): Constraints {
  const m = names.length;
  const rowStart = Int32Array.from({ length: m + 1 }, (_, i) => i * n);
  const column = Int32Array.from({ length: m * n }, (_, k) => k % n);
  const [at, f, values, rhs, own] = [arena.f64(n), arena.f64(n), arena.f64(m), arena.f64(m), arena.f64(m * n)];
  const alarm = arena.i32(1);
  let dropped: readonly number[] = [];
  let singularRow = -1;

  const size = (x: F64): number => x.reduce((most, entry) => Math.max(most, Math.abs(entry)), 1);
  /**
   * out = sum of weights times g at the points of a line, divided by h^power; `move(s)` writes the point s to `at` and
   * returns its time.
   */
  const along = (out: F64, power: 1 | 2, h: number, move: (s: number) => number): void => {
    const weights = power === 1 ? first : second;
    out.fill(0);
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] === 0) continue;
      g(values, move((k - 3) * h), at);
      for (let i = 0; i < m; i++) out[i] += (weights[k] * values[i]) / h ** power;
    }
  };
  /** Derivative number `power` of g(t + s, q + s v) at s = 0. */
  const alongMotion = (out: F64, power: 1 | 2, t: number, q: F64, v: F64): void => {
    const part = power === 1 ? stepOfFirst : stepOfSecond;
    const h = (part * size(q)) / Math.max(size(q), size(v));
    along(out, power, h, (s) => {
      for (let k = 0; k < n; k++) at[k] = q[k] + s * v[k];
      return t + s;
    });
  };
  const jacobianOf = (G: F64, t: number, q: F64): void => {
    if (jacobian !== undefined) {
      jacobian(G, t, q);
      return;
    }
    const h = stepOfFirst * size(q);
    for (let k = 0; k < n; k++) {
      along(rhs, 1, h, (s) => {
        at.set(q);
        at[k] += s;
        return t;
      });
      for (let i = 0; i < m; i++) G[i * n + k] = rhs[i];
    }
  };

  /** A = G1 M^-1 G0^T, with rows and columns of the identity for dropped constraints. */
  const product = (A: Float64Array, G1: F64, G0: F64, weight: "mass" | "none"): void => {
    for (let i = 0; i < m; i++)
      for (let j = 0; j < m; j++) {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += G1[i * n + k] * (weight === "none" ? 1 : inverseMass[k]) * G0[j * n + k];
        A[i * m + j] = dropped.includes(i) || dropped.includes(j) ? Number(i === j) : sum;
      }
  };
  const newSolver = (_general = false, weight: "mass" | "none" = "mass"): ConstraintSolver => {
    const A = new Float64Array(m * m);
    const lu = denseLu(m);
    const factorised = (): Status => {
      work.factorisations++;
      const margin = lu.factor(A);
      if (margin < alarming) alarm[0] = 1;
      singularRow = margin > 1e-14 ? -1 : Math.max(lu.singular, 0);
      return singularRow < 0 ? "ok" : "singular";
    };
    return {
      factor(G, _q, diagonal) {
        product(A, G, G, weight);
        if (diagonal !== undefined) for (let i = 0; i < m; i++) A[i * m + i] += diagonal[i];
        return factorised();
      },
      factorGeneral(G1, G0) {
        product(A, G1, G0, "mass");
        return factorised();
      },
      solve(x) {
        work.solves++;
        for (const row of dropped) x[row] = 0;
        lu.solve(x);
      },
    };
  };
  const kkt = newSolver();
  const rank: Rank = {
    dependentAt(t, q) {
      jacobianOf(own, t, q);
      return { rows: dependentRows(own, m, n, inverseMass), failed: -1 };
    },
    drop(rows) {
      dropped = rows;
    },
  };
  const shaken = { point: arena.f64(n), residual: arena.f64(m), G: arena.f64(m * n), solver: newSolver() };

  const constraints: Constraints = {
    m,
    rowStart,
    column,
    newJacobian: () => arena.f64(m * n),
    g: (out, t, q) => g(out, t, q),
    gdot: (out, t, q, v) => alongMotion(out, 1, t, q, v),
    curvature(out, t, q, v) {
      if (curvature !== undefined) curvature(out, t, q, v);
      else alongMotion(out, 2, t, q, v);
    },
    /** d/ds G(t + s, q + s v), by differences of G. */
    jacobianRate(L, t, q, v) {
      const h = (stepOfFirst * size(q)) / Math.max(size(q), size(v));
      const [there, moved] = [new Float64Array(m * n), Float64Array.from(q)];
      L.fill(0);
      first.forEach((weight, k) => {
        if (weight === 0) return;
        const s = (k - 3) * h;
        for (let i = 0; i < n; i++) moved[i] = q[i] + s * v[i];
        jacobianOf(there, t + s, moved);
        for (let e = 0; e < L.length; e++) L[e] += (weight * there[e]) / h;
      });
    },
    jacobian(G, t, q) {
      work.jacobians++;
      jacobianOf(G, t, q);
    },
    multiply(out, G, v) {
      for (let i = 0; i < m; i++) {
        out[i] = 0;
        for (let k = 0; k < n; k++) out[i] += G[i * n + k] * v[k];
      }
    },
    addTransposed(out, G, y, scale) {
      for (let i = 0; i < m; i++) for (let k = 0; k < n; k++) out[k] += scale * G[i * n + k] * y[i];
    },
    addWeighted(out, G, y, scale) {
      for (let i = 0; i < m; i++) for (let k = 0; k < n; k++) out[k] += scale * inverseMass[k] * G[i * n + k] * y[i];
    },
    newSolver,
    get dropped() {
      return dropped;
    },
    freezeRedundant(t, q) {
      singularRow = findRedundant(constraints, rank, shaken, t, q).singular;
      return singularRow === -1 ? "ok" : "singular";
    },
    drop: rank.drop,
    rechoose(t, q, limit) {
      const before = { work: { ...work }, alarm: alarm[0], singularRow };
      const changed = rechoose(constraints, kept, t, q, limit);
      copyWork(work, before.work);
      alarm[0] = before.alarm;
      singularRow = before.singularRow;
      return changed;
    },
    underlying(dy, t, y) {
      const status = constraints.multipliers(rhs, t, y.subarray(0, n), y.subarray(n));
      if (status !== "ok") return status;
      constraints.addTransposed(f, own, rhs, -1);
      for (let k = 0; k < n; k++) {
        dy[k] = y[n + k];
        dy[n + k] = f[k] * inverseMass[k];
      }
      return "ok";
    },
    multipliers(lambda, t, q, v) {
      force(f, t, q, v);
      constraints.jacobian(own, t, q);
      const status = kkt.factor(own, q);
      if (status !== "ok") return status;
      constraints.curvature(lambda, t, q, v);
      for (let i = 0; i < m; i++) for (let k = 0; k < n; k++) lambda[i] += own[i * n + k] * inverseMass[k] * f[k];
      kkt.solve(lambda);
      return "ok";
    },
    get singularRow() {
      return singularRow;
    },
    singular: { alarm, passed: [], passing: passingOf },
  };
  const kept: KeptRowsParts = {
    ...{ G: shaken.G, solver: shaken.solver, u: shaken.point, x: shaken.residual },
    diagonal(out, G) {
      out.fill(0);
      for (let i = 0; i < m; i++) for (let k = 0; k < n; k++) out[i] += G[i * n + k] ** 2 * inverseMass[k];
    },
    dependentAt: (t, q) => rank.dependentAt(t, q).rows,
    drop: rank.drop,
  };
  return constraints;
}

/** Rows that depend on the rows before them, by the pivots of G M^-1 G^T, each against its own diagonal. */
function dependentRows(G: F64, m: number, n: number, inverseMass: F64): number[] {
  const kept: Float64Array[] = [];
  const found: number[] = [];
  for (let i = 0; i < m; i++) {
    // Gram–Schmidt in the metric of M^-1
    const row = Float64Array.from({ length: n }, (_, k) => G[i * n + k] * Math.sqrt(inverseMass[k]));
    const before = row.reduce((sum, x) => sum + x * x, 0);
    for (const other of kept) {
      const overlap = row.reduce((sum, x, k) => sum + x * other[k], 0);
      for (let k = 0; k < n; k++) row[k] -= overlap * other[k];
    }
    const left = row.reduce((sum, x) => sum + x * x, 0);
    if (left > dependentPivot * before) kept.push(row.map((x) => x / Math.sqrt(left)));
    else found.push(i);
  }
  return found;
}
