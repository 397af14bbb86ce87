/**
 * One run of an explicit Runge–Kutta method: binds the texts of a tableau, and tracks which rates an attempt can reuse
 * from the previous one.
 */

import {
  addressed,
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  copyState,
  type DenseOutput,
  type ErrorEstimate,
  type Evaluator,
  type F64,
  newState,
  type Pacer,
  type Problem,
  type Program,
  type Rate,
  type Row,
  type Scalar,
  type State,
  type Status,
  type Step,
  type Stepper,
} from "../../../core/index.js";
import { bindStep, combine, rateCalls, row } from "../../../step/index.js";
import { coarse } from "../../common/in-pieces.js";
import { estimatesOf, stageCount, type Tableau } from "../tableaus/tableau.js";
import { denseWeights } from "./dense-weights.js";
import { FinerOutput } from "./finer-output.js";

/** Where the rate at the start of a step comes from; `last` means the rate at the end of the previous step. */
export const firstRate = { known: 0, evaluated: 1, last: 2 } as const;

/** The numbers that select a norm of the error estimates; 0 selects none. */
export const norms = { rms: 1, max: 2 } as const;

/** The programs of one tableau, and the numbers that the stepper shares with them. */
export interface Texts {
  readonly step: Program;
  readonly t: Scalar;
  readonly h: Scalar;
  /** Which norm to compute, the relative tolerance for it, and the results. */
  readonly norm: Scalar;
  readonly rtol: Scalar;
  readonly sizes: readonly Scalar[];
  readonly dense: DenseText;
}

export interface DenseText {
  readonly stages: Program;
  readonly t: Scalar;
  readonly h: Scalar;
}

export class RungeKuttaStepper implements Stepper {
  readonly error: ErrorEstimate | undefined;
  readonly dense: DenseOutput;
  readonly checkpoint: Checkpoint = this;
  readonly forgets = true;
  private readonly tableau: Tableau;
  private readonly texts: Texts;
  /** An evaluator may move stages before it takes their rates. */
  private readonly moves: boolean;
  /** k_end may serve as the first rate of the next step even if the driver's time differs in the last bit. */
  private readonly anyTime: boolean;
  private readonly step: Step;
  private readonly denseStages: Step;
  private readonly K: F64;
  private readonly kStart: F64;
  private readonly kEnd: F64;
  private readonly errors: readonly F64[];
  private readonly atol: F64;
  /** A row over all stages, whose weights `denseWeights` fills in. */
  private readonly denseRow: Row;
  /** Dense output in pieces; undefined where the error of the polynomial is not known. */
  private readonly finer: FinerOutput | undefined;
  private isCoarse = false;
  /** The start and end of the step at which its rates were taken. */
  private readonly base: State;
  private readonly end: State;
  /** The pacer, and the same if the step computes its norms. */
  private pacer: Pacer | undefined;
  private paced: Pacer | undefined;
  /** The numbers of the step, the places of its time and its length, and those of the norms of its one or two estimates;
   * -1 where there is none. */
  private readonly numbers: Float64Array;
  private readonly time: number;
  private readonly length: number;
  private readonly firstSize: number;
  private readonly secondSize: number;
  /** Which absolute tolerances the step has. */
  private revision = -1;
  private h = 0;
  /** k_0 and `base` belong to the state that the next attempt starts from. */
  private startKnown = false;
  /** The next attempt starts from the unchanged end of the last one. */
  private continues = false;
  private endKnown = false;
  private denseKnown = false;
  private readonly interpolation = { at: (out: F64, theta: number) => this.interpolate(out, theta), spared: 0 };

  constructor(tableau: Tableau, texts: Texts, problem: Problem, evaluator: Evaluator | undefined) {
    const { arena, dimension, n } = problem;
    const count = stageCount(tableau);
    const K = arena.f64(count * dimension);
    const part = (all: F64, i: number): F64 => addressed(all.subarray(i * dimension, (i + 1) * dimension));
    const [stage, base, end] = Array.from({ length: 3 }, () => newState(arena, dimension, n));
    const estimates = estimatesOf(tableau);
    const errors = arena.f64(estimates.length * dimension);
    this.dense = this.interpolation;
    this.tableau = tableau;
    this.texts = texts;
    this.moves = evaluator !== undefined;
    this.anyTime = tableau.firstSameAsLast || problem.workspace.autonomous;
    this.base = base;
    this.end = end;
    this.K = K;
    this.kStart = part(K, 0);
    this.kEnd = part(K, tableau.b.length);
    this.errors = estimates.map((_, e) => part(errors, e));
    this.error = tableau.error && {
      order: tableau.error.order,
      values: this.errors[0],
      norm: (pacer, before, after) => this.errorNorm(pacer, before, after),
    };
    this.atol = arena.f64(dimension);
    this.denseRow = row(Array<number>(count).fill(1), dimension);

    const arrays = { base: base.y, stage: stage.y, end: end.y, K, errors, atol: this.atol };
    const rate = evaluator === undefined ? problem.rate! : movingRate(evaluator, [base, stage, end]);
    const bind = (program: Program): Step => bindStep(program, arena, arrays, rateCalls(rate));
    this.step = bind(texts.step);
    this.numbers = this.step.numbers;
    this.time = texts.t.index;
    this.length = texts.h.index;
    this.firstSize = texts.sizes[0]?.index ?? -1;
    this.secondSize = texts.sizes[1]?.index ?? -1;
    this.denseStages = bind(texts.dense.stages);
    const { kStart, kEnd, denseRow } = this;
    const weigh = (weights: Float64Array, theta: number) => denseWeights(weights, theta, tableau.b, tableau.dense);
    const run = (h: number) => this.again(stage.y, h);
    // steps that include the rate at their end would leave it elsewhere
    if (tableau.dense?.d.length === 4 && !tableau.firstSameAsLast)
      this.finer = new FinerOutput({ base, end, K, kStart, kEnd, run }, tableau.dense, denseRow, weigh);
  }

