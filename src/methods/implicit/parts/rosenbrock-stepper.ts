/** One run of a Rosenbrock method; formulas in `../rosenbrock-tables.ts`. Symbols: u stages, f0 = F(t_0, y_0), ft = F_t there. */

import type {
  ByteReader,
  ByteWriter,
  Checkpoint,
  DenseOutput,
  Diagnosis,
  ErrorEstimate,
  F64,
  Pacer,
  Problem,
  State,
  Status,
  Stepper,
} from "../../../core/index.js";
import { allFinite, copy } from "../../../linalg/vector.js";
import { calibrated } from "../../common/calibrated.js";
import { firstNonfinite } from "./culprit.js";
import { type IterationMatrix, newIterationMatrix } from "./iteration-matrix.js";
import { type MovingSwitches, movingSwitches } from "./moving-switches.js";
import type { RosenbrockTable } from "./rosenbrock-tables.js";

const part = 2 ** -10;

export class RosenbrockStepper implements Stepper {
  readonly error: ErrorEstimate;
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  culprit = -1;
  private readonly problem: Problem;
  private readonly table: RosenbrockTable;
  private readonly matrix: IterationMatrix;
  private readonly e: F64;
  private readonly filtered: F64;
  private readonly u: readonly F64[];
  private readonly y0: F64;
  private readonly y1: F64;
  private readonly f0: F64;
  private readonly f1: F64;
  private readonly ft: F64;
  private readonly f: F64;
  private readonly switches: MovingSwitches | undefined;
  /** The last pacer, and the same at the tolerance of `filtered`. */
  private paced: Pacer | undefined;
  private strict: Pacer | undefined;
  /** f0 and J belong to the start of the next step, or f1 will become its f0. */
  private startKnown = false;
  private endKnown = false;
  private hasJacobian = false;

  constructor(problem: Problem, table: RosenbrockTable) {
    const { arena, dimension } = problem;
    const array = () => arena.f64(dimension);
    this.problem = problem;
    this.table = table;
    this.matrix = newIterationMatrix(problem, { central: !table.anyJacobian });
    this.e = array();
    this.error = {
      order: table.error.order,
      values: this.e,
      norm: (pacer, before, after) => this.errorNorm(pacer, before, after),
    };
    this.filtered = array();
    this.u = table.m.map(array);
    this.y0 = array();
    this.y1 = array();
    this.f0 = array();
    this.f1 = array();
    this.ft = array();
    this.f = array();
    this.switches = movingSwitches(problem);
  }

  start(): Status {
    this.moved();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { table, u, y0, f, ft, f0, matrix } = this;
    const { a, c, m, alpha, gammas, error, strictness } = table;
    const n = y0.length;
    next.t = s.t + h;

    // 1. F, J and F_t at the start, the matrix
    let status = this.begin(s, h);
    if (status !== "ok") return status;
    status = matrix.factor(1 / (h * table.gamma), 1);
    if (status !== "ok") {
      this.culprit = matrix.culprit;
      return status;
    }

    // 2. the stages
    for (let i = 0; i < u.length; i++) {
      if (i > 0) {
        this.combine(next.y, y0, a[i]);
        status = this.checked(this.problem.rate!(f, s.t + alpha[i] * h, next.y), f);
        if (status !== "ok") return status;
      }
      const rate = i === 0 ? f0 : f;
      for (let k = 0; k < n; k++) {
        let sum = 0;
        for (let j = 0; j < i; j++) sum += c[i][j] * u[j][k];
        u[i][k] = rate[k] + sum / h + gammas[i] * h * ft[k];
      }
      matrix.solve(u[i]);
    }

    // 3. the end of the step, and the error
    this.combine(next.y, y0, m);
    this.e.fill(0);
    this.combine(this.e, this.e, error.weights);
    if (strictness !== undefined) this.filter(h);
    copy(this.y1, next.y);
    this.endKnown = table.firstSameAsLast;
    if (this.endKnown) copy(this.f1, f);
    return allFinite(next.y) ? "ok" : "nonfinite";
  }

  accept(): void {
    this.startKnown = this.endKnown;
    if (this.endKnown) copy(this.f0, this.f1);
    this.hasJacobian = false;
  }

  moved(): void {
    this.startKnown = false;
    this.hasJacobian = false;
  }

