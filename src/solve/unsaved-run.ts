/** The life of one run: start, steps, solution. */

import {
  copyState,
  type Failure,
  type Problem,
  type StartReport,
  type State,
  type Trouble,
  type Verdict,
  type Work,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { describe, unreliable } from "./failure.js";
import { firstStepOf } from "./first-step.js";
import { checkSolveOptions, type SolveOptions } from "./options.js";
import { bindParts, type RunParts } from "./run-parts.js";
import { type Progress, solutionOf, verdictsOf, warningsOf } from "./run-results.js";
import type { Solution } from "./solution.js";

/**
 * One run of a problem from its start to its end: `solve` needs no more, and its bundles carry no more. `Run` can also be stopped,
 * saved, and begun again.
 */
export class UnsavedRun {
  readonly problem: Problem;
  readonly options: SolveOptions;
  failure: Failure | undefined;
  protected phase: "new" | "running" | "done" = "new";
  /** Whether a consistent start has been made. */
  protected begun = false;
  protected start: StartReport | undefined;

  protected readonly parts: RunParts;
  /** Work of the problem before this run. */
  protected workBefore: Work;

  /** `accepted` is called when the options have been accepted, before anything else acts on the problem. */
  constructor(problem: Problem, options: SolveOptions, accepted?: () => void) {
    // refusals may evaluate the problem, and that is not work of the run
    checkSolveOptions(problem, options);
    accepted?.();
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

  /** Makes at most `maxSteps` attempts; 0 only makes the start consistent. Never throws. */
  advance(maxSteps: number): "running" | "done" {
    const { stepping } = this.parts;
    if (this.phase === "new") this.begin();
    for (let k = 0; k < maxSteps && this.phase === "running"; k++) if (stepping.attempt() === "done") this.finish();
    return this.phase === "done" ? "done" : "running";
  }

  /** What the model keeps, and whether the run has kept it so far. */
  get verdicts(): readonly Verdict[] {
    return verdictsOf(this.parts, this.sofar);
  }

  /** Warnings about the run so far, one sentence each. */
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

  protected begin(): void {
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
      this.fail(isSingular ? { ...obstacle, ...this.parts.consistency?.undetermined(s) } : obstacle);
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

  protected fail(trouble: Trouble): void {
    const { limits = [] } = this.problem.workspace.system;
    if (trouble.status === "nonfinite" && trouble.advice === undefined && limits.length > 0)
      trouble = { ...trouble, advice: `${limits.join(" ")} Extend the points, or write outside: hold or extend.` };
    const { blame, s, s0, h } = this.parts.stepping;
    const limited = this.begun ? this.parts.stability(trouble, s, s0, h) : trouble;
    const blamed = blame.failure(trouble, s);
    // a singular position nearby is the deeper reason
    const isSingular = blamed.message !== describe(trouble).message;
    this.failure = limited === trouble || isSingular ? blamed : describe(limited);
    this.phase = "done";
  }
}
