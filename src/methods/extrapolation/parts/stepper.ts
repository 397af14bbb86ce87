/** One run of an extrapolation method (`gbs.ts`) with any basic method. */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  copyState,
  type DenseOutput,
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
import { copy, subtract } from "../../../linalg/vector.js";
import { coarse } from "../../common/in-pieces.js";
import { type Columns, extrapolate, middlePower, nevilleFactors } from "./columns.js";
import { FinerOutput } from "./finer-output.js";
import { MiddleOutput } from "./middle-output.js";
import { ExtrapolationOrder } from "./order.js";

export class ExtrapolationStepper implements Stepper {
  readonly error: ErrorEstimate;
  readonly dense: DenseOutput | undefined;
  readonly checkpoint: Checkpoint = this;
  private readonly columns: Columns;
  private readonly choice: ExtrapolationOrder;
  private readonly factors: readonly Float64Array[];
  private readonly e: F64;
  /** T_{j,j}, T_{j,j-1}, …, T_{j,1} of the last column. */
  private readonly T: readonly F64[];
  /** The start and end of the step at which their rates were taken, and these rates. */
  private base: State;
  private end: State;
  private rate0: F64;
  private rate1: F64;
  private readonly fixedColumn: number;
  private readonly part: number;
  /** The rate does not depend on time, so that a rate at the same place serves at any time. */
  private readonly anyTime: boolean;
  private pacer: Pacer | undefined;
  private h = 0;
  /** The number of columns of the last attempt. */
  private reached = 0;
  private norm = 0;
  /** `rate0` and `base` belong to the start of the next attempt. */
  private startKnown = false;
  /** `rate1` and `end` belong to the end of the last attempt. */
  private endKnown = false;
  /** The next attempt starts at that end, unchanged. */
  private continues = false;
  private outputKnown = false;
  /** Dense output is taken in pieces inside the last attempt. */
  private isCoarse = false;

  /** `fixedColumn` is the last column of fixed steps; `part` is the fraction of the tolerance that counts as one unit
   * of error. */
  constructor(problem: Problem, columns: Columns, fixedColumn: number, part: number, dense: boolean) {
    const { arena, dimension, n } = problem;
    const count = columns.substeps.length;
    this.columns = columns;
    this.choice = new ExtrapolationOrder(columns.substeps);
    this.fixedColumn = fixedColumn;
    this.part = part;
    this.anyTime = problem.workspace.autonomous;
    this.factors = nevilleFactors(columns.substeps);
    this.T = Array.from({ length: count }, () => arena.f64(dimension));
    this.e = arena.f64(dimension);
    // the order for choosing the first step is that of column 4
    this.error = { order: 7, values: this.e, norm: () => this.norm };
    this.base = newState(arena, dimension, n);
    this.end = newState(arena, dimension, n);
    this.rate0 = arena.f64(dimension);
    this.rate1 = arena.f64(dimension);
    if (!dense) return;
    const output = new MiddleOutput(arena, dimension, middlePower(count));
    const finer = new FinerOutput(arena, dimension, n, columns, this.factors);
    this.dense = {
      at: (out, theta) => {
        const status = this.outputKnown ? "ok" : this.extend(output, finer);
        if (this.isCoarse) return finer.at(out, theta);
        output.at(out, theta);
        return status;
      },
    };
  }

  pace(pacer: Pacer): NextStep {
    const { choice } = this;
    this.pacer = pacer;
    return (_s, h, norm, accepted) => (accepted ? choice.afterStep(h) : choice.afterRejection(h, norm));
  }

  start(s: State): Status {
    const { pacer } = this;
    if (pacer !== undefined) this.choice.clear(pacer.norm(s.y, s.y, s.y) / this.part, pacer);
    copyState(this.base, s);
    this.moved();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { columns, choice, T, pacer, e } = this;
    let status = this.startKnown ? "ok" : this.begin(s);
    if (status !== "ok") return status;
    const { base, rate0 } = this;
    this.h = h;
    this.endKnown = false;
    this.outputKnown = false;
    choice.begin(h);

    const most = pacer === undefined ? this.fixedColumn : T.length;
    for (let j = 0; j < most; j++) {
      // 1. compute another column and extrapolate
      status = columns.run(T[j], base, rate0, h, j);
      if (status !== "ok") return status;
      extrapolate(T, this.factors[j], j);
      this.reached = j + 1;

      // 2. decide whether to accept, to reject or to compute another column
      if (pacer === undefined || j === 0 || !choice.watches(j + 1)) continue;
      subtract(e, T[0], T[1]);
      this.norm = pacer.norm(e, base.y, T[0]) / this.part;
      if (choice.judge(j + 1, this.norm) !== "more") break;
    }
    copy(next.y, T[0]);
    next.t = s.t + h;
    return "ok";
  }

  accept(): void {
    this.startKnown = false;
    this.continues = true;
  }

  moved(): void {
    this.startKnown = false;
    this.continues = false;
  }

  save(to: ByteWriter): void {
    const { startKnown, base, end, rate0, rate1 } = this;
    const isKnown = startKnown || (this.continues && this.endKnown);
    this.choice.save(to);
    to.number(Number(isKnown));
    if (!isKnown) return;
    to.number((startKnown ? base : end).t);
    to.numbers(startKnown ? rate0 : rate1);
    to.numbers((startKnown ? base : end).y);
  }

  restore(from: ByteReader): void {
    this.choice.restore(from);
    if (from.number() === 0) return;
    this.startKnown = from.number() === this.base.t || this.anyTime;
    this.rate0.set(from.numbers());
    this.base.y.set(from.numbers());
  }

  /** Provides the rate at `s`, from the end of the last step if it is known and still valid. */
  private begin(s: State): Status {
    const { base, end, rate0, rate1 } = this;
    // the driver may have placed the end of the step at a target, which differs in the last bit from where the rate was
    // taken
    if (this.continues && this.endKnown && (this.anyTime || end.t === s.t)) {
      this.base = end;
      this.end = base;
      this.rate0 = rate1;
      this.rate1 = rate0;
      this.base.t = s.t;
    } else {
      copyState(base, s);
      const status = this.columns.evaluate(rate0, base);
      if (status !== "ok") return status;
    }
    this.startKnown = true;
    this.continues = false;
    return "ok";
  }

  /** Evaluates the rate at the end and completes the polynomial of dense output. */
  private extend(output: MiddleOutput, finer: FinerOutput): Status {
    const { columns, base, end, T, h, reached, pacer } = this;
    this.isCoarse = false;
    if (!this.endKnown) {
      copy(end.y, T[0]);
      end.t = base.t + h;
      const status = columns.evaluate(this.rate1, end);
      if (status !== "ok") return status;
      this.endKnown = true;
    }
    columns.middle(output.c, h, reached);
    output.close(middlePower(reached), base.y, this.rate0, T[0], this.rate1, h);
    this.outputKnown = true;

    // the polynomial may be less accurate than the ends of the step
    const error = pacer === undefined ? 0 : pacer.norm(output.estimate(), base.y, T[0]);
    this.isCoarse = error > coarse;
    if (this.isCoarse) finer.begin(base, this.rate0, h, reached, error);
    return "ok";
  }
}
