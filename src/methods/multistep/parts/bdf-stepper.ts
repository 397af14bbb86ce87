/** One run of BDF; formulas and references in `../bdf.ts`. */

import type {
  ByteReader,
  ByteWriter,
  Checkpoint,
  DenseOutput,
  Diagnosis,
  ErrorEstimate,
  F64,
  NextStep,
  Pacer,
  Problem,
  State,
  Status,
  Stepper,
} from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";
import { root } from "../../../math/root.js";
import { calibrated } from "../../common/calibrated.js";
import { GaussStepper } from "../../implicit/parts/gauss-stepper.js";
import { gauss6Table } from "../../implicit/parts/gauss-tables.js";
import { StageNewton } from "../../implicit/parts/stage-newton.js";
import { BackwardDifferences } from "./backward-differences.js";
import { BdfOrder } from "./bdf-order.js";

const kappas = [0, -0.185, -1 / 9, -0.0823, -0.0415, 0];
const gammas = [0, 1, 3 / 2, 11 / 6, 25 / 12, 137 / 60];
/**
 * The estimate is of order h^6 and the method of order 5, see `../../common/calibrated.ts`; the factor is 1 at rtol =
 * 1e-3, 4 at 1e-6.
 */
const strictness = (rtol: number): number => 0.25 / root(rtol, 5);
/** When the accepted state is moved by more than this many tolerances, the history is discarded. */
const farMove = 10;

export class BdfStepper implements Stepper {
  readonly error: ErrorEstimate;
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  private readonly e: F64;
  private readonly problem: Problem;
  private readonly maxOrder: number;
  private readonly kappa: readonly number[];
  private readonly constants: readonly number[];
  private readonly history: BackwardDifferences;
  private readonly order: BdfOrder;
  private readonly newton: StageNewton;
  private readonly opening: GaussStepper;
  private readonly c: Float64Array;
  private readonly work: F64;
  /** Both ends of the last attempt. */
  private readonly base: Float64Array;
  private readonly end: Float64Array;
  private pacer: Pacer | undefined;
  /** The degree of the history in the last attempt. */
  private last = 1;
  /** With fixed steps: how many differences the opening steps have produced. */
  private filled = 0;
  /** Whether the last attempt was an opening step, and whether it has been accepted. */
  private opened = false;
  private pushed = true;

  constructor(problem: Problem, ndf: boolean, maxOrder: number) {
    const { arena, dimension } = problem;
    this.problem = problem;
    this.maxOrder = maxOrder;
    this.kappa = kappas.map((kappa) => (ndf ? kappa : 0));
    this.constants = gammas.map((gamma, k) => this.kappa[k] * gamma + 1 / (k + 1));
    this.e = arena.f64(dimension);
    this.work = arena.f64(dimension);
    this.c = new Float64Array(dimension);
    this.base = new Float64Array(dimension);
    this.end = new Float64Array(dimension);
    this.history = new BackwardDifferences(dimension, maxOrder);
    this.order = new BdfOrder(maxOrder, this.constants, this.history.D, this.e);
    const { order, e } = this;
    this.error = {
      get order() {
        return order.k + 1;
      },
      values: e,
      norm: (pacer, before, after) => (this.pacer ?? pacer).norm(e, before, after),
    };
    this.newton = new StageNewton(problem);
    this.opening = new GaussStepper(problem, gauss6Table);
  }

  get culprit(): number {
    return this.opened ? this.opening.culprit : this.newton.culprit;
  }

  pace(pacer: Pacer): NextStep {
    const { order, newton } = this;
    const own = calibrated(pacer, this.e.length, strictness);
    this.pacer = own;
    newton.pace(own);
    return (s, h, norm, accepted) => h * (accepted ? order.grow(own, s, norm) : order.shrink(own, s, norm, newton.d));
  }

  start(s: State): Status {
    copy(this.history.D[0], s.y);
    this.begin();
    this.newton.forget();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { history, newton, c } = this;
    next.t = s.t + h;

    // 1. the history at this spacing; with fixed steps opening steps come first
    this.pushed = false;
    this.opened = this.pacer === undefined && this.filled < this.maxOrder;
    const ready = this.prepare(s, h);
    if (ready !== "ok") return ready;
    if (this.opened) return this.open(next, s, h);

    // 2. predict, and the known part of the formula for d
    const k = this.last;
    const scale = 1 / ((1 - this.kappa[k]) * gammas[k]);
    history.predict(next.y, k);
    for (let i = 0; i < c.length; i++) {
      let sum = 0;
      for (let j = 1; j <= k; j++) sum += gammas[j] * history.D[j][i];
      c[i] = -scale * sum;
    }

    // 3. solve for d, and the error
    const status = newton.solve(next.y, next.t, h * scale, c, s);
    copy(this.base, s.y);
    copy(this.end, next.y);
    for (let i = 0; i < c.length; i++) this.e[i] = this.constants[k] * newton.d[i];
    return status;
  }

  accept(): void {
    this.history.push(this.last, this.newton.d);
    copy(this.history.D[0], this.end);
    this.newton.advance();
    this.pushed = true;
    this.order.equal++;
    if (!this.opened) return;
    this.opening.accept();
    this.filled++;
  }

  moved(s: State): void {
    const { history, work, pacer } = this;
    for (let i = 0; i < work.length; i++) work[i] = s.y[i] - history.D[0][i];
    const isFar = pacer !== undefined && !(pacer.norm(work, s.y, s.y) <= farMove);
    copy(history.D[0], s.y);
    if (isFar) this.begin();
  }

  save(to: ByteWriter): void {
    to.number(this.filled);
    this.order.save(to);
    this.history.save(to);
    this.newton.save(to);
    this.opening.save(to);
  }

  restore(from: ByteReader): void {
    this.filled = from.number();
    this.order.restore(from);
    this.history.restore(from);
    this.newton.restore(from);
    this.opening.restore(from);
  }

  private interpolate(out: F64, theta: number): Status {
    if (this.opened) return this.opening.dense.at(out, theta);
    if (theta === 0 || theta === 1) copy(out, theta === 0 ? this.base : this.end);
    else this.history.interpolate(out, this.last, theta - 1, this.pushed ? undefined : this.newton.d);
    return "ok";
  }

  private begin(): void {
    this.history.h = 0;
    this.filled = 0;
    this.order.begin();
    this.opening.start();
  }

  /** Brings the history to the spacing h and sets its degree; at the beginning of a run D_1 = h y'. */
  private prepare(s: State, h: number): Status {
    const { history, order, work } = this;
    const { D } = history;
    this.last = this.pacer === undefined ? this.filled : order.k;
    if (history.h === h) return "ok";
    order.equal = 0;
    if (history.h !== 0) {
      history.rescale(this.last, h);
      return "ok";
    }
    for (let j = 1; j < D.length; j++) D[j].fill(0);
    const status = this.opened ? "ok" : this.problem.rate!(work, s.t, s.y);
    if (status !== "ok") return status;
    if (!this.opened) for (let i = 0; i < work.length; i++) D[1][i] = h * work[i];
    history.h = h;
    return "ok";
  }

  /** Takes a step of Gauss collocation, which adds a difference to the history. */
  private open(next: State, s: State, h: number): Status {
    const { history, newton, work, last } = this;
    const status = this.opening.attempt(next, s, h);
    copy(this.end, next.y);
    history.predict(work, last);
    for (let i = 0; i < work.length; i++) newton.d[i] = next.y[i] - work[i];
    return status;
  }
}
