/** One run of BDF; formulas and references in `../bdf.ts`. Numbered steps and safety factors are those of ode15s. */

import {
  ByteReader,
  ByteWriter,
  type F64,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../core/index.js";
import { root } from "../../core/root.js";
import { copy } from "../../linalg/vector.js";
import { gauss6Table } from "../gauss-tables.js";
import { BackwardDifferences } from "./backward-differences.js";
import { GaussStepper } from "./gauss-stepper.js";
import { StageNewton } from "./stage-newton.js";

const E = (k: string, d: number) => Number((globalThis as any).process?.env?.[k] ?? d);
const kappas = [0, -0.185, -1 / 9, -0.0823, -0.0415, 0];
const gammas = [0, 1, 3 / 2, 11 / 6, 25 / 12, 137 / 60];
/** A move of the accepted state by more than this many tolerances ends the history. */
const farMove = 10;

export class BdfStepper implements Stepper {
  readonly error: F64;
  private readonly problem: Problem;
  private readonly maxOrder: number;
  private readonly kappa: readonly number[];
  private readonly errorConstant: readonly number[];
  private readonly history: BackwardDifferences;
  private readonly newton: StageNewton;
  private readonly opening: GaussStepper;
  private readonly c: Float64Array;
  private readonly work: F64;
  private pacer: Pacer | undefined;
  /** Order of the coming step, and of the last. */
  private k = 1;
  private last = 1;
  /** Steps since order or step changed. */
  private equal = 0;
  /** Fixed steps: how many differences the opening steps have made. */
  private filled = 0;
  private failures = 0;
  private growth = 10;
  /** The last attempt was an opening step; it is in the history. */
  private opened = false;
  private pushed = true;

  constructor(problem: Problem, ndf: boolean, maxOrder: number) {
    const { arena, dimension } = problem;
    this.problem = problem;
    this.maxOrder = maxOrder;
    this.kappa = kappas.map((kappa) => (ndf ? kappa : 0));
    this.errorConstant = [...gammas.map((gamma, k) => this.kappa[k] * gamma + 1 / (k + 1)), 1 / 7];
    this.history = new BackwardDifferences(dimension, maxOrder);
    this.newton = new StageNewton(problem);
    this.opening = new GaussStepper(problem, gauss6Table);
    this.error = arena.f64(dimension);
    this.work = arena.f64(dimension);
    this.c = new Float64Array(dimension);
  }

  get errorOrder(): number {
    return this.k + 1;
  }

  pace(pacer: Pacer): void {
    this.pacer = pacer;
    this.newton.pace(pacer);
  }

  start(s: State): Status {
    copy(this.history.D[0], s.y);
    this.begin();
    this.newton.forget();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { history, newton, c } = this;
    this.pushed = false;
    next.t = s.t + h;

    // 0. the differences at this spacing
    this.opened = this.pacer === undefined && this.filled < this.maxOrder;
    const status = this.prepare(s, h);
    if (status !== "ok") return status;
    const { k } = this;
    this.last = k;
    if (this.opened) return this.open(next, s, h);

    // 1. predict, and the part of the formula that is known
    history.predict(next.y, k);
    const scale = 1 / ((1 - this.kappa[k]) * gammas[k]);
    for (let i = 0; i < c.length; i++) {
      let sum = 0;
      for (let j = 1; j <= k; j++) sum += gammas[j] * history.D[j][i];
      c[i] = -scale * sum;
    }

    // 2. d by simplified Newton
    const solved = newton.solve(next.y, next.t, h * scale, c, s);
    if (solved !== "ok") return solved;

    // 3. the error
    for (let i = 0; i < c.length; i++) this.error[i] = this.errorConstant[k] * newton.d[i];
    return "ok";
  }

  accept(): void {
    const { history, newton, last } = this;
    history.push(last, newton.d);
    newton.advance();
    this.pushed = true;
    this.equal++;
    this.failures = 0;
    if (!this.opened) return;
    this.opening.accept();
    this.filled++;
  }

  moved(s: State): void {
    const { history, work, pacer } = this;
    this.newton.advance();
    for (let i = 0; i < work.length; i++) work[i] = s.y[i] - history.D[0][i];
    const far = pacer !== undefined && !(pacer.norm(work, s.y, s.y) <= farMove);
    copy(history.D[0], s.y);
    if (far) this.begin();
  }

  /** Order and step together: the choice with the longest step (sec. 2.2). */
  nextStep(s: State, h: number, norm: number, accepted: boolean): number {
    if (accepted) return this.equal < this.k + 2 ? h : h * this.choose(s, norm);
    this.equal = 0;
    this.failures++;
    if (!(norm < Number.POSITIVE_INFINITY)) {
      this.growth = E("GR", 1.5);
      return E("NF", 0.3) * h;
    }
    if (this.failures > 1) return 0.5 * h;
    const { k } = this;
    const same = Math.max(0.1, 0.833 / root(norm, k + 1));
    const lower = k > 1 ? Math.max(0.1, 0.769 / root(this.sizeBelow(s), k)) : 0;
    if (lower <= same) return h * same;
    this.k = k - 1;
    return h * Math.min(1, lower);
  }

  interpolate(out: F64, theta: number): Status {
    if (this.opened) return this.opening.interpolate(out, theta);
    this.history.interpolate(out, this.last, theta - 1, this.pushed ? undefined : this.newton.d);
    return "ok";
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    to.numbers([this.k, this.last, this.equal, this.filled, this.failures]);
    this.history.save(to);
    this.newton.save(to);
    to.raw(this.opening.save());
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    [this.k, this.last, this.equal, this.filled, this.failures] = from.numbers();
    this.history.restore(from);
    this.newton.restore(from);
    this.opening.restore(from.raw());
  }

  private begin(): void {
    this.history.h = 0;
    this.opening.start();
    this.k = 1;
    this.equal = 0;
    this.filled = 0;
    this.failures = 0;
  }

  /** The history at the spacing h: D_1 = h y' where a run begins. */
  private prepare(s: State, h: number): Status {
    const { history, work } = this;
    const { D } = history;
    if (this.pacer === undefined) this.k = Math.min(this.filled, this.maxOrder);
    if (history.h === h) return "ok";
    this.equal = 0;
    if (history.h !== 0) {
      history.rescale(this.k, h);
      return "ok";
    }
    history.h = h;
    for (let j = 1; j < D.length; j++) D[j].fill(0);
    if (this.opened) return "ok";
    const status = this.problem.rate!(work, s.t, s.y);
    for (let i = 0; i < work.length; i++) D[1][i] = h * work[i];
    return status;
  }

  /** A step of Gauss collocation that adds a difference to the history. */
  private open(next: State, s: State, h: number): Status {
    const { history, newton, work, filled } = this;
    const status = this.opening.attempt(next, s, h);
    history.predict(work, filled);
    for (let i = 0; i < work.length; i++) newton.d[i] = next.y[i] - work[i];
    return status;
  }

  /** The factor of the step, after enough equal steps; changes the order. */
  private choose(s: State, norm: number): number {
    const { k, maxOrder } = this;
    const same = 1 / (1.2 * root(norm, k + 1));
    const lower = k > 1 ? 1 / (1.3 * root(this.sizeAt(s, k - 1), k)) : 0;
    const higher = k < maxOrder ? 1 / (1.4 * root(this.sizeAt(s, k + 1), k + 2)) : 0;
    const best = Math.max(same, lower, higher);
    if (!(best > E("TH", 1))) return 1;
    if (best > same) this.k = lower === best ? k - 1 : k + 1;
    const limit = this.growth;
    this.growth = Math.min(10, E("GG", 1.25) * this.growth);
    return Math.min(best, limit);
  }

  /** Size of the error that order j would have made, from the differences at the end of the step. */
  private sizeAt(s: State, j: number): number {
    const { error, history, errorConstant } = this;
    for (let i = 0; i < error.length; i++) error[i] = errorConstant[j] * history.D[j + 1][i];
    return this.pacer!.norm(error, s.y, s.y);
  }

  /** The same for order k - 1 after a step that failed: D_k + d. */
  private sizeBelow(s: State): number {
    const { error, history, errorConstant, newton, k } = this;
    for (let i = 0; i < error.length; i++) error[i] = errorConstant[k - 1] * (history.D[k][i] + newton.d[i]);
    return this.pacer!.norm(error, s.y, s.y);
  }
}
