/** One run of the Adams method (`adams.ts`). */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  copyState,
  type DenseOutput,
  type ErrorEstimate,
  type Evaluator,
  type F64,
  type NextStep,
  newState,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";
import { AdamsDifferences } from "./adams-differences.js";
import { AdamsOrder } from "./adams-order.js";

/**
 * Which state the differences belong to: the start of the next attempt, that start before it was moved, the state one
 * step before, or none.
 */
const stands = ["here", "moved", "behind", "nowhere"] as const;

export class AdamsStepper implements Stepper {
  /** The first step has order 1. */
  readonly error: ErrorEstimate = { order: 2, norm: () => this.norm };
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint = this;
  private readonly problem: Problem;
  private readonly evaluator: Evaluator | undefined;
  private readonly differences: AdamsDifferences;
  private readonly choice: AdamsOrder;
  private readonly rate: F64;
  private readonly stage: State;
  /** The start of the next attempt, and y at the start of the last one, at which their rates were taken. */
  private readonly base: State;
  private readonly from: F64;
  private stand: (typeof stands)[number] = "nowhere";
  private pacer: Pacer | undefined;
  private norm = 0;

  constructor(problem: Problem, evaluator: Evaluator | undefined, maxOrder: number, part: number) {
    const { arena, dimension, n } = problem;
    this.problem = problem;
    this.evaluator = evaluator;
    this.differences = new AdamsDifferences(arena, dimension, maxOrder);
    this.choice = new AdamsOrder(maxOrder, part, arena.f64(dimension));
    this.rate = arena.f64(dimension);
    this.stage = newState(arena, dimension, n);
    this.base = newState(arena, dimension, n);
    this.from = arena.f64(dimension);
  }

  pace(pacer: Pacer): NextStep {
    const { choice, differences, from } = this;
    this.pacer = pacer;
    return (s, h, norm, accepted) => {
      if (!accepted) return h * choice.afterRejection(norm);
      // a rate that cannot be evaluated is reported by the next attempt
      if (this.begin(s) !== "ok") return h;
      return h * choice.afterStep(pacer, differences, from, s.y);
    };
  }

  start(s: State): Status {
    copyState(this.base, s);
    this.choice.clear();
    this.stand = "nowhere";
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { differences, choice, from, stage, rate } = this;
    let status = this.begin(s);
    if (status !== "ok") return status;
    copy(from, this.base.y);

    // 1. predict
    differences.predict(next.y, from, h, choice.k);
    next.t = s.t + h;

    // 2. evaluate
    if (this.evaluator !== undefined) copyState(stage, next);
    status = this.evaluate(rate, this.evaluator === undefined ? next : stage);
    if (status !== "ok") return status;

    // 3. correct, and estimate errors; the second rate is postponed
    differences.correct(next.y, rate);
    if (this.pacer !== undefined) this.norm = choice.judge(this.pacer, differences, from, next.y);
    return "ok";
  }

  accept(): void {
    const { differences, choice } = this;
    differences.grid.accept(differences.h, differences.k);
    this.stand = "behind";
    if (this.pacer === undefined) choice.rise();
  }

  moved(s: State): void {
    const { h } = this.differences;
    const t = this.stand === "behind" ? this.base.t + h : this.base.t;
    if (this.stand === "here") this.stand = "moved";
    // a state at another time has no history
    if (Math.abs(s.t - t) > 0.1 * Math.abs(h)) this.start(s);
  }

  save(to: ByteWriter): void {
    to.numbers([stands.indexOf(this.stand), this.base.t]);
    to.numbers(this.base.y);
    this.choice.save(to);
    this.differences.save(to, this.stand === "behind");
  }

  restore(from: ByteReader): void {
    const [stand, t] = from.numbers();
    this.stand = stands[stand];
    this.base.t = t;
    this.base.y.set(from.numbers());
    this.choice.restore(from);
    this.differences.restore(from, this.stand === "behind");
  }

  private interpolate(out: F64, theta: number): Status {
    this.differences.at(out, this.from, theta);
    return "ok";
  }

  /** Carries out the last E: brings the differences to `s`. */
  private begin(s: State): Status {
    const { differences, rate, base, stand } = this;
    if (stand === "here") return "ok";
    copyState(base, s);
    const status = this.evaluate(rate, base);
    if (status !== "ok") return status;
    if (stand === "behind") differences.advance(rate);
    else if (stand === "moved") differences.replace(rate);
    else differences.begin(rate);
    this.stand = "here";
    return "ok";
  }

  private evaluate(rate: F64, at: State): Status {
    const { evaluator, problem } = this;
    return evaluator === undefined ? problem.rate!(rate, at.t, at.y) : evaluator.eval(rate, at);
  }
}
