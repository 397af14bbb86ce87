/** One run: a consistent start, then steps, a few or all at once; at any time its solution so far and its checkpoint. */

import {
  copyState,
  type Failure,
  newState,
  type Pacer,
  type Problem,
  SettingError,
  type State,
  type Stepper,
  TautError,
  type Work,
  workSince,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { type Checkpoint, readCheckpoint, writeCheckpoint } from "./checkpoint.js";
import { short, type Trouble } from "./failure.js";
import { firstStep } from "./first-step.js";
import { checkPacing, checkSolveOptions, type SolveOptions } from "./options.js";
import { Output } from "./output.js";
import { Repair } from "./repair.js";
import { multipliersOf, type Solution } from "./solution.js";
import { type Starter, type StartReport, starter } from "./start.js";
import { startWarnings } from "./start-changes.js";
import { Stepping } from "./stepping.js";

export class Run {
  readonly problem: Problem;
  readonly options: SolveOptions;
  failure: Failure | undefined;
  private phase: "new" | "running" | "done" = "new";
  /** A consistent start was made. */
  private begun = false;
  private start: StartReport | undefined;

  private readonly stepping: Stepping;
  private readonly stepper: Stepper;
  private readonly pacer: Pacer;
  private readonly repair: Repair;
  private readonly output: Output;
  private readonly starter: Starter;
  private readonly from: number;
  /** Work of the problem before this run. */
  private workBefore: Work;
  /** What its evaluations would have handed on to the first one. */
  private readonly carriedBefore: Float64Array | undefined;
  private readonly multipliers: (s: State) => Float64Array | undefined;

  constructor(problem: Problem, options: SolveOptions) {
    checkSolveOptions(problem, options);
    const { method, controller } = options;
    const { arena, dimension, n, workspace } = problem;
    this.problem = problem;
    this.options = options;
    this.workBefore = { ...problem.work };
    this.carriedBefore = problem.carried?.slice();

    // where it starts
    const s = newState(arena, dimension, n);
    s.t = options.from?.t ?? workspace.initialTime;
    s.y.set(options.from?.y ?? workspace.initial);
    this.from = s.t;
    problem.begin?.(s);

    // what acts on it
    this.repair = new Repair(problem, options);
    this.stepper = method.bind(problem, this.repair.evaluator);
    this.pacer = controller.bind(dimension);
    checkPacing(options, this.pacer, s.t);
    if (controller.needsError) this.stepper.pace?.(this.pacer);
    this.output = new Output(problem, options, this.stepper, this.repair.shown);
    this.starter = starter(problem, this.repair);
    this.starter.ready(s);
    this.stepping = new Stepping(problem, options, s, this.stepper, this.pacer, this.repair, this.output);
    this.multipliers = multipliersOf(problem);
  }

  /** The accepted state, live: to look at between calls of `advance`, not to keep or write. */
  get state(): State {
    return this.stepping.s;
  }

  /** Part of the way from the start to the end, 0 to 1. */
  get progress(): number {
    const { s, s0 } = this.stepping;
    if (!this.begun) return 0;
    const span = this.options.until - s0.t;
    return span === 0 ? 1 : (s.t - s0.t) / span;
  }

  /** At most `maxSteps` attempts further (0: only make the start). Never throws. */
  advance(maxSteps: number): "running" | "done" {
    const { stepping } = this;
    if (this.phase === "new") this.begin();
    for (let k = 0; k < maxSteps && this.phase === "running"; k++) if (stepping.attempt() === "done") this.finish();
    return this.phase === "done" ? "done" : "running";
  }

  /** Begun again it has every bit of a new run: neither its method nor its projection keeps what it has learnt. */
  get forgets(): boolean {
    return this.stepper.forgets === true && (this.repair.own?.forgets ?? this.repair.own === undefined);
  }

  /**
   * Begin again at the same time, from the same state or from `y`: what was bound is used again, so that many short runs
   * cost little more than their steps. Trajectory and series of the solution so far become those of the new run.
   */
  restart(y?: ArrayLike<number>): void {
    const { options, problem, stepping } = this;
    const { s } = stepping;
    if (y !== undefined && y.length !== problem.dimension) {
      throw new TautError("restart", `${y.length} numbers for a state of ${problem.dimension}. Give one each.`);
    }
    s.t = this.from;
    s.y.set(y ?? options.from?.y ?? problem.workspace.initial);
    this.phase = "new";
    this.begun = false;
    this.failure = undefined;
    this.start = undefined;
    stepping.clear();
    this.workBefore = { ...problem.work };
    if (this.carriedBefore !== undefined) problem.carried!.set(this.carriedBefore);
    problem.begin?.(s);
    this.starter.ready(s);
  }

  /** End the run where it is; its checkpoint can be resumed. */
  stop(): void {
    if (this.phase === "new") this.begin();
    if (this.phase !== "done") this.fail({ status: "stopped", t: this.stepping.s.t });
  }

  /** What there is so far; the final result once `advance` says "done". */
  solution(): Solution {
    const { problem, output, failure, stepping } = this;
    const work = workSince(problem.work, this.workBefore);
    const shown = this.begun ? output.last(stepping.s, stepping.projected) : stepping.s;
    const y = Float64Array.from(shown.y);
    const { constraints, constraintNames } = problem.workspace.mechanics ?? {};
    return {
      status: failure?.status ?? "ok",
      t: shown.t,
      y,
      q: y.subarray(0, problem.n),
      v: y.subarray(problem.n, 2 * problem.n),
      lambda: this.multipliers(shown),
      events: [...output.finder.found],
      ...(output.finder.stop !== undefined && { stoppedBy: output.finder.stop }),
      work,
      ledger: output.ledger.summary(),
      series: output.ledger,
      trajectory: output.trajectory,
      start: this.start,
      dropped: constraints?.dropped.map((row) => constraintNames![row]) ?? [],
      notes: [
        ...(this.options.until < this.from ? [`The run goes backwards in time, from t = ${short(this.from)}.`] : []),
        ...(this.options.method.note === undefined ? [] : [this.options.method.note]),
        ...(problem.notes?.() ?? []),
        ...(this.repair.own?.notes?.() ?? []),
      ],
      handovers: [...(this.stepper.handovers ?? [])],
      warnings: [
        ...startWarnings(this.start, problem.manifold?.constraints !== undefined),
        ...(this.stepper.warning === undefined ? [] : [this.stepper.warning]),
      ],
      ...(failure !== undefined && { failure }),
    };
  }

  /**
   * A checkpoint; `trajectory: false` leaves the saved states out. Observers of the caller are not in it. What ended
   * the run is not in it either: a run that was stopped, or met a limit, goes on.
   */
  save({ trajectory = true }: { readonly trajectory?: boolean } = {}): Uint8Array {
    if (this.phase === "new") this.begin();
    const { s, s0, h, low, attempts, projected, targets } = this.stepping;
    const checkpoint = {
      start: this.start,
      t0: s0.t,
      y0: s0.y,
      t: s.t,
      y: s.y,
      loop: [Number(this.begun), h, low, attempts, targets.intervals, Number(projected)],
      work: workSince(this.problem.work, this.workBefore),
      stepper: this.stepper.save(),
      pacer: this.pacer.save?.() ?? new Uint8Array(0),
      projector: this.repair.own?.save?.() ?? new Uint8Array(0),
      carried: this.problem.carried ?? [],
    };
    return writeCheckpoint(this.problem, this.options, checkpoint, this.output, trajectory);
  }

  /** A run that goes on from a checkpoint, to the same bits. The options may differ in `until` and `maxSteps`. */
  static resume(problem: Problem, options: SolveOptions, bytes: Uint8Array): Run {
    const run = new Run(problem, options);
    const saved = readCheckpoint(problem, options, bytes, run.output);
    run.restore(saved);
    run.workBefore = workSince(problem.work, saved.work);
    return run;
  }

  private restore(saved: Checkpoint): void {
    const { problem, stepping, options } = this;
    const { s, s0 } = stepping;
    const [begun, h, low, attempts, intervals, projected] = Array.from(saved.loop);
    if (begun === 0) return;
    const { until } = options;
    const direction = until < this.from ? -1 : 1;
    if ((until - saved.t) * direction < 0 || (saved.t - saved.t0) * direction < 0) {
      const place = `the checkpoint is at t = ${short(saved.t)}`;
      throw new SettingError("until", `${place}, not on the way to ${short(until)}. Give a time beyond it.`);
    }
    this.begun = true;
    this.start = saved.start;
    s0.t = saved.t0;
    s0.y.set(saved.y0);
    s.t = saved.t;
    s.y.set(saved.y);
    stepping.h = h;
    stepping.low = low;
    stepping.attempts = attempts;
    stepping.targets.intervals = intervals;
    stepping.projected = projected === 1;

    this.starter.freeze(s0);
    problem.manifold?.invariants?.keep(s0);
    this.repair.own?.restore?.(saved.projector);
    const over = s.t === until || this.output.finder.stop !== undefined;
    this.phase = over ? "done" : "running";
    if (over) return;
    stepping.targets.aim(s0.t);
    this.stepper.start(s);
    this.stepper.restore(saved.stepper);
    this.pacer.restore?.(saved.pacer);
    problem.carried?.set(saved.carried);
  }

  private begin(): void {
    const { options, problem, stepping } = this;
    const { s, s0 } = stepping;
    this.phase = "running";
    if (!allFinite(s.y)) {
      const at = s.y.findIndex((x) => !Number.isFinite(x));
      const cause = "the initial value is not finite";
      this.fail({ status: "nonfinite", t: s.t, component: problem.workspace.names[at], cause, advice: "Correct it." });
      return;
    }

    this.repair.own?.clear?.();

    // 1. consistent start, redundant constraints, invariants to keep
    const { report, trouble } = this.starter.begin(s, options.start ?? "project", options.startTolerance ?? 1e-8);
    this.start = report;
    const obstacle = trouble ?? this.starter.freeze(s);
    if (obstacle !== undefined) {
      this.fail(obstacle);
      return;
    }
    this.begun = true;
    const drawn = this.stepper.drawStart?.(s) ?? "ok";
    if (drawn !== "ok") {
      this.fail(stepping.blame.at(drawn, s, s));
      return;
    }
    copyState(s0, s);
    problem.manifold?.invariants?.keep(s);
    this.output.begin(s);

    // 2. method and first step
    if (options.until === s.t) {
      this.finish();
      return;
    }
    stepping.targets.aim(s0.t);
    const status = this.stepper.start(s);
    if (status !== "ok") this.fail(stepping.blame.at(status, s, s));
    else stepping.h = this.firstStep();
  }

  private firstStep(): number {
    const { pacer, stepper, options } = this;
    const { s, s0, next, spare, blame } = this.stepping;
    const { rate } = this.repair;
    const span = options.until - s.t;
    const longest = Math.min(Math.abs(span), pacer.maxStep);
    if (!options.controller.needsError) return pacer.initialStep!;
    if (pacer.initialStep !== undefined) return Math.min(pacer.initialStep, longest);
    if (rate === undefined) return 1e-3 * longest;
    // no step has been tried: the other states are free, and s0 is copied once more
    const [f0, trial, f1] = [s0.y, next.y, spare.y];
    const order = stepper.errorOrder ?? options.method.order;
    const status = rate(f0, s.t, s.y);
    const h = status === "ok" ? firstStep(rate, pacer, order, span, s, f0, trial, f1) : 0;
    const fails = status === "ok" && !allFinite(f0) ? "nonfinite" : status;
    copyState(s0, s);
    if (fails !== "ok") this.fail(blame.at(fails, s, s));
    return h;
  }

  /** The steps have ended: in trouble, or with a last look. */
  private finish(): void {
    const { output, stepping } = this;
    const { s, trouble } = stepping;
    this.phase = "done";
    if (trouble !== undefined) {
      this.fail(trouble);
      return;
    }
    const shown = output.last(s, stepping.projected);
    output.ledger.measure(shown);
    if (output.status !== "ok") this.fail(stepping.blame.at(output.status, s, s));
    else if (output.ledger.broken !== undefined) {
      const cause = "a quantity of the ledger is no longer finite";
      this.fail({ status: "nonfinite", t: s.t, cause, component: output.ledger.broken });
    }
  }

  private fail(trouble: Trouble): void {
    const { blame, s } = this.stepping;
    this.failure = blame.failure(trouble, s);
    this.phase = "done";
  }
}
