/** One run of Gauss collocation; formulas and references in `../gauss.ts`. Symbols: Z stages, R residuals. */

import type {
  ByteReader,
  ByteWriter,
  Checkpoint,
  Diagnosis,
  F64,
  Problem,
  State,
  Status,
  Stepper,
} from "../../../core/index.js";
import { firstNonfinite, hasOverflowed, worstCorrection } from "./culprit.js";
import type { GaussTable } from "./gauss-tables.js";
import { HermiteOutput } from "./hermite-output.js";
import { type IterationMatrix, newIterationMatrix } from "./iteration-matrix.js";
import { relativeSize } from "./rounding.js";
import { StageGuess } from "./stage-guess.js";
import { StageModes } from "./stage-modes.js";

/** The largest number of corrections; when a step needs more than `many`, the next step evaluates J again. */
const patient = 50;
const many = 8;
/** A correction below this relative size that does not fall any more is attributed to rounding. */
const rounding = 1e-8;
const ulp = 2 ** -52;

export class GaussStepper implements Stepper {
  readonly dense: HermiteOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  culprit = -1;
  private readonly problem: Problem;
  private readonly table: GaussTable;
  private readonly matrix: IterationMatrix;
  private readonly guess: StageGuess;
  private readonly Z: readonly Float64Array[];
  private readonly R: readonly Float64Array[];
  private readonly F: readonly F64[];
  private readonly stage: F64;
  private readonly modes: StageModes;
  private hasJacobian = false;
  private isFresh = false;
  /** The step of the factorised matrices; 0 when there are none. */
  private h = 0;

  constructor(problem: Problem, table: GaussTable) {
    const { arena, dimension } = problem;
    const array = () => new Float64Array(dimension);
    this.problem = problem;
    this.table = table;
    this.matrix = newIterationMatrix(problem, { complex: table.complex !== undefined });
    this.dense = new HermiteOutput(problem, table.order > 4 ? 5 : 3);
    this.guess = new StageGuess(dimension, table.c, table.d);
    this.Z = table.c.map(array);
    this.R = table.c.map(array);
    this.F = table.c.map(() => arena.f64(dimension));
    this.stage = arena.f64(dimension);
    this.modes = new StageModes(this.matrix, dimension, table);
  }

  start(): Status {
    this.hasJacobian = false;
    this.isFresh = false;
    this.h = 0;
    this.guess.forget();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { Z, table } = this;
    next.t = s.t + h;

    // 1. the stages; J is kept while the iteration converges
    let status: Status = this.hasJacobian ? "ok" : this.evaluate(s);
    while (status === "ok") {
      status = this.h === h ? "ok" : this.factor(h);
      if (status === "ok") {
        this.guess.fill(Z, h);
        status = this.settle(s, h);
        if (status === "ok") break;
        this.accuse();
      }
      if (this.isFresh) return status;
      status = this.evaluate(s);
    }
    if (status !== "ok") return status;

    // 2. the end of the step
    for (let i = 0; i < next.y.length; i++) {
      let sum = 0;
      for (let j = 0; j < Z.length; j++) sum += table.d[j] * Z[j][i];
      next.y[i] = s.y[i] + sum;
    }
    this.dense.keep(s, next, h);
    return "ok";
  }

  accept(): void {
    this.isFresh = false;
    this.guess.keep(this.Z, this.h);
  }

  moved(): void {
    this.isFresh = false;
  }

  save(to: ByteWriter): void {
    to.numbers([Number(this.hasJacobian), Number(this.isFresh), this.h]);
    this.guess.save(to);
    this.matrix.save(to);
  }

  restore(from: ByteReader): void {
    const [hasJacobian, isFresh, h] = from.numbers();
    this.hasJacobian = hasJacobian === 1;
    this.isFresh = isFresh === 1;
    this.h = h;
    this.guess.restore(from);
    this.matrix.restore(from);
  }

  private evaluate(s: State): Status {
    this.h = 0;
    this.isFresh = true;
    const status = this.matrix.update(s.t, s.y);
    this.hasJacobian = status === "ok";
    if (status !== "ok") this.culprit = this.matrix.culprit;
    return status;
  }

  private factor(h: number): Status {
    const status = this.modes.factor(h);
    this.h = status === "ok" ? h : 0;
    if (status !== "ok") this.culprit = this.matrix.culprit;
    return status;
  }

  private accuse(): void {
    const { F, R, stage } = this;
    this.culprit = worstCorrection(R[R.length - 1], stage);
    for (let i = F.length - 1; i >= 0; i--) {
      const broken = firstNonfinite(F[i]);
      if (broken >= 0) this.culprit = broken;
    }
  }

  /** Iterates until rounding stops the corrections. */
  private settle(s: State, h: number): Status {
    const { Z, R, stage, problem } = this;
    let before = Number.POSITIVE_INFINITY;
    for (let k = 1; k <= patient; k++) {
      const status = this.residuals(s, h);
      if (status !== "ok") return status;
      this.modes.solve(R);
      problem.work.iterations++;
      let size = 0;
      for (let i = 0; i < Z.length; i++) {
        for (let j = 0; j < stage.length; j++) {
          Z[i][j] += R[i][j];
          stage[j] = s.y[j] + Z[i][j];
        }
        const part = relativeSize(R[i], stage, s.y);
        if (Number.isNaN(part)) return k > 1 && this.F.some(hasOverflowed) ? "diverged" : "nonfinite";
        if (part > size) size = part;
      }
      const isSettled = size <= ulp || (size <= rounding && size >= before);
      if (isSettled && k > many) this.hasJacobian = false;
      if (isSettled) return "ok";
      if (size > 2 * before) return "diverged";
      before = size;
    }
    return "diverged";
  }

  /** R_i = h sum_j a_ij F_j - Z_i. */
  private residuals(s: State, h: number): Status {
    const { Z, R, F, stage, table } = this;
    for (let i = 0; i < Z.length; i++) {
      for (let j = 0; j < stage.length; j++) stage[j] = s.y[j] + Z[i][j];
      const status = this.problem.rate!(F[i], s.t + table.c[i] * h, stage);
      if (status !== "ok") return status;
    }
    for (let i = 0; i < Z.length; i++) {
      for (let j = 0; j < stage.length; j++) {
        let sum = 0;
        for (let m = 0; m < Z.length; m++) sum += table.a[i][m] * F[m][j];
        R[i][j] = h * sum - Z[i][j];
      }
    }
    return "ok";
  }
}
