/** One run of a method with one diagonal coefficient and an explicit first stage; see `../trapezoidal.ts`. */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  copyState,
  type DenseOutput,
  type Diagnosis,
  type ErrorEstimate,
  type F64,
  type NextStep,
  newState,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../../core/index.js";
import { allFinite, copy } from "../../../linalg/vector.js";
import { calibrated } from "../../common/calibrated.js";
import { cubic } from "./hermite-output.js";
import { StageNewton } from "./stage-newton.js";
import type { EsdirkTable } from "./trapezoidal-tables.js";

/** The power of h in the estimate. */
const errorOrder = 3;
/** A step that could grow by less than this factor keeps its length. */
const worthwhile = 1.2;
/**
 * The estimate is of order h^3 and the method of order 2, see `../../common/calibrated.ts`; the factor is 6 at rtol =
 * 1e-3, 200 at 1e-6.
 */
const strictness = (rtol: number): number => 0.2 / Math.sqrt(rtol);

export class EsdirkStepper implements Stepper {
  readonly error: ErrorEstimate;
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis;
  private readonly problem: Problem;
  private readonly table: EsdirkTable;
  private readonly newton: StageNewton;
  private readonly e: F64;
  private readonly k: readonly F64[];
  private readonly c: Float64Array;
  /** Both ends of the last attempt, and scratch. */
  private readonly base: State;
  private readonly end: State;
  private readonly middle: F64;
  private pacer: Pacer | undefined;
  private h = 0;
  /** The last attempt was accepted, and the next one starts from its end. */
  private accepted = false;
  /** The rate at the start of the next attempt is known: k_0, or the last k when `accepted`. */
  private known = false;
  /** The rate at the start of the previous step, and the length of that step; 0 when there is none. */
  private readonly before: Float64Array;
  private hBefore = 0;

  constructor(problem: Problem, table: EsdirkTable) {
    const { arena, dimension, n } = problem;
    this.problem = problem;
    this.table = table;
    this.newton = new StageNewton(problem);
    this.diagnosis = this.newton;
    this.e = arena.f64(dimension);
    this.error = {
      order: errorOrder,
      values: this.e,
      norm: (pacer, before, after) => (this.pacer ?? pacer).norm(this.e, before, after),
    };
    this.k = table.c.map(() => arena.f64(dimension));
    this.base = newState(arena, dimension, n);
    this.end = newState(arena, dimension, n);
    this.middle = arena.f64(dimension);
    this.c = new Float64Array(dimension);
    this.before = new Float64Array(dimension);
  }

  pace(pacer: Pacer): NextStep {
    const own = calibrated(pacer, this.e.length, strictness);
    this.pacer = own;
    this.newton.pace(own);
    return (_s, h, norm, accepted) => {
      const next = own.next(h, norm, errorOrder, accepted);
      return accepted && next >= h && next < worthwhile * h ? h : next;
    };
  }

  start(): Status {
    this.known = false;
    this.accepted = false;
    this.hBefore = 0;
    this.newton.forget();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { table, k, c, newton } = this;
    const b = h * table.diagonal;

    // 1. the rate at the start
    let status = this.begin(s);
    if (status !== "ok") return status;
    this.h = h;
    next.t = s.t + h;

    // 2. the stages; d = c + b k gives their rates
    for (let i = 1; i < k.length; i++) {
      this.guess(next.y, i, h);
      for (let m = 0; m < c.length; m++) {
        let sum = 0;
        for (let j = 0; j < i; j++) sum += table.a[i][j] * k[j][m];
        c[m] = s.y[m] - next.y[m] + h * sum;
      }
      status = newton.solve(next.y, s.t + table.c[i] * h, b, c, s);
      if (status !== "ok") return status;
      for (let m = 0; m < c.length; m++) k[i][m] = (newton.d[m] - c[m]) / b;
    }
    copyState(this.end, next);

    // 3. the error, damped where J is stiff
    if (this.pacer === undefined) return "ok";
    status = this.estimate(h);
    newton.matrix.solve(this.e);
    return status;
  }

  accept(): void {
    this.accepted = true;
    this.newton.advance();
  }

  moved(): void {
    this.known = false;
  }

  save(to: ByteWriter): void {
    const { k, accepted } = this;
    to.numbers([Number(this.known), accepted ? this.h : this.hBefore]);
    to.numbers(k[accepted ? k.length - 1 : 0]);
    to.numbers(accepted ? k[0] : this.before);
    this.newton.save(to);
  }

  restore(from: ByteReader): void {
    const [known, hBefore] = from.numbers();
    this.known = known === 1;
    this.hBefore = hBefore;
    copy(this.k[0], from.numbers());
    copy(this.before, from.numbers());
    this.newton.restore(from);
  }

  /** Provides k_0 at `s`, which is the end of the last step if that was accepted. */
  private begin(s: State): Status {
    const { k, base } = this;
    copyState(base, s);
    if (this.accepted) {
      copy(this.before, k[0]);
      this.hBefore = this.h;
      copy(k[0], k[k.length - 1]);
      this.accepted = false;
    }
    let status: Status = this.known ? "ok" : this.problem.rate!(k[0], s.t, base.y);
    if (status === "ok" && !allFinite(k[0])) status = "nonfinite";
    this.known = status === "ok";
    return status;
  }

  /** Writes a first guess of stage i: y_0 + x k_0 + x^2 y'' / 2 with x = c_i h and y'' from the last two rates. */
  private guess(out: F64, i: number, h: number): void {
    const { k, base, before, hBefore, table } = this;
    const x = table.c[i] * h;
    const last = i > 1 ? k[i - 1] : before;
    const distance = i > 1 ? table.c[i - 1] * h : -hBefore;
    const bend = distance === 0 ? 0 : (x * x) / (2 * distance);
    for (let m = 0; m < out.length; m++) out[m] = base.y[m] + x * k[0][m] + bend * (last[m] - k[0][m]);
  }

  private interpolate(out: F64, theta: number): Status {
    cubic(out, theta, this.h, this.base.y, this.end.y, this.k[0], this.k[this.k.length - 1]);
    return "ok";
  }

  private estimate(h: number): Status {
    const { table, k, e: error, before, hBefore, middle, base, end } = this;
    const n = error.length;

    // 1. an embedded formula
    if (table.error !== "history") {
      for (let m = 0; m < n; m++) {
        let sum = 0;
        for (let j = 0; j < k.length; j++) sum += table.error[j] * k[j][m];
        error[m] = h * sum;
      }
      return "ok";
    }

    // 2. y''' is the second difference of the rates of this step and the last one
    const [k0, k1] = k;
    if (hBefore !== 0) {
      const weight = (h * h) / (6 * (h + hBefore));
      const ratio = h / hBefore;
      for (let m = 0; m < n; m++) error[m] = weight * (k1[m] - k0[m] - ratio * (k0[m] - before[m]));
      return "ok";
    }

    // 3. the first step uses the rate in the middle instead
    cubic(middle, 0.5, h, base.y, end.y, k0, k1);
    const status = this.problem.rate!(error, base.t + 0.5 * h, middle);
    for (let m = 0; m < n; m++) error[m] = (h / 3) * (k0[m] - 2 * error[m] + k1[m]);
    return status;
  }
}
