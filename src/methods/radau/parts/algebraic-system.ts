/**
 * Stages of y' = F(t, y, z), 0 = h(t, y, z), w = (y, z), of index 1 or 2.
 *
 * One matrix, from the start of the step, serves all three stages. Where h_y f_z is a small difference of large terms
 * that turn with time, Newton's iteration contracts for short steps only: Example 1 of Ascher (`gallery/index-2`) needs
 * steps of about 1.8/nu at any tolerance (61, 147, 552, 1723 of them for nu = 100, 300, 1000, 3000 at rtol 1e-4). In
 * formulation "underlying" the same method takes 11 at nu = 1000.
 */

import type { Algebraic, ByteReader, ByteWriter, F64, Problem, Status } from "../../../core/index.js";
import { allFinite, normInf } from "../../../linalg/vector.js";
import { type LinearSolver, linearSolver } from "../../implicit/parts/linear-solver.js";
import { alpha, beta, gamma } from "./coefficients.js";
import { newPoint, type Point, type StageSystem } from "./stage-system.js";

export class AlgebraicSystem implements StageSystem {
  readonly velocityPower = 0;
  /** Largest |h| at the last evaluation. */
  residual = 0;
  private readonly problem: Problem;
  private readonly algebraic: Algebraic;
  private readonly values: F64;
  private readonly solver: LinearSolver;
  /** The step of the current factorisation; 0 when there is none. */
  private step = 0;

  constructor(problem: Problem) {
    const { arena, dimension } = problem;
    this.problem = problem;
    this.algebraic = problem.algebraic!;
    const { unknowns, jacobian } = this.algebraic;
    this.values = arena.f64(jacobian.rows.length);
    this.solver = linearSolver(dimension + unknowns, jacobian.rows, jacobian.cols, true, dimension);
  }

  newPoint(): Point {
    const { arena, dimension } = this.problem;
    return newPoint(arena, dimension, 0, this.algebraic.unknowns);
  }

  complete(p: Point, t: number): Status {
    return this.problem.results!.variables!(p.lambda, t, p.y);
  }

  rate(f: Point, t: number, p: Point): Status {
    this.algebraic.evaluate(f.w, t, p.w);
    this.residual = normInf(f.lambda);
    return "ok";
  }

  linearise(t: number, p: Point): Status {
    this.problem.work.jacobians++;
    this.algebraic.jacobian.evaluate(this.values, t, p.w);
    return allFinite(this.values) ? "ok" : "nonfinite";
  }

  factor(h: number): Status {
    this.problem.work.factorisations += 2;
    this.step = h;
    const status = this.solver.factor(this.values, gamma / h, 1);
    return status === "ok" ? this.solver.factorComplex(this.values, alpha / h, beta / h, 1) : status;
  }

  solve(x: Point): void {
    this.problem.work.solves++;
    this.solver.solve(x.w);
  }

  solveComplex(re: Point, im: Point): void {
    this.problem.work.solves++;
    this.solver.solveComplex(re.w, im.w);
  }

  save(to: ByteWriter): void {
    to.numbers(this.values);
    to.number(this.step);
    this.solver.save(to);
  }

  restore(from: ByteReader): void {
    this.values.set(from.numbers());
    this.step = from.number();
    this.solver.restore(from);
    if (this.step === 0) return;
    this.solver.factor(this.values, gamma / this.step, 1);
    this.solver.factorComplex(this.values, alpha / this.step, beta / this.step, 1);
  }
}