  save(to: ByteWriter): void {
    const { startKnown, hasJacobian } = this;
    to.numbers([Number(startKnown), Number(hasJacobian)]);
    if (startKnown) to.numbers(this.f0);
    if (hasJacobian) to.numbers(this.ft);
    this.matrix.save(to);
  }

  restore(from: ByteReader): void {
    const [startKnown, hasJacobian] = from.numbers();
    this.startKnown = startKnown === 1;
    this.hasJacobian = hasJacobian === 1;
    if (this.startKnown) copy(this.f0, from.numbers());
    if (this.hasJacobian) copy(this.ft, from.numbers());
    this.matrix.restore(from);
  }

  private errorNorm(pacer: Pacer, before: F64, after: F64): number {
    const { strictness } = this.table;
    const norm = pacer.norm(this.e, before, after);
    if (strictness === undefined) return norm;
    if (this.strict === undefined || this.paced !== pacer) this.strict = calibrated(pacer, this.e.length, strictness);
    this.paced = pacer;
    return Math.max(norm, this.strict.norm(this.filtered, before, after));
  }

  private interpolate(out: F64, theta: number): Status {
    const { y0, y1, u } = this;
    const [first, second] = this.table.dense;
    const r = 1 - theta;
    for (let k = 0; k < out.length; k++) {
      let sum = 0;
      for (let i = 0; i < u.length; i++) sum += (first[i] + theta * second[i]) * u[i][k];
      out[k] = r * y0[k] + theta * (y1[k] + r * sum);
    }
    return "ok";
  }

  /** Turns "ok" into "nonfinite" when the rates are not finite. */
  private checked(status: Status, rates: F64): Status {
    if (status !== "ok") return status;
    this.culprit = firstNonfinite(rates);
    return this.culprit < 0 ? "ok" : "nonfinite";
  }

  /** Computes the nonstiff part of the error, (I - h gamma J)^-1 error. */
  private filter(h: number): void {
    const { e, filtered, matrix, table } = this;
    const factor = 1 / (h * table.gamma);
    for (let k = 0; k < e.length; k++) filtered[k] = factor * e[k];
    matrix.solve(filtered);
  }

  /** Evaluates F, F_t and J at `s` unless they are known. */
  private begin(s: State, h: number): Status {
    const { problem, y0, f0, ft } = this;
    let status: Status = "ok";
    copy(y0, s.y);
    if (!this.startKnown) status = this.checked(problem.rate!(f0, s.t, y0), f0);
    this.startKnown = status === "ok";
    if (status !== "ok" || this.hasJacobian) return status;
    status = this.matrix.update(s.t, y0, f0);
    if (status !== "ok") this.culprit = this.matrix.culprit;
    if (status === "ok" && !problem.workspace.autonomous) status = this.differentiate(ft, s.t, h);
    this.hasJacobian = status === "ok";
    return status;
  }

  /** F_t = (4 (F(t + e) - F(t)) - (F(t + 2e) - F(t))) / 2e */
  private differentiate(out: F64, t: number, h: number): Status {
    const { problem, y0, f0, f, e: moved, switches, matrix } = this;
    const e = t + part * h - t;
    // a switch that moves past y may jump between these times; the motion itself stays on its side, and F_t = d/dt F - J F
    const isAlong = switches !== undefined && (switches.passes(t, t + e, y0) || switches.passes(t, t + 2 * e, y0));
    const at = (length: number): F64 => {
      if (!isAlong) return y0;
      for (let k = 0; k < moved.length; k++) moved[k] = y0[k] + length * f0[k];
      return moved;
    };
    let status = problem.rate!(f, t + e, at(e));
    if (status === "ok") status = problem.rate!(out, t + 2 * e, at(2 * e));
    for (let k = 0; k < out.length; k++) out[k] = e === 0 ? 0 : (4 * (f[k] - f0[k]) - (out[k] - f0[k])) / (2 * e);
    if (!isAlong) return status;
    matrix.multiply(moved, f0);
    for (let k = 0; k < out.length; k++) out[k] -= moved[k];
    return status;
  }

  /** out = from + sum_j weights_j u_j */
  private combine(out: F64, from: F64, weights: readonly number[]): void {
    const { u } = this;
    for (let k = 0; k < out.length; k++) {
      let sum = from[k];
      for (let j = 0; j < weights.length; j++) sum += weights[j] * u[j][k];
      out[k] = sum;
    }
  }
}
