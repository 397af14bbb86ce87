/**
 * One run: start, then attempt, judge, repair, accept, watch, again. Nothing is allocated per step and nothing is
 * thrown once the run is configured; trouble ends it with a `Failure`. Time is a compensated sum, so that a million
 * steps of 0.1 end at 100000 and not 1.3e-6 later.
 */

import {
  copyState,
  type Failure,
  newState,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
  TautError,
  type Work,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { type Checkpoint, readCheckpoint, writeCheckpoint } from "./checkpoint.js";
import { droppedWatch } from "./dropped-watch.js";
import { describe, diagnosis, measuredTrouble, short, type Trouble } from "./failure.js";
import { firstStep } from "./first-step.js";
import { checkSolveOptions, defaultMaxSteps, type SolveOptions } from "./options.js";
import { Output } from "./output.js";
import { Repair } from "./repair.js";
import { multipliersOf, type Solution } from "./solution.js";
import { type Starter, type StartReport, starter } from "./start.js";

/** A step that comes this close to a time that must be hit, hits it. */
const slack = 1e-8;
/** Steps below this part of |t| do not advance it reliably. */
const resolution = 16 * 2 ** -52;

export class Run {
  readonly problem: Problem;
  readonly options: SolveOptions;
  failure: Failure | undefined;
  private phase: "new" | "running" | "done" = "new";
  /** A consistent start was made. */
  private begun = false;
  private start: StartReport | undefined;

  /** The accepted state, the attempt, its projection; they change places. */
  private s: State;
  private next: State;
  private spare: State;
  /** The start, made consistent. */
  private readonly s0: State;
  /** `s` was projected by the step that made it. */
  private projected = true;
  /** Step to try next, positive. */
  private h = 0;
  /** What the time of `s` lacks: the exact sum is s.t + low. */
  private low = 0;
  private attempts = 0;
  /** Intervals passed, for `when: "interval"`. */
  private intervals = 0;
  /** The time that the coming steps must hit, and whether an interval ends there. */
  private target = 0;
  private endsInterval = false;
  /** Why attempts at the present step failed, when not for accuracy. */
  private obstacle: Status = "ok";

  private readonly stepper: Stepper;
  private readonly pacer: Pacer;
  private readonly repair: Repair;
  private readonly output: Output;
  private readonly starter: Starter;
  private readonly adaptive: boolean;
  private readonly order: number;
  private readonly from: number;
  private readonly direction: number;
  private readonly maxSteps: number;
  private readonly work: Work;
  /** Work of the problem before this run. */
  private workBefore: Work;
  private readonly diagnosis: ReturnType<typeof diagnosis>;
  private readonly droppedWatch: ReturnType<typeof droppedWatch>;
  private readonly multipliers: (s: State) => Float64Array | undefined;

  constructor(problem: Problem, options: SolveOptions) {
    checkSolveOptions(problem, options);
    const { method, controller, until } = options;
    const { arena, dimension, n, system } = problem;
    this.problem = problem;
    this.options = options;
    this.work = problem.work;
    this.workBefore = { ...problem.work };

    // states: the accepted one, the attempt, its projection, the start
    this.s = newState(arena, dimension, n);
    this.next = newState(arena, dimension, n);
    this.spare = newState(arena, dimension, n);
    this.s0 = newState(arena, dimension, n);
    this.s.t = options.from?.t ?? system.initialTime;
    this.s.y.set(options.from?.y ?? system.initial);
    this.from = this.s.t;
    this.direction = until < this.s.t ? -1 : 1;
    problem.begin?.(this.s);

    // what acts on them
    this.repair = new Repair(problem, options);
    this.stepper = method.bind(problem, this.repair.evaluator);
    this.pacer = controller.bind(dimension);
    this.adaptive = controller.needsError;
    if (this.adaptive) this.stepper.pace?.(this.pacer);
    this.order = this.stepper.errorOrder ?? method.order;
    this.maxSteps = options.maxSteps ?? defaultMaxSteps;
    this.checkPacing();
    this.output = new Output(problem, options, this.stepper, this.repair.shown);
    this.starter = starter(problem, this.s, this.repair);
    this.diagnosis = diagnosis(problem);
    this.droppedWatch = droppedWatch(problem);
    this.multipliers = multipliersOf(problem);
  }

  /** The accepted state, live: to look at between calls of `advance`, not to keep or write. */
  get state(): State {
    return this.s;
  }

  /** Part of the way from the start to the end, 0 to 1. */
  get progress(): number {
    if (!this.begun) return 0;
    const span = this.options.until - this.s0.t;
    return span === 0 ? 1 : (this.s.t - this.s0.t) / span;
  }

  /** At most `maxSteps` attempts further (0: only make the start). Never throws. */
  advance(maxSteps: number): "running" | "done" {
    if (this.phase === "new") this.begin();
    for (let k = 0; k < maxSteps && this.phase === "running"; k++) {
      if (this.attempts < this.maxSteps) this.attempt();
      else this.exhausted();
    }
    return this.phase === "done" ? "done" : "running";
  }

  /**
   * Begin again at the same time, from the same state or from `y`: what was bound is used again, so that many short runs
   * cost little more than their steps. Trajectory and series of the solution so far become those of the new run.
   */
  restart(y?: ArrayLike<number>): void {
    const { s, options, problem } = this;
    if (y !== undefined && y.length !== problem.dimension) {
      throw new TautError("restart", `${y.length} numbers for a state of ${problem.dimension}. Give one each.`);
    }
    s.t = this.from;
    s.y.set(y ?? options.from?.y ?? problem.system.initial);
    this.phase = "new";
    this.begun = false;
    this.failure = undefined;
    this.start = undefined;
    this.projected = true;
    this.low = 0;
    this.attempts = 0;
    this.intervals = 0;
    this.obstacle = "ok";
    this.pacer.clear?.();
    this.workBefore = { ...problem.work };
  }

  /** End the run where it is; its checkpoint can be resumed. */
  stop(): void {
    if (this.phase === "new") this.begin();
    if (this.phase !== "done") this.fail({ status: "stopped", t: this.s.t });
  }

  /** What there is so far; the final result once `advance` says "done". */
  solution(): Solution {
    const { problem, output, failure } = this;
    const work = workSince(this.work, this.workBefore);
    const shown = this.begun ? output.last(this.s, this.projected) : this.s;
    const y = Float64Array.from(shown.y);
    const { constraints, constraintNames } = problem.system.mechanics ?? {};
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
        ...(this.options.method.note === undefined ? [] : [this.options.method.note]),
        ...(problem.notes?.() ?? []),
      ],
      handovers: [...(this.stepper.handovers ?? [])],
      warnings: this.stepper.warning === undefined ? [] : [this.stepper.warning],
      ...(failure !== undefined && { failure }),
    };
  }

  /**
   * A checkpoint; `trajectory: false` leaves the saved states out. Observers of the caller are not in it. What ended
   * the run is not in it either: a run that was stopped, or met a limit, goes on.
   */
  save({ trajectory = true }: { readonly trajectory?: boolean } = {}): Uint8Array {
    if (this.phase === "new") this.begin();
    const { s, s0 } = this;
    const checkpoint = {
      start: this.start,
      t0: s0.t,
      y0: s0.y,
      t: s.t,
      y: s.y,
      loop: [Number(this.begun), this.h, this.low, this.attempts, this.intervals, Number(this.projected)],
      work: workSince(this.work, this.workBefore),
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
    const { s, s0, problem } = this;
    const [begun, h, low, attempts, intervals, projected] = Array.from(saved.loop);
    if (begun === 0) return;
    const { until } = this.options;
    if ((until - saved.t) * this.direction < 0 || (saved.t - saved.t0) * this.direction < 0) {
      const place = `the checkpoint is at t = ${short(saved.t)}`;
      throw new TautError("run.until", `${place}, not on the way to ${short(until)}. Give a time beyond it.`);
    }
    this.begun = true;
    this.start = saved.start;
    s0.t = saved.t0;
    s0.y.set(saved.y0);
    s.t = saved.t;
    s.y.set(saved.y);
    this.h = h;
    this.low = low;
    this.attempts = attempts;
    this.intervals = intervals;
    this.projected = projected === 1;

    this.starter.freeze(s0);
    problem.manifold?.invariants?.keep(s0);
    const over = s.t === this.options.until || this.output.finder.stop !== undefined;
    this.phase = over ? "done" : "running";
    if (over) return;
    this.aim();
    this.stepper.start(s);
    this.stepper.restore(saved.stepper);
    this.pacer.restore?.(saved.pacer);
    this.repair.own?.restore?.(saved.projector);
    problem.carried?.set(saved.carried);
  }

  private begin(): void {
    const { s, options, problem } = this;
    this.phase = "running";
    if (!allFinite(s.y)) {
      const at = s.y.findIndex((x) => !Number.isFinite(x));
      const cause = "the initial value is not finite";
      this.fail({ status: "nonfinite", t: s.t, component: problem.system.names[at], cause, advice: "Correct it." });
      return;
    }

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
      this.failAt(drawn, s);
      return;
    }
    copyState(this.s0, s);
    problem.manifold?.invariants?.keep(s);
    this.output.begin(s);

    // 2. method and first step
    if (options.until === s.t) {
      this.finish();
      return;
    }
    this.aim();
    const status = this.stepper.start(s);
    if (status !== "ok") this.failAt(status, s);
    else this.h = this.firstStep();
  }

  private attempt(): void {
    const { s, next, stepper, adaptive } = this;

    // 1. how far
    const left = Math.abs(this.target - s.t - this.low);
    const hits = left <= this.h * (1 + slack);
    const h = hits ? left : adaptive && left < 2 * this.h ? 0.5 * left : this.h;
    const step = this.direction * h;

    // 2. try; the error is estimated before projection
    this.attempts++;
    let status = stepper.attempt(next, s, step);
    if (status === "ok" && !allFinite(next.y)) status = "nonfinite";
    const norm = adaptive && status === "ok" ? this.errorNorm(next) : 0;
    if (status !== "ok" || !(norm <= 1)) {
      this.reject(status, norm, h, next);
      return;
    }
    const increment = step + this.low;
    next.t = hits ? this.target : s.t + increment;
    const low = hits ? 0 : increment - (next.t - s.t);

    // 3. repair, on a copy: the stepper may still interpolate the attempt
    let end = next;
    if (this.repair.isDue(next, hits && this.endsInterval)) {
      end = this.spare;
      copyState(end, next);
      status = this.repair.own!.apply(end, s);
      if (status !== "ok") {
        this.reject(status, 0, h, end);
        return;
      }
    }
    if (next.t === s.t && !hits) {
      this.failAt("step-too-small", s, h);
      return;
    }

    const violated = this.droppedWatch(end);
    if (violated !== undefined) {
      this.fail(violated);
      return;
    }

    // 4. accept and watch
    stepper.accept();
    this.work.steps++;
    this.obstacle = "ok";
    const projected = end !== next;
    const stopped = this.output.watch(s, end, step, projected);
    if (this.output.status !== "ok") {
      stepper.moved(s);
      this.failAt(this.output.status, s, h);
      return;
    }

    // 5. go on from the end
    if (projected || stopped) stepper.moved(end);
    if (projected) {
      this.spare = s;
    } else {
      this.next = s;
    }
    this.s = end;
    this.projected = projected || stopped;
    this.low = low;
    if (adaptive && !stopped) this.pace(h, norm);
    if (stopped || end.t === this.options.until || this.output.ledger.broken !== undefined) {
      this.finish();
    } else if (hits) {
      if (this.endsInterval) this.intervals++;
      this.aim();
    }
  }

  /** Size of the error of the last attempt in units of the tolerance. */
  private errorNorm(next: State): number {
    const { stepper, pacer, s } = this;
    if (stepper.errorNorm !== undefined) return stepper.errorNorm(pacer, s.y, next.y);
    return pacer.norm(stepper.error!, s.y, next.y);
  }

  private reject(status: Status, norm: number, h: number, bad: State): void {
    this.work.rejected++;
    const broken = status !== "ok" || Number.isNaN(norm);
    if (broken) this.obstacle = status === "ok" ? "nonfinite" : status;
    if (!this.adaptive) {
      this.failAt(this.obstacle, bad, h);
      return;
    }
    const shorter = this.proposal(h, broken ? Number.POSITIVE_INFINITY : norm, false);
    this.h = shorter < h ? shorter : 0.5 * h;
    if (!(this.h > resolution * Math.abs(this.s.t) && this.h > 1e-300)) {
      this.failAt(this.obstacle === "ok" ? "step-too-small" : this.obstacle, bad, this.h);
    }
  }

  /** The next step after an accepted one; one that was cut to hit a time does not make the next one shorter. */
  private pace(h: number, norm: number): void {
    const proposal = this.proposal(h, norm, true);
    const planned = h < this.h ? Math.max(proposal, this.h) : proposal;
    this.h = Math.min(planned, this.pacer.maxStep);
  }

  /** The next step as the method wants it, where it chooses order and step together; otherwise as the pacer does. */
  private proposal(h: number, norm: number, accepted: boolean): number {
    const { stepper, pacer, s } = this;
    if (stepper.nextStep !== undefined) return stepper.nextStep(s, h, norm, accepted);
    return pacer.next(h, norm, this.order, accepted);
  }

  /** Choose the time that must be hit next: the end, a saved time without dense output, the end of an interval. */
  private aim(): void {
    const { direction } = this;
    const { saves, mustHit } = this.output;
    const { interval } = this.repair;
    this.target = this.options.until;
    this.endsInterval = false;
    if (mustHit && (saves!.time - this.target) * direction < 0) this.target = saves!.time;
    if (interval === undefined) return;
    const time = this.s0.t + direction * (this.intervals + 1) * interval;
    const beyond = (time - this.target) * direction;
    this.endsInterval = beyond <= slack * interval;
    if (beyond < -slack * interval) this.target = time;
  }

  private firstStep(): number {
    const { pacer, s } = this;
    const { rate } = this.repair;
    const span = this.options.until - s.t;
    const longest = Math.min(Math.abs(span), pacer.maxStep);
    if (!this.adaptive) return pacer.initialStep!;
    if (pacer.initialStep !== undefined) return Math.min(pacer.initialStep, longest);
    if (rate === undefined) return 1e-3 * longest;
    // no step has been tried: the other states are free, and s0 is copied once more
    const [f0, trial, f1] = [this.s0.y, this.next.y, this.spare.y];
    const status = rate(f0, s.t, s.y);
    const h = status === "ok" ? firstStep(rate, pacer, this.order, span, s, f0, trial, f1) : 0;
    const fails = status === "ok" && !allFinite(f0) ? "nonfinite" : status;
    copyState(this.s0, s);
    if (fails !== "ok") this.failAt(fails, s);
    return h;
  }

  private finish(): void {
    this.phase = "done";
    const { output, s } = this;
    const shown = output.last(s, this.projected);
    output.ledger.measure(shown);
    if (output.status !== "ok") this.failAt(output.status, s);
    else if (output.ledger.broken !== undefined) {
      const cause = "a quantity of the ledger is no longer finite";
      this.fail({ status: "nonfinite", t: s.t, cause, component: output.ledger.broken });
    }
  }

  private exhausted(): void {
    const cause = `${this.attempts} steps were tried, the limit`;
    this.fail({ status: "max-steps", t: this.s.t, h: this.direction * this.h, cause });
  }

  private fail(trouble: Trouble): void {
    this.failure = describe(this.diagnosis.blame(trouble, this.s));
    this.phase = "done";
  }

  /** A failure at the state `bad`, with the name of what stopped the run. */
  private failAt(status: Status, bad: State, h?: number): void {
    const { problem, stepper, diagnosis, s } = this;
    const step = h === undefined ? undefined : this.direction * h;
    const reason = this.repair.own?.reason ?? problem.reason;
    if (reason !== undefined) {
      this.fail(measuredTrouble(status as Trouble["status"], s.t, reason, step));
      return;
    }
    const trouble = diagnosis.explain(status as Trouble["status"], bad, s, step);
    // methods that keep the constraints know better how far they came, and those that solve for a step where it failed
    const { culprit = -1, residual } = stepper;
    if (problem.constraints !== undefined) {
      this.fail(status === "diverged" && residual !== undefined ? { ...trouble, residual } : trouble);
    } else {
      const isNamed = status === "singular" && trouble.component !== undefined;
      this.fail(culprit < 0 || isNamed ? trouble : diagnosis.accuse(trouble, culprit));
    }
  }

  private checkPacing(): void {
    const { method, controller, until } = this.options;
    const { initialStep } = this.pacer;
    if (this.adaptive && !method.estimatesError) {
      throw new TautError(
        "run.controller",
        `"${controller.name}" needs an error estimate, and method "${method.name}" has none. Use a fixed step, or "dopri5".`,
      );
    }
    if (this.adaptive) return;
    if (method.needsTolerance === true) {
      throw new TautError(
        "run.controller",
        `method "${method.name}" chooses order and step by a tolerance, and "${controller.name}" has none. Give rtol, or use "ab2".`,
      );
    }
    if (initialStep === undefined) throw new TautError("run.controller", `"${controller.name}" gives no step. Set it.`);
    const steps = Math.abs(until - this.s.t) / initialStep;
    if (steps > this.maxSteps) {
      throw new TautError(
        "run.maxSteps",
        `${short(steps)} steps of ${short(initialStep)} are more than ${this.maxSteps}. Raise maxSteps, or the step.`,
      );
    }
  }
}

/** Work done since it stood at `before`. */
function workSince(now: Work, before: Work): Work {
  const since = { ...now };
  for (const key of Object.keys(since) as (keyof Work)[]) since[key] -= before[key];
  return since;
}
