/**
 * Fast frequencies of the stiff view at a point: the square roots of the eigenvalues of Omega G M^-1 G^T Omega, Omega the
 * stiffnesses. All of them where there are few constraints; otherwise the two ends of the band, by iterations with the
 * operator and with its sparse factorisation.
 */

import type { Constraints, F64, Mechanics, Status } from "../core/index.js";
import { denseEigen, dot, norm2, scale } from "../linalg/index.js";

/** With more constraints than this, only the ends of the band are found. */
const mostDense = 24;
/** Iterations with the operator; the largest eigenvalue is then at worst a few per cent too low. */
const rounds = 40;

export interface FastFrequencies {
  /** Ascending: all frequencies, or the smallest and the largest. */
  readonly values: Float64Array;
  readonly all: boolean;
  readonly least: number;
  readonly largest: number;
  /** Measures at (t, q). When the status is "singular", G has dependent rows and `least` only reflects rounding. */
  measure(t: number, q: F64): Status;
}

export function fastFrequencies(mechanics: Mechanics, arena: { f64(length: number): F64 }): FastFrequencies {
  const { constraints, m, n, omega2 } = mechanics;
  const operator = stiffnessOperator(constraints, arena, n, m, omega2);
  const all = m <= mostDense;
  const values = new Float64Array(all ? m : 2);
  const measureAll = all ? denseMeasure(operator, arena, m, values) : undefined;
  const measureEnds = all ? undefined : endsMeasure(operator, arena, m, values);
  return {
    values,
    all,
    get least() {
      return values[0];
    },
    get largest() {
      return values[values.length - 1];
    },
    measure(t, q) {
      operator.at(t, q);
      const status = measureAll?.() ?? measureEnds!(q);
      if (status !== "ok") return status;
      // an eigenvalue that rounding alone explains means dependent rows
      return values[0] > 1e-7 * values[values.length - 1] ? "ok" : "singular";
    },
  };
}

interface Operator {
  at(t: number, q: F64): void;
  /** out = Omega G M^-1 G^T Omega x. */
  apply(out: F64, x: F64): void;
  /** x = (Omega G M^-1 G^T Omega)^-1 x, after `factor`. */
  factor(q: F64): Status;
  solve(x: F64): void;
}

function stiffnessOperator(
  constraints: Constraints,
  arena: { f64(length: number): F64 },
  n: number,
  m: number,
  omega2: F64,
): Operator {
  const G = constraints.newJacobian();
  const solver = constraints.newSolver();
  const wide = arena.f64(n);
  const scaled = arena.f64(m);
  return {
    at(t, q) {
      constraints.jacobian(G, t, q);
    },
    apply(out, x) {
      for (let i = 0; i < m; i++) scaled[i] = Math.sqrt(omega2[i]) * x[i];
      wide.fill(0);
      constraints.addWeighted(wide, G, scaled, 1);
      constraints.multiply(out, G, wide);
      for (let i = 0; i < m; i++) out[i] *= Math.sqrt(omega2[i]);
    },
    factor: (q) => solver.factor(G, q),
    solve(x) {
      for (let i = 0; i < m; i++) x[i] /= Math.sqrt(omega2[i]);
      solver.solve(x);
      for (let i = 0; i < m; i++) x[i] /= Math.sqrt(omega2[i]);
    },
  };
}

function denseMeasure(operator: Operator, arena: { f64(length: number): F64 }, m: number, values: Float64Array) {
  const eigen = denseEigen(m);
  const matrix = new Float64Array(m * m);
  const unit = arena.f64(m);
  const column = arena.f64(m);
  return (): Status => {
    for (let j = 0; j < m; j++) {
      unit.fill(0);
      unit[j] = 1;
      operator.apply(column, unit);
      for (let i = 0; i < m; i++) matrix[i * m + j] = column[i];
    }
    for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) matrix[i * m + j] = matrix[j * m + i];
    if (!eigen.compute(matrix)) return "nonfinite";
    for (let i = 0; i < m; i++) values[i] = Math.sqrt(Math.max(0, eigen.values[i]));
    return "ok";
  };
}

function endsMeasure(operator: Operator, arena: { f64(length: number): F64 }, m: number, values: Float64Array) {
  const x = arena.f64(m);
  const y = arena.f64(m);
  /** Rayleigh quotient after `rounds` of x -> A x. */
  const iterate = (step: () => void): number => {
    // a generic start that is the same on every machine
    for (let i = 0; i < m; i++) x[i] = 1 + ((i * 7919) % 101) / 101;
    let size = 0;
    for (let k = 0; k < rounds; k++) {
      scale(x, 1 / norm2(x));
      step();
      size = dot(x, y);
      x.set(y);
    }
    return size;
  };
  return (q: F64): Status => {
    const largest = iterate(() => operator.apply(y, x));
    const status = operator.factor(q);
    if (status !== "ok") {
      values[0] = 0;
      values[1] = Math.sqrt(largest);
      return status === "singular" ? "ok" : status;
    }
    const inverse = iterate(() => {
      y.set(x);
      operator.solve(y);
    });
    values[0] = 1 / Math.sqrt(inverse);
    values[1] = Math.sqrt(largest);
    return Number.isFinite(values[0]) && Number.isFinite(values[1]) ? "ok" : "nonfinite";
  };
}
