/** The life of one run: start, steps, solution, checkpoints, and beginning again. */

import {
  type Checkpoint,
  copyState,
  type Failure,
  type Problem,
  restoreBytes,
  SettingError,
  type State,
  savedBytes,
  short,
  TautError,
  type Trouble,
  type Verdict,
  type Work,
  workSince,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { readCheckpoint, type SavedRun, writeCheckpoint } from "./checkpoint.js";
import { unreliable } from "./failure.js";
import { firstStepOf } from "./first-step.js";
import { undetermined } from "./in-line.js";
import { checkSolveOptions, type SolveOptions } from "./options.js";
import { bindParts, type RunParts } from "./run-parts.js";
import { type Progress, solutionOf, verdictsOf, warningsOf } from "./run-results.js";
import type { Solution } from "./solution.js";
import type { StartReport } from "./start.js";

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

  private readonly parts: RunParts;
  /** Work of the problem before this run. */
  private workBefore: Work;

  constructor(problem: Problem, options: SolveOptions) {
    // refusals may evaluate the problem, and that is not work of the run
    checkSolveOptions(problem, options);
    this.workBefore = { ...problem.work };
    this.parts = bindParts(problem, options);
    this.problem = problem;
    this.options = options;
  }

  /**
   * The accepted state. Read it between calls of `advance`; it changes with the next call, and must not be written to.
   */
  get state(): State {
    return this.parts.stepping.s;
  }

  /** The fraction of the way from the start to the end, 0 to 1. */
  get progress(): number {
    const { s, s0 } = this.parts.stepping;
    if (!this.begun) return 0;
    const span = this.options.until - s0.t;
    return span === 0 ? 1 : (s.t - s0.t) / span;
  }

  /** Makes at most `maxSteps` attempts; 0 only makes the start consistent. Never throws. */
  advance(maxSteps: number): "running" | "done" {
    const { stepping } = this.parts;
    if (this.phase === "new") this.begin();
    for (let k = 0; k < maxSteps && this.phase === "running"; k++) if (stepping.attempt() === "done") this.finish();
    return this.phase === "done" ? "done" : "running";
  }

  /**
   * Whether a run after `restart` has every bit of a new run, because neither method nor projection remembers earlier
   * runs.
   */
  get forgets(): boolean {
    const { own } = this.parts.repair;
    return this.parts.stepper.checkpoint?.forgets === true && (own === undefined || own.checkpoint?.forgets === true);
  }

  /**
   * Begins again at the same time, from the same state or from `y`. Everything that was bound is used again, so many
   * short runs cost little more than their steps. Trajectory and series of an earlier solution become those of the new
   * run.
   */
  restart(y?: ArrayLike<number>): void {
    const { options, problem } = this;
    const { stepping } = this.parts;
    const { s } = stepping;
    if (y !== undefined && y.length !== problem.dimension) {
      throw new TautError(
        "restart",
        `needs one number for each of the ${problem.dimension} entries of the state; got ${y.length}.`,
      );
    }
    s.t = this.parts.from;
    s.y.set(y ?? options.from?.y ?? problem.workspace.initial);
    this.phase = "new";
    this.begun = false;
    this.failure = undefined;
    this.start = undefined;
    stepping.clear();
    this.workBefore = { ...problem.work };
    restoreBytes(problem.hooks?.checkpoint, this.parts.problemBefore);
    problem.hooks?.begin?.(s);
    this.parts.starter.ready(s);
  }

  /** Ends the run at the accepted state; its checkpoint can be resumed. */
  stop(): void {
    if (this.phase === "new") this.begin();
    if (this.phase !== "done") this.fail({ status: "stopped", t: this.parts.stepping.s.t });
  }

  /** What the model keeps, and whether the run has kept it so far. */
  get verdicts(): readonly Verdict[] {
    return verdictsOf(this.parts, this.sofar);
  }

  /** What is questionable about the run so far, a sentence each. */
  get warnings(): readonly string[] {
    return warningsOf(this.parts, this.sofar);
  }

  /** The solution so far; the final one once `advance` has returned "done". */
  solution(): Solution {
    return solutionOf(this.parts, this.sofar);
  }

  private get sofar(): Progress {
    const { begun, start, failure, workBefore } = this;
    return { begun, start, failure, workBefore };
  }

  /**
   * A checkpoint; `trajectory: false` leaves out the saved states. The reason for which the run ended is not stored, so
   * a run that was stopped, or that reached a limit, continues.
   */
  save({ trajectory = true }: { readonly trajectory?: boolean } = {}): Uint8Array {
    const stepper = this.stepperCheckpoint();
    if (this.phase === "new") this.begin();
    const { s, s0, passage } = this.parts.stepping;
    const checkpoint = {
      start: this.start,
      t0: s0.t,
      y0: s0.y,
      t: s.t,
      y: s.y,
      loop: [Number(this.begun), ...this.parts.stepping.memory],
      work: workSince(this.problem.work, this.workBefore),
      stepper: savedBytes(stepper),
      pacer: savedBytes(this.parts.pacer.checkpoint),
      projector: savedBytes(this.parts.repair.own?.checkpoint),
      problem: savedBytes(this.problem.hooks?.checkpoint),
      branches: this.problem.workspace.branches?.references() ?? [],
      passage: savedBytes(passage),
    };
    return writeCheckpoint(this.problem, this.options, checkpoint, this.parts.output, trajectory);
  }

  /** The checkpoint of the stepper. Throws a `SettingError` when its method has no checkpoint. */
  stepperCheckpoint(): Checkpoint {
    const { checkpoint } = this.parts.stepper;
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
    const saved = readCheckpoint(problem, options, bytes, run.parts.output);
    run.restore(saved);
    run.workBefore = workSince(problem.work, saved.work);
    return run;
  }

  private restore(saved: SavedRun): void {
    const { problem, options } = this;
    const { stepping } = this.parts;
    const { s, s0 } = stepping;
    const stepper = this.stepperCheckpoint();
    const [begun, ...memory] = Array.from(saved.loop);
    if (begun === 0) return;
    const { until } = options;
    const direction = until < this.parts.from ? -1 : 1;
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
    this.parts.starter.freeze(s0);
    branches?.restore(saved.branches);
    problem.manifold?.invariants?.keep(s0);
    restoreBytes(this.parts.repair.own?.checkpoint, saved.projector);
    stepping.passage?.clear();
    restoreBytes(stepping.passage, saved.passage);
    const over = s.t === until || this.parts.output.finder.stop !== undefined;
    this.phase = over ? "done" : "running";
    if (over) return;
    stepping.targets.aim(s0.t);
    restoreBytes(this.parts.pacer.checkpoint, saved.pacer);
    this.parts.stepper.start(s);
    restoreBytes(stepper, saved.stepper);
    restoreBytes(problem.hooks?.checkpoint, saved.problem);
  }

  private begin(): void {
    const { options, problem } = this;
    const { stepping } = this.parts;
    const { s, s0 } = stepping;
    this.phase = "running";
    if (!allFinite(s.y)) {
      const at = s.y.findIndex((x) => !Number.isFinite(x));
      const cause = "the initial value is not finite";
      this.fail({ status: "nonfinite", t: s.t, component: problem.workspace.names[at], cause, advice: "Correct it." });
      return;
    }

    this.parts.repair.own?.clear?.();
    problem.workspace.branches?.clear();
    stepping.passage?.clear();

    // 1. consistent start, redundant constraints, invariants to keep
    const { report, trouble } = this.parts.starter.begin(s, options.start ?? "project", options.startTolerance ?? 1e-8);
    this.start = report;
    problem.workspace.branches?.follow(s.t, s.q);
    const obstacle = trouble ?? this.parts.starter.freeze(s);
    const isSingular = trouble === undefined && obstacle?.status === "singular" && stepping.passage !== undefined;
    const isInLine = isSingular && this.beginsInLine(s);
    if (obstacle !== undefined && !isInLine) {
      this.fail(isSingular ? { ...obstacle, ...undetermined(s, true) } : obstacle);
      return;
    }
    this.begun = true;
    const drawn = this.parts.stepper.drawStart?.(s) ?? "ok";
    if (drawn !== "ok") {
      this.fail(stepping.blame.at(drawn, s, s));
      return;
    }
    copyState(s0, s);
    problem.manifold?.invariants?.keep(s);
    this.parts.output.begin(s);

    // 2. method and first step
    if (options.until === s.t) {
      this.finish();
      return;
    }
    stepping.targets.aim(s0.t);
    this.parts.pacer.begin?.(s.y);
    if (isInLine) {
      stepping.h = stepping.passage!.pace;
      stepping.restarts = true;
      return;
    }
    const status = this.parts.stepper.start(s);
    if (status !== "ok") {
      this.fail(stepping.blame.at(status, s, s));
      return;
    }
    const first = firstStepOf(this.parts);
    stepping.h = first.h;
    if (first.status !== "ok") this.fail(stepping.blame.at(first.status, s, s));
    this.parts.pacer.begin?.(s.y, undefined, stepping.h);
  }

  /** Whether the velocities determine how the motion goes on from a start in a singular position. */
  private beginsInLine(s: State): boolean {
    this.parts.pacer.begin?.(s.y);
    return this.parts.stepping.passage?.begins(s) ?? false;
  }

  /** Called when the steps have ended: records the failure, or shows the last state. */
  private finish(): void {
    const { output, stepping } = this.parts;
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
      output.conscience?.end(shown);
      const broken = output.conscience?.broken;
      if (broken !== undefined) this.fail(unreliable(broken, s.t));
    }
  }

  private fail(trouble: Trouble): void {
    const { limits = [] } = this.problem.workspace.system;
    if (trouble.status === "nonfinite" && trouble.advice === undefined && limits.length > 0)
      trouble = { ...trouble, advice: `${limits.join(" ")} Extend the points, or write outside: hold or extend.` };
    const { blame, s } = this.parts.stepping;
    this.failure = blame.failure(trouble, s);
    this.phase = "done";
  }
}
