/** The life of one run: start, steps, solution, checkpoints, and beginning again. */

import {
  type Checkpoint,
  copyState,
  type Failure,
  newState,
  type Pacer,
  type Problem,
  restoreBytes,
  SettingError,
  type State,
  type Stepper,
  savedBytes,
  TautError,
  type Work,
  workSince,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { readCheckpoint, type SavedRun, writeCheckpoint } from "./checkpoint.js";
import type { Verdict } from "./conscience/verdict.js";
import { short, type Trouble, unreliable } from "./failure.js";
import { firstStep } from "./first-step.js";
import { checkPacing, checkSolveOptions, type SolveOptions } from "./options.js";
import { Output } from "./output.js";
import { pacerOf } from "./pacer.js";
import { redundancyAt } from "./redundancy.js";
import { Repair } from "./repair.js";
import { finestTolerance } from "./rounding-watch.js";
import { doubts, switchWarnings } from "./run-warnings.js";
import { undetermined } from "./singular/in-line.js";
import { passageNote } from "./singular/passage.js";
import { multipliersOf, type Solution } from "./solution.js";
import { type Starter, type StartReport, starter } from "./start.js";
import { startWarnings } from "./start-changes.js";
import { Stepping } from "./stepping.js";

/**
 * One run of a problem, which the caller advances: a consistent start, then steps, a few or all at once. Its solution
 * so far and a checkpoint can be taken at any time. `prepareRun` makes one from a model.
 *
 * @example
 * const problem = underlying().apply(compileSystem(lower(pendulum)));
 * const steps = new Run(problem, { method: dop853(), controller: errorControlled({ rtol: 1e-9 }), until: 1 });
 * steps.advance(10); // ten steps
 * const checkpoint = steps.save(); // for Run.resume or resume
 */
export class Run {
  readonly problem: Problem;
  readonly options: SolveOptions;
  failure: Failure | undefined;
  private phase: "new" | "running" | "done" = "new";
  /** Whether a consistent start has been made. */
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
  /** What earlier evaluations of the problem had passed on before this run. */
  private readonly problemBefore: Uint8Array;
  private readonly multipliers: (s: State) => Float64Array | undefined;

  constructor(problem: Problem, options: SolveOptions) {
    checkSolveOptions(problem, options);
    const { method, controller } = options;
    const { arena, dimension, n, workspace } = problem;
    this.problem = problem;
    this.options = options;
    this.workBefore = { ...problem.work };
    this.problemBefore = savedBytes(problem.hooks?.checkpoint);

    // the start
    const s = newState(arena, dimension, n);
    s.t = options.from?.t ?? workspace.initialTime;
    s.y.set(options.from?.y ?? workspace.initial);
    this.from = s.t;
    problem.hooks?.begin?.(s);

    // the parts that act on it
    this.repair = new Repair(problem, options);
    this.stepper = method.bind(problem, this.repair.evaluator);
    this.pacer = pacerOf(problem, controller);
    checkPacing(options, this.stepper, this.pacer, s.t);
    const ownPace = controller.needsError ? this.stepper.pace?.(this.pacer) : undefined;
    this.output = new Output(problem, options, this.stepper, this.pacer, this.repair.shown);
    this.starter = starter(problem, this.repair);
    this.starter.ready(s);
    this.stepping = new Stepping(problem, options, s, this.stepper, this.pacer, this.repair, this.output, ownPace);
    this.multipliers = multipliersOf(problem);
  }

  /**
   * The accepted state. Read it between calls of `advance`; it changes with the next call, and must not be written to.
   */
  get state(): State {
    return this.stepping.s;
  }

  /** The fraction of the way from the start to the end, 0 to 1. */
  get progress(): number {
    const { s, s0 } = this.stepping;
    if (!this.begun) return 0;
    const span = this.options.until - s0.t;
    return span === 0 ? 1 : (s.t - s0.t) / span;
  }

  /** Makes at most `maxSteps` attempts; 0 only makes the start consistent. Never throws. */
  advance(maxSteps: number): "running" | "done" {
    const { stepping } = this;
    if (this.phase === "new") this.begin();
    for (let k = 0; k < maxSteps && this.phase === "running"; k++) if (stepping.attempt() === "done") this.finish();
    return this.phase === "done" ? "done" : "running";
  }

  /**
   * Whether a run after `restart` has every bit of a new run, because neither method nor projection remembers earlier
   * runs.
   */
  get forgets(): boolean {
    const { own } = this.repair;
    return this.stepper.checkpoint?.forgets === true && (own === undefined || own.checkpoint?.forgets === true);
  }

  /**
   * Begins again at the same time, from the same state or from `y`. Everything that was bound is used again, so many
   * short runs cost little more than their steps. Trajectory and series of an earlier solution become those of the new
   * run.
   */
  restart(y?: ArrayLike<number>): void {
    const { options, problem, stepping } = this;
    const { s } = stepping;
    if (y !== undefined && y.length !== problem.dimension) {
      throw new TautError(
        "restart",
        `needs one number for each of the ${problem.dimension} entries of the state; got ${y.length}.`,
      );
    }
    s.t = this.from;
    s.y.set(y ?? options.from?.y ?? problem.workspace.initial);
    this.phase = "new";
    this.begun = false;
    this.failure = undefined;
    this.start = undefined;
    stepping.clear();
    this.workBefore = { ...problem.work };
    restoreBytes(problem.hooks?.checkpoint, this.problemBefore);
    problem.hooks?.begin?.(s);
    this.starter.ready(s);
  }

  /** Ends the run at the accepted state; its checkpoint can be resumed. */
  stop(): void {
    if (this.phase === "new") this.begin();
    if (this.phase !== "done") this.fail({ status: "stopped", t: this.stepping.s.t });
  }

  /** What the model keeps, and whether the run has kept it so far. */
  get verdicts(): readonly Verdict[] {
    return this.begun ? this.output.conscience.verdicts(this.stepping.s.t) : [];
  }

  /** What is questionable about the run so far, a sentence each. */
  get warnings(): readonly string[] {
    const { warning } = this.stepper.diagnosis ?? {};
    return [
      ...finestTolerance(this.pacer),
      ...startWarnings(this.start, this.problem.manifold?.constraints !== undefined),
      ...(warning === undefined ? [] : [warning]),
      ...switchWarnings(this.stepping.targets),
      ...this.output.finder.warnings,
      ...(this.output.spacing?.warnings ?? []),
      ...doubts(this.verdicts),
    ];
  }

  /** The solution so far; the final one once `advance` has returned "done". */
  solution(): Solution {
    const { problem, output, failure, stepping } = this;
    const { handovers = [] } = this.stepper.diagnosis ?? {};
    const work = workSince(problem.work, this.workBefore);
    const shown = this.begun ? output.last(stepping.s, stepping.projected) : stepping.s;
    const y = Float64Array.from(shown.y);
    const { constraints, constraintNames } = problem.workspace.mechanics ?? {};
    const passages = stepping.passage?.passedUntil(shown.t) ?? [];
    const redundancy = this.begun ? redundancyAt(problem, stepping.blame, shown) : undefined;
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
      ...(redundancy !== undefined && { redundancy: redundancy.found }),
      passages,
      notes: [
        ...(redundancy === undefined ? [] : [redundancy.note]),
        ...passages.map((passed) => passageNote(passed, this.from)),
        ...(this.options.until < this.from ? [`The run goes backwards in time, from t = ${short(this.from)}.`] : []),
        ...(this.options.method.note === undefined ? [] : [this.options.method.note]),
        ...(this.begun ? (this.stepper.diagnosis?.notes?.() ?? []) : []),
        ...(problem.diagnosis?.notes?.() ?? []),
        ...(this.repair.own?.diagnosis?.notes?.() ?? []),
      ],
      handovers: [...handovers],
      warnings: this.warnings,
      conscience: this.verdicts,
      ...(failure !== undefined && { failure }),
    };
  }

  /**
   * A checkpoint; `trajectory: false` leaves out the saved states. The reason for which the run ended is not stored, so
   * a run that was stopped, or that reached a limit, continues.
   */
  save({ trajectory = true }: { readonly trajectory?: boolean } = {}): Uint8Array {
    const stepper = this.stepperCheckpoint();
    if (this.phase === "new") this.begin();
    const { s, s0, passage } = this.stepping;
    const checkpoint = {
      start: this.start,
      t0: s0.t,
      y0: s0.y,
      t: s.t,
      y: s.y,
      loop: [Number(this.begun), ...this.stepping.memory],
      work: workSince(this.problem.work, this.workBefore),
      stepper: savedBytes(stepper),
      pacer: savedBytes(this.pacer.checkpoint),
      projector: savedBytes(this.repair.own?.checkpoint),
      problem: savedBytes(this.problem.hooks?.checkpoint),
      branches: this.problem.workspace.branches?.references() ?? [],
      passage: savedBytes(passage),
    };
    return writeCheckpoint(this.problem, this.options, checkpoint, this.output, trajectory);
  }

  /** The checkpoint of the stepper. Throws a `SettingError` when its method has no checkpoint. */
  stepperCheckpoint(): Checkpoint {
    const { checkpoint } = this.stepper;
    if (checkpoint !== undefined) return checkpoint;
    const { name } = this.options.method;
    throw new SettingError(
      "method",
      `must have a checkpoint, so that the run can be saved; "${name}" has none. Give its stepper a \`checkpoint\`.`,
    );
  }

  /** A run that continues from a checkpoint, with the same bits. The options may differ in `until` and `maxSteps`. */
  static resume(problem: Problem, options: SolveOptions, bytes: Uint8Array): Run {
    const run = new Run(problem, options);
    const saved = readCheckpoint(problem, options, bytes, run.output);
    run.restore(saved);
    run.workBefore = workSince(problem.work, saved.work);
    return run;
  }

  private restore(saved: SavedRun): void {
    const { problem, stepping, options } = this;
    const { s, s0 } = stepping;
    const stepper = this.stepperCheckpoint();
    const [begun, ...memory] = Array.from(saved.loop);
    if (begun === 0) return;
    const { until } = options;
    const direction = until < this.from ? -1 : 1;
    if ((until - saved.t) * direction < 0 || (saved.t - saved.t0) * direction < 0) {
      const place = `the checkpoint is at t = ${short(saved.t)}`;
      throw new SettingError("until", `must lie beyond the checkpoint; ${place}, and until is ${short(until)}.`);
    }
    this.begun = true;
    this.start = saved.start;
    s0.t = saved.t0;
    s0.y.set(saved.y0);
    s.t = saved.t;
    s.y.set(saved.y);
    stepping.memory = memory;

    // redundant constraints were found on the branches of the start
    const { branches } = problem.workspace;
    branches?.clear();
    branches?.follow(s0.t, s0.q);
    this.starter.freeze(s0);
    branches?.restore(saved.branches);
    problem.manifold?.invariants?.keep(s0);
    restoreBytes(this.repair.own?.checkpoint, saved.projector);
    stepping.passage?.clear();
    restoreBytes(stepping.passage, saved.passage);
    const over = s.t === until || this.output.finder.stop !== undefined;
    this.phase = over ? "done" : "running";
    if (over) return;
    stepping.targets.aim(s0.t);
    restoreBytes(this.pacer.checkpoint, saved.pacer);
    this.stepper.start(s);
    restoreBytes(stepper, saved.stepper);
    restoreBytes(problem.hooks?.checkpoint, saved.problem);
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
    problem.workspace.branches?.clear();
    stepping.passage?.clear();

    // 1. consistent start, redundant constraints, invariants to keep
    const { report, trouble } = this.starter.begin(s, options.start ?? "project", options.startTolerance ?? 1e-8);
    this.start = report;
    problem.workspace.branches?.follow(s.t, s.q);
    const obstacle = trouble ?? this.starter.freeze(s);
    const isSingular = trouble === undefined && obstacle?.status === "singular" && stepping.passage !== undefined;
    const isInLine = isSingular && this.beginsInLine(s);
    if (obstacle !== undefined && !isInLine) {
      this.fail(isSingular ? { ...obstacle, ...undetermined(s, true) } : obstacle);
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
    this.pacer.begin?.(s.y);
    if (isInLine) {
      stepping.h = stepping.passage!.pace;
      stepping.restarts = true;
      return;
    }
    const status = this.stepper.start(s);
    if (status !== "ok") {
      this.fail(stepping.blame.at(status, s, s));
      return;
    }
    stepping.h = this.firstStep();
    this.pacer.begin?.(s.y, undefined, stepping.h);
  }

  /** Whether the velocities determine how the motion goes on from a start in a singular position. */
  private beginsInLine(s: State): boolean {
    this.pacer.begin?.(s.y);
    return this.stepping.passage?.begins(s) ?? false;
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
    // no step has been tried yet, so the other states are free as scratch, and s0 is copied again
    const [f0, trial, f1] = [s0.y, next.y, spare.y];
    const order = stepper.error?.order ?? options.method.order;
    const status = rate(f0, s.t, s.y);
    if (status === "ok" && allFinite(f0)) pacer.begin?.(s.y, f0);
    const h = status === "ok" ? firstStep(rate, pacer, order, span, s, f0, trial, f1) : 0;
    const fails = status === "ok" && !allFinite(f0) ? "nonfinite" : status;
    copyState(s0, s);
    if (fails !== "ok") this.fail(blame.at(fails, s, s));
    return h;
  }

  /** Called when the steps have ended: records the failure, or shows the last state. */
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
    } else {
      output.conscience.end(shown);
      const { broken } = output.conscience;
      if (broken !== undefined) this.fail(unreliable(broken, s.t));
    }
  }

  private fail(trouble: Trouble): void {
    const { limits = [] } = this.problem.workspace.system;
    if (trouble.status === "nonfinite" && trouble.advice === undefined && limits.length > 0)
      trouble = { ...trouble, advice: `${limits.join(" ")} Extend the points, or write outside: hold or extend.` };
    const { blame, s } = this.stepping;
    this.failure = blame.failure(trouble, s);
    this.phase = "done";
  }
}
