/**
 * The matrices a I - b J that implicit methods solve with, J = dF/dy of a problem: evaluated from the symbolic layer or
 * by differences, factorised dense or sparse, with a real or a complex a. One J serves any number of factorisations:
 *
 *     const matrix = newIterationMatrix(problem, { complex: true });
 *     matrix.update(t, y);                       counts a Jacobian
 *     matrix.factor(1, h * gamma);               counts a factorisation; "singular" or "nonfinite" when it fails
 *     matrix.solve(x);                           counts a solve; x in place
 *     matrix.factorComplex(alpha, beta, 1);      (alpha + i beta) I - J, beside the real one
 *     matrix.solveComplex(re, im);
 *
 * Nothing is allocated after the first factorisation, unless the pivots of a sparse matrix must be chosen again.
 */

import type { ByteReader, ByteWriter, F64, Problem, SparseJacobian, Status } from "../../../core/index.js";
import { allFinite } from "../../../linalg/vector.js";
import { firstNonfinite } from "./culprit.js";
import { type LinearSolver, linearSolver } from "./linear-solver.js";
import { type JacobianPattern, NumericalJacobian } from "./numerical-jacobian.js";

export interface IterationMatrixOptions {
  /** Reserve room for `factorComplex`. Default false. */
  readonly complex?: boolean;
  /** Take differences even if the problem has a Jacobian; its pattern is still used. Default false. */
  readonly differences?: boolean;
  /** Take central differences, for methods whose order depends on an accurate J. Default false. */
  readonly central?: boolean;
  /** Entries that may be nonzero, for problems without a Jacobian. Default: all. */
  readonly pattern?: JacobianPattern;
}

export interface IterationMatrix {
  /** Entries of J, in slot order. */
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly values: F64;
  /** J is computed by differences, which cost evaluations. */
  readonly isNumerical: boolean;
  /** Evaluates J at (t, y). `f` is F(t, y) if it is known, which saves an evaluation when differences are taken. */
  update(t: number, y: F64, f?: F64): Status;
  /** Factorises a I - b J. */
  factor(a: number, b: number): Status;
  /** x = (a I - b J)^-1 x. */
  solve(x: Float64Array): void;
  /** Factorises (re + i im) I - b J. */
  factorComplex(re: number, im: number, b: number): Status;
  /** re + i im = ((a + i a') I - b J)^-1 (re + i im). */
  solveComplex(re: Float64Array, im: Float64Array): void;
  /** out = J x. */
  multiply(out: Float64Array, x: Float64Array): void;
  /** The component that made `update` or `factor` fail, for messages; -1 when unknown. */
  readonly culprit: number;
  /** Saves J and its factorisations for checkpoints; `restore` counts no work. */
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

/** Makes the matrix for a problem with a complete right-hand side. */
export function newIterationMatrix(problem: Problem, options: IterationMatrixOptions = {}): IterationMatrix {
  return new JacobianMatrix(problem, options);
}

class JacobianMatrix implements IterationMatrix {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly values: F64;
  private readonly problem: Problem;
  /** One of the two. */
  private readonly symbolic: SparseJacobian | undefined;
  private readonly numerical: NumericalJacobian | undefined;
  private readonly solver: LinearSolver;
  /** The factorised matrices: a, b and whether there is one, for real and for complex a. */
  private readonly real = new Float64Array(3);
  private readonly complex = new Float64Array(4);

  constructor(problem: Problem, { complex = false, differences = false, central, pattern }: IterationMatrixOptions) {
    const symbolic = problem.rate?.jacobian?.();
    const numerical =
      symbolic === undefined || differences ? new NumericalJacobian(problem, symbolic ?? pattern, central) : undefined;
    const { rows, cols } = numerical ?? symbolic!;
    this.problem = problem;
    this.numerical = numerical;
    this.symbolic = numerical === undefined ? symbolic : undefined;
    this.rows = rows;
    this.cols = cols;
    this.values = problem.arena.f64(rows.length);
    this.solver = linearSolver(problem.dimension, rows, cols, complex);
  }

  get isNumerical(): boolean {
    return this.numerical !== undefined;
  }

  get culprit(): number {
    const entry = firstNonfinite(this.values);
    return entry < 0 ? this.solver.singular : this.rows[entry];
  }

  update(t: number, y: F64, f?: F64): Status {
    const { problem, numerical, values } = this;
    problem.work.jacobians++;
    this.symbolic?.evaluate(values, t, y);
    const status = numerical?.evaluate(values, t, y, f) ?? "ok";
    return status === "ok" && !allFinite(values) ? "nonfinite" : status;
  }

  factor(a: number, b: number): Status {
    this.problem.work.factorisations++;
    const status = this.solver.factor(this.values, a, b);
    this.real[0] = a;
    this.real[1] = b;
    this.real[2] = status === "ok" ? 1 : 0;
    return status;
  }

  solve(x: Float64Array): void {
    this.problem.work.solves++;
    this.solver.solve(x);
  }

  factorComplex(re: number, im: number, b: number): Status {
    this.problem.work.factorisations++;
    const status = this.solver.factorComplex(this.values, re, im, b);
    this.complex[0] = re;
    this.complex[1] = im;
    this.complex[2] = b;
    this.complex[3] = status === "ok" ? 1 : 0;
    return status;
  }

  solveComplex(re: Float64Array, im: Float64Array): void {
    this.problem.work.solves++;
    this.solver.solveComplex(re, im);
  }

  multiply(out: Float64Array, x: Float64Array): void {
    const { rows, cols, values } = this;
    for (let i = 0; i < out.length; i++) out[i] = 0;
    for (let k = 0; k < rows.length; k++) out[rows[k]] += values[k] * x[cols[k]];
  }

  save(to: ByteWriter): void {
    to.numbers(this.values);
    to.numbers(this.real);
    to.numbers(this.complex);
    this.solver.save(to);
    this.numerical?.save(to);
  }

  restore(from: ByteReader): void {
    this.values.set(from.numbers());
    this.real.set(from.numbers());
    this.complex.set(from.numbers());
    this.solver.restore(from);
    this.numerical?.restore(from);
    const { values, real, complex, solver } = this;
    if (real[2] === 1) solver.factor(values, real[0], real[1]);
    if (complex[3] === 1) solver.factorComplex(values, complex[0], complex[1], complex[2]);
  }
}