  start(s: State): Status {
    copyState(this.base, s);
    this.moved();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { base, step, numbers, paced } = this;
    if (paced !== undefined && paced.tolerances!.revision !== this.revision) this.paceWith(paced);
    const continued = this.continues && this.endKnown && (this.anyTime || this.end.t === s.t);
    const first = this.startKnown ? firstRate.known : continued ? firstRate.last : firstRate.evaluated;
    this.h = h;
    this.interpolation.spared = first === firstRate.last && !this.tableau.firstSameAsLast ? 1 : 0;
    this.endKnown = false;
    this.denseKnown = false;
    numbers[this.time] = s.t;
    numbers[this.length] = h;
    const status = step.run(first, s.y, next.y);
    base.t = s.t;
    next.t = s.t + h;
    this.startKnown = status === "ok" || first !== firstRate.evaluated || step.evaluated(0) > 1;
    if (this.startKnown) this.continues = false;
    this.endKnown = status === "ok" && this.tableau.firstSameAsLast;
    return status;
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
    const { startKnown, base, end } = this;
    const isKnown = startKnown || (this.continues && this.endKnown);
    to.number(Number(isKnown));
    if (!isKnown) return;
    to.number((startKnown ? base : end).t);
    to.numbers(startKnown ? this.kStart : this.kEnd);
    to.numbers(this.moves ? (startKnown ? base : end).y : []);
  }

  restore(from: ByteReader): void {
    if (from.number() === 0) return;
    this.startKnown = from.number() === this.base.t || this.anyTime;
    this.kStart.set(from.numbers());
    this.base.y.set(from.numbers());
  }

  /** The first call with a pacer lets all further attempts compute the norms themselves, where they can. */
  private errorNorm(pacer: Pacer, before: F64, after: F64): number {
    const { numbers, errors, secondSize } = this;
    this.pacer = pacer;
    if (this.paced === pacer) {
      const size = numbers[this.firstSize];
      return secondSize < 0 ? size : combinedNorm(size, numbers[secondSize]);
    }
    this.paceWith(pacer);
    const size = pacer.norm(errors[0], before, after);
    return errors.length < 2 ? size : combinedNorm(size, pacer.norm(errors[1], before, after));
  }

  /** Hands the tolerances to the step, where it does not have them yet. */
  private paceWith(pacer: Pacer): void {
    const { texts, step, atol, paced: before } = this;
    const { tolerances } = pacer;
    this.paced = tolerances !== undefined && texts.sizes.length > 0 ? pacer : undefined;
    if (tolerances === undefined || (this.paced === before && this.revision === tolerances.revision)) return;
    this.revision = tolerances.revision;
    step.numbers[texts.norm.index] = norms[tolerances.norm];
    step.numbers[texts.rtol.index] = tolerances.rtol;
    atol.set(tolerances.atol);
  }

  private interpolate(out: F64, theta: number): Status {
    const { tableau, denseRow, base, K, h } = this;
    const status = this.denseKnown ? "ok" : this.complete();
    if (this.isCoarse && status === "ok") return this.finer!.at(out, theta);
    denseWeights(denseRow.a, theta, tableau.b, tableau.dense);
    combine(out, base.y, h, K, denseRow);
    return status;
  }

  /** Provides the polynomial of dense output, and decides whether it is accurate enough. */
  private complete(): Status {
    const { finer, pacer, h } = this;
    const status = this.extend();
    const error = finer === undefined || pacer === undefined || status !== "ok" ? 0 : finer.estimate(pacer, h);
    this.isCoarse = error > coarse;
    if (this.isCoarse) finer!.begin(h, error);
    return status;
  }

  /** Takes a step of h from `base`, where the rate is known, with the rates of dense output; `result` is scratch. */
  private again(result: F64, h: number): Status {
    const { step, numbers, texts, base, end } = this;
    const norm = numbers[texts.norm.index];
    numbers[texts.norm.index] = 0;
    numbers[this.time] = base.t;
    numbers[this.length] = h;
    const status = step.run(firstRate.known, base.y, result);
    numbers[texts.norm.index] = norm;
    if (status !== "ok") return status;
    end.t = base.t + h;
    return this.denseRates(h, 0);
  }

  /** The rates that only dense output needs. */
  private extend(): Status {
    const { base, end, h, denseStages } = this;
    const status = this.denseRates(h, this.endKnown ? 1 : 0);
    if (!this.endKnown) {
      end.t = base.t + h;
      this.endKnown = status === "ok" || denseStages.evaluated(0) > 1;
    }
    this.denseKnown = status === "ok";
    return status;
  }

  private denseRates(h: number, isEndKnown: 0 | 1): Status {
    const { denseStages, texts, base } = this;
    denseStages.numbers[texts.dense.t.index] = base.t;
    denseStages.numbers[texts.dense.h.index] = h;
    return denseStages.run(isEndKnown);
  }
}

/** The evaluator as a rate; the array of the argument identifies one of these states. */
function movingRate(evaluator: Evaluator, states: readonly State[]): Rate {
  return (dy, t, y) => {
    let at = states[0];
    for (const state of states) if (state.y === y) at = state;
    at.t = t;
    return evaluator.eval(dy, at);
  };
}

/** The size of an error from two estimates, e_1^2 / sqrt(e_1^2 + 0.01 e_2^2) (dop853.f). */
function combinedNorm(first: number, second: number): number {
  if (first === 0) return first;
  const ratio = (0.1 * second) / first;
  return first / Math.sqrt(1 + ratio * ratio);
}
