/**
 * The steps of a run: attempt, judge, repair, accept, watch, again. Nothing is allocated per step and nothing is thrown;
 * trouble ends it. Time is a compensated sum, so that a million steps of 0.1 end at 100000 and not 1.3e-6 later.
 */

import {
  type Branches,
  copyState,
  type ErrorEstimate,
  type NextStep,
  newState,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
  type Work,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { type Blame, blame } from "./blame.js";
import { droppedWatch } from "./dropped-watch.js";
import { type Trouble, unreliable } from "./failure.js";
import { defaultMaxSteps, type SolveOptions } from "./options.js";
import type { Output } from "./output.js";
import type { Repair } from "./repair.js";
import { slack, Targets } from "./targets.js";

/** Steps below this part of |t| do not advance it reliably. */
const resolution = 16 * 2 ** -52;

export class Stepping {
  /** The accepted state, the attempt, its projection; they change places. */
  s: State;
  next: State;
  spare: State;
  /** The start, made consistent. */
  readonly s0: State;
  /** `s` was projected by the step that made it. */
  projected = true;
  /** Step to try next, positive. */
  h = 0;
  /** What the time of `s` lacks: the exact sum is s.t + low. */
  low = 0;
  attempts = 0;
  readonly targets: Targets;
  /** What ended it, when that was not the end. */
  trouble: Trouble | undefined;
  readonly blame: Blame;
  /** Why attempts at the present step failed, when not for accuracy. */
  private obstacle: Trouble["status"] | undefined;

  private readonly stepper: Stepper;
  private readonly pacer: Pacer;
  private readonly repair: Repair;
  private readonly output: Output;
  /** Undefined when steps are fixed. */
  private readonly error: ErrorEstimate | undefined;
  private readonly nextStep: NextStep;
  private readonly until: number;
  private readonly direction: number;
  private readonly maxSteps: number;
  private readonly work: Work;
  private readonly branches: Branches | undefined;
  private readonly droppedWatch: ReturnType<typeof droppedWatch>;

  constructor(
    problem: Problem,
    options: SolveOptions,
    s: State,
    stepper: Stepper,
    pacer: Pacer,
    repair: Repair,
    output: Output,
    ownPace: NextStep | undefined,
  ) {
    const { arena, dimension, n, work } = problem;
    this.s = s;
    this.next = newState(arena, dimension, n);
    this.spare = newState(arena, dimension, n);
    this.s0 = newState(arena, dimension, n);
    this.stepper = stepper;
    this.pacer = pacer;
    this.repair = repair;
    this.output = output;
    this.error = options.controller.needsError ? stepper.error : undefined;
    const order = stepper.error?.order ?? options.method.order;
    this.nextStep = ownPace ?? ((_s, h, norm, accepted) => pacer.next(h, norm, order, accepted));
    this.until = options.until;
    this.direction = options.until < s.t ? -1 : 1;
    this.maxSteps = options.maxSteps ?? defaultMaxSteps;
    this.work = work;
    this.targets = new Targets(this.until, this.direction, repair.interval, output);
    this.blame = blame(problem, repair, stepper);
    this.droppedWatch = droppedWatch(problem);
    this.branches = problem.workspace.branches;
  }

  /** Forget the steps so far. */
  clear(): void {
    this.projected = true;
    this.low = 0;
    this.attempts = 0;
    this.targets.intervals = 0;
    this.obstacle = undefined;
    this.trouble = undefined;
    this.pacer.clear?.();
  }

  /** One attempt; "done" when the run has ended, with or without `trouble`. */
  attempt(): "running" | "done" {
    const { s, next, stepper, error, targets } = this;
    if (this.attempts >= this.maxSteps) return this.exhausted();

    // 1. how far
    const left = Math.abs(targets.time - s.t - this.low);
    const hits = left <= this.h * (1 + slack);
    const h = hits ? left : error !== undefined && left < 2 * this.h ? 0.5 * left : this.h;
    const step = this.direction * h;

    // 2. try; the error is estimated before projection
    this.attempts++;
    let status = stepper.attempt(next, s, step);
    if (status === "ok" && !allFinite(next.y)) status = "nonfinite";
    const norm = error !== undefined && status === "ok" ? error.norm(this.pacer, s.y, next.y) : 0;
    if (status !== "ok" || !(norm <= 1)) return this.reject(status, norm, h, next);
    const increment = step + this.low;
    next.t = hits ? targets.time : s.t + increment;
    const low = hits ? 0 : increment - (next.t - s.t);

    // 3. repair, on a copy where somebody may still interpolate the attempt
    let end = next;
    const projected = this.repair.isDue(next, hits && targets.endsInterval);
    if (projected) {
      if (this.output.looksInside) {
        end = this.spare;
        copyState(end, next);
      }
      status = this.repair.own!.apply(end, s);
      if (status !== "ok") return this.reject(status, 0, h, end);
    }
    if (next.t === s.t && !hits) return this.fail("step-too-small", s, h);
    this.trouble = this.droppedWatch(end);
    if (this.trouble !== undefined) return "done";

    // 4. accept and watch
    stepper.accept();
    this.branches?.follow(end.t, end.q);
    this.work.steps++;
    this.obstacle = undefined;
    const stopped = !this.output.idle && this.output.watch(s, end, step, projected);
    if (!this.output.idle && this.output.status !== "ok") {
      stepper.moved(s);
      return this.fail(this.output.status, s, h);
    }

    // 5. go on from the end
    if (projected || stopped) stepper.moved(end);
    if (end === next) this.next = s;
    else this.spare = s;
    this.s = end;
    this.projected = projected || stopped;
    this.low = low;
    if (error !== undefined && !stopped) this.pace(h, norm);
    const { broken } = this.output.conscience;
    if (broken !== undefined) {
      this.trouble = unreliable(broken, end.t);
      return "done";
    }
    if (stopped || end.t === this.until || this.output.ledger.broken !== undefined) return "done";
    if (hits) targets.hit(this.s0.t);
    return "running";
  }

  private reject(status: Status, norm: number, h: number, bad: State): "running" | "done" {
    this.work.rejected++;
    const broken = status !== "ok" || Number.isNaN(norm);
    if (broken) this.obstacle = status === "ok" ? "nonfinite" : status;
    if (this.error === undefined) return this.fail(this.obstacle ?? "step-too-small", bad, h);
    const shorter = this.nextStep(this.s, h, broken ? Number.POSITIVE_INFINITY : norm, false);
    this.h = shorter < h ? shorter : 0.5 * h;
    if (this.h > resolution * Math.abs(this.s.t) && this.h > 1e-300) return "running";
    return this.fail(this.obstacle ?? "step-too-small", bad, this.h);
  }

  /** The next step after an accepted one; one that was cut to hit a time does not make the next one shorter. */
  private pace(h: number, norm: number): void {
    const proposal = this.nextStep(this.s, h, norm, true);
    const planned = h < this.h ? Math.max(proposal, this.h) : proposal;
    this.h = Math.min(planned, this.pacer.maxStep);
  }

  private exhausted(): "done" {
    const cause = `${this.attempts} steps were tried, the limit`;
    this.trouble = { status: "max-steps", t: this.s.t, h: this.direction * this.h, cause };
    return "done";
  }

  private fail(status: Trouble["status"], bad: State, h: number): "done" {
    this.trouble = this.blame.at(status, bad, this.s, this.direction * h);
    return "done";
  }
}
