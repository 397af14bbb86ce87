/** Stages of an ordinary differential equation y' = F(t, y). */

import type { ByteReader, ByteWriter, Problem, Status } from "../../../core/index.js";
import { type IterationMatrix, newIterationMatrix } from "../../implicit/parts/iteration-matrix.js";
import { alpha, beta, gamma } from "./coefficients.js";
import { newPoint, type Point, type StageSystem } from "./stage-system.js";

export class OdeSystem implements StageSystem {
  readonly velocityPower = 0;
  private readonly problem: Problem;
  private readonly matrix: IterationMatrix;

  constructor(problem: Problem) {
    this.problem = problem;
    this.matrix = newIterationMatrix(problem, { complex: true });
  }

  get culprit(): number {
    return this.matrix.culprit;
  }

  newPoint(): Point {
    const { arena, dimension, n } = this.problem;
    return newPoint(arena, dimension, n);
  }

  complete(): Status {
    return "ok";
  }

  rate(f: Point, t: number, p: Point): Status {
    return this.problem.rate!(f.y, t, p.y);
  }

  linearise(t: number, p: Point, _h: number, f?: Point): Status {
    return this.matrix.update(t, p.y, f?.y);
  }

  factor(h: number): Status {
    const status = this.matrix.factor(gamma / h, 1);
    return status === "ok" ? this.matrix.factorComplex(alpha / h, beta / h, 1) : status;
  }

  solve(x: Point): void {
    this.matrix.solve(x.y);
  }

  solveComplex(re: Point, im: Point): void {
    this.matrix.solveComplex(re.y, im.y);
  }

  save(to: ByteWriter): void {
    this.matrix.save(to);
  }

  restore(from: ByteReader): void {
    this.matrix.restore(from);
  }
}
