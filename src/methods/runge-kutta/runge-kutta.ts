/**
 * Explicit Runge–Kutta methods, for any tableau (`tableaus/`, with order and source):
 *
 *     k_i = F(t + c_i h, y_0 + h sum_j a_ij k_j),   y_1 = y_0 + h sum_i b_i k_i,   error = h sum_i e_i k_i
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1 (methods), II.4 (errors), II.6 (dense output).
 * With an evaluator every stage may be moved before its rate is taken, the start of the step included (Ariel eq. 38): the
 * step then leaves from the moved start, the stepper's own copy. Symbols: K all stages in one array, k_end the rate at y_1.
 */

import {
  ByteReader,
  ByteWriter,
  copyState,
  type Evaluator,
  type F64,
  type Method,
  newState,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../core/index.js";
import { copy } from "../../linalg/vector.js";
import { refusesExplicit } from "../common/refusals.js";
import { combine } from "./parts/combine.js";
import { denseWeights } from "./parts/dense-weights.js";
import { CompiledStep, firstRate } from "./parts/runge-kutta-code.js";
import { combinedNorm, type Stages, stages } from "./parts/stages.js";
import { stabilityOf } from "./tableaus/stability.js";
import type { Tableau } from "./tableaus/tableau.js";

export function rungeKutta(tableau: Tableau): Method {
  const { name, order } = tableau;
  return {
    name,
    order,
    estimatesError: tableau.error !== undefined,
    wants: "rates",
    get stability() {
      return stabilityOf(tableau);
    },
    refuses: (problem) => refusesExplicit(name, problem),
    bind: (problem, evaluator) => new RungeKuttaStepper(tableau, problem, evaluator),
  };
}

class RungeKuttaStepper implements Stepper {
  readonly forgets = true;
  readonly error: F64 | undefined;
  readonly errorOrder: number | undefined;
  private readonly problem: Problem;
  private readonly evaluator: Evaluator | undefined;
  /** k_end may begin the next step even if the driver's time differs in the last bit. */
  private readonly anyTime: boolean;
  private readonly stages: Stages;
  private readonly stage: State;
  private readonly compiled: CompiledStep | undefined;
  /** Whose norms `compiled` computes. */
  private paced: Pacer | undefined;
  /** Start and end of the step as its rates saw them. */
  private base: State;
  private end: State;
  private h = 0;
  /** k_0 and `base` belong to the state that the next attempt starts from. */
  private startKnown = false;
  /** The next attempt starts from the end of the last one, untouched. */
  private continues = false;
  private endKnown = false;
  private denseKnown = false;

  constructor(tableau: Tableau, problem: Problem, evaluator: Evaluator | undefined) {
    const { arena, dimension, n } = problem;
    this.problem = problem;
    this.evaluator = evaluator;
    this.anyTime = tableau.firstSameAsLast || problem.workspace.autonomous;
    this.stages = stages(arena, dimension, tableau);
    this.stage = newState(arena, dimension, n);
    this.base = newState(arena, dimension, n);
    this.end = newState(arena, dimension, n);
    this.error = this.stages.errors[0];
    const rate = evaluator === undefined ? problem.rate!.compiled : undefined;
    this.compiled = rate && new CompiledStep(arena, rate, this.stages, this.stage, this.base);
    this.errorOrder = tableau.error?.order;
  }

  pace(pacer: Pacer): void {
    this.paced = this.compiled?.pace(pacer) ? pacer : undefined;
  }

  start(s: State): Status {
    copyState(this.base, s);
    this.moved();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { compiled } = this;
    return compiled === undefined ? this.plainAttempt(next, s, h) : this.compiledAttempt(compiled, next, s, h);
  }

  private plainAttempt(next: State, s: State, h: number): Status {
    const { K, rows, c, end, zero, errors, errorRows } = this.stages;
    const { stage } = this;
    this.h = h;

    // 1. k_0
    let status = this.startKnown ? "ok" : this.begin(s);
    if (status !== "ok") return status;
    const y0 = this.base.y;
    this.endKnown = false;
    this.denseKnown = false;

    // 2. the other stages
    for (let i = 1; i < end; i++) {
      combine(stage.y, y0, h, K, rows[i]);
      stage.t = s.t + c[i] * h;
      status = this.evaluate(i, stage);
      if (status !== "ok") return status;
    }

    // 3. y_1, and its rate where that is the last stage
    combine(next.y, y0, h, K, rows[end]);
    next.t = s.t + h;
    if (this.stages.tableau.firstSameAsLast) {
      if (this.evaluator !== undefined) copyState(this.end, next);
      status = this.evaluate(end, this.evaluator === undefined ? next : this.end);
      if (status !== "ok") return status;
    }

    // 4. the error estimates
    for (let e = 0; e < errors.length; e++) combine(errors[e], zero, h, K, errorRows[e]);
    return "ok";
  }

  /** The same in one call. */
  private compiledAttempt(compiled: CompiledStep, next: State, s: State, h: number): Status {
    const { base } = this;
    const continued = this.continues && this.endKnown && (this.anyTime || this.end.t === s.t);
    const first = this.startKnown ? firstRate.known : continued ? firstRate.last : firstRate.evaluated;
    this.h = h;
    this.endKnown = false;
    this.denseKnown = false;
    const status = compiled.attempt(next, s, h, first);
    base.t = s.t;
    next.t = s.t + h;
    this.startKnown = status === "ok" || first !== firstRate.evaluated || compiled.evaluations > 1;
    if (this.startKnown) this.continues = false;
    this.endKnown = status === "ok" && this.stages.tableau.firstSameAsLast;
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

  errorNorm(pacer: Pacer, before: F64, after: F64): number {
    const { compiled, paced } = this;
    const [first, second] = this.stages.errors;
    if (paced === pacer) return combinedNorm(compiled!.norm(0), second && compiled!.norm(1));
    return combinedNorm(pacer.norm(first, before, after), second && pacer.norm(second, before, after));
  }

  interpolate(out: F64, theta: number): Status {
    const { K, dense, tableau } = this.stages;
    const status = this.denseKnown ? "ok" : this.extend();
    denseWeights(dense.a, theta, tableau.b, tableau.dense);
    combine(out, this.base.y, this.h, K, dense);
    return status;
  }

  save(): Uint8Array {
    const { startKnown, base, end, stages } = this;
    const to = new ByteWriter();
    if (startKnown || (this.continues && this.endKnown)) {
      to.number((startKnown ? base : end).t);
      to.numbers(stages.k[startKnown ? 0 : stages.end]);
      to.numbers(this.evaluator === undefined ? [] : (startKnown ? base : end).y);
    }
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const from = new ByteReader(bytes);
    this.startKnown = from.number() === this.base.t || this.anyTime;
    this.stages.k[0].set(from.numbers());
    this.base.y.set(from.numbers());
  }

  /** k_0 at `s`: k_end of the last step where it can be. */
  private begin(s: State): Status {
    const { base, end, stages, evaluator } = this;
    if (this.continues && this.endKnown && (this.anyTime || end.t === s.t)) {
      copy(stages.k[0], stages.k[stages.end]);
      this.base = evaluator === undefined ? base : end;
      this.end = evaluator === undefined ? end : base;
      if (evaluator === undefined) copy(base.y, s.y);
      this.base.t = s.t;
    } else {
      copyState(base, s);
      const status = this.evaluate(0, base);
      if (status !== "ok") return status;
    }
    this.startKnown = true;
    this.continues = false;
    return "ok";
  }

  private evaluate(i: number, at: State): Status {
    const { evaluator, problem, stages } = this;
    const k = stages.k[i];
    const status = evaluator === undefined ? problem.rate!(k, at.t, at.y) : evaluator.eval(k, at);
    if (i === stages.end) this.endKnown = status === "ok";
    return status;
  }

  /** The rates that only dense output needs. */
  private extend(): Status {
    const { base, stage, h } = this;
    const { K, k, rows, c, end } = this.stages;
    for (let i = this.endKnown ? end + 1 : end; i < k.length; i++) {
      const at = i === end ? this.end : stage;
      combine(at.y, base.y, h, K, rows[i]);
      at.t = base.t + c[i] * h;
      const status = this.evaluate(i, at);
      if (status !== "ok") return status;
    }
    this.denseKnown = true;
    return "ok";
  }
}
