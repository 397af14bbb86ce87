/** Runs that can be stopped, saved, resumed and begun again. */

import {
  type Checkpoint,
  type Problem,
  restoreBytes,
  SettingError,
  savedBytes,
  short,
  TautError,
  type Work,
  workSince,
} from "../core/index.js";
import { readCheckpoint, type SavedRun, writeCheckpoint } from "./checkpoint.js";
import type { SolveOptions } from "./options.js";
import { UnsavedRun } from "./unsaved-run.js";

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
export class Run extends UnsavedRun {
  /** What the problem remembered of earlier evaluations before this run. */
  private readonly problemBefore: Uint8Array;

  constructor(problem: Problem, options: SolveOptions) {
    let problemBefore: Uint8Array = new Uint8Array();
    super(problem, options, () => {
      problemBefore = savedBytes(problem.hooks?.checkpoint);
    });
    this.problemBefore = problemBefore;
  }

  /** The work so far, with that of the run from whose checkpoint this one goes on. */
  get work(): Work {
    return workSince(this.problem.work, this.workBefore);
  }

  /** The fraction of the way from the start to the end, 0 to 1. */
  get progress(): number {
    const { s, s0 } = this.parts.stepping;
    if (!this.begun) return 0;
    const span = this.options.until - s0.t;
    return span === 0 ? 1 : (s.t - s0.t) / span;
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
    restoreBytes(problem.hooks?.checkpoint, this.problemBefore);
    problem.hooks?.begin?.(s);
    this.parts.starter.ready(s);
  }

  /** Ends the run at the accepted state; its checkpoint can be resumed. */
  stop(): void {
    if (this.phase === "new") this.begin();
    if (this.phase !== "done") this.fail({ status: "stopped", t: this.parts.stepping.s.t });
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
      work: this.work,
      stepper: savedBytes(stepper),
      pacer: savedBytes(this.parts.pacer.checkpoint),
      projector: savedBytes(this.parts.repair.own?.checkpoint),
      problem: savedBytes(this.problem.hooks?.checkpoint),
      branches: this.problem.workspace.branches?.references() ?? [],
      passage: savedBytes(passage),
      dropped: this.problem.workspace.mechanics?.constraints.dropped ?? [],
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
    problem.workspace.mechanics?.constraints.drop(Array.from(saved.dropped));
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
}
