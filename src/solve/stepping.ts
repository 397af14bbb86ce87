/**
 * The steps of a run: attempt, judge, repair, accept, show, and repeat. A step allocates nothing and throws nothing; a
 * `Trouble` ends the run. Time is a compensated sum, so that a million steps of 0.1 end at 100000 and not 1.3e-6 later.
 */

import {
  type Branches,
  type Consistency,
  copyState,
  type ErrorEstimate,
  type NextStep,
  newState,
  type Pacer,
  type Passing,
  type Problem,
  type State,
  type Status,
  type Stepper,
  type SwitchWatch,
  type TimeCrossing,
  type Trouble,
  type Work,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { type Blame, blame } from "./blame.js";
import { type Expectation, expectMotion } from "./expected-sizes.js";
import { lostBranch, unreliable } from "./failure.js";
import { Growth } from "./growth.js";
import { defaultMaxSteps, type SolveOptions } from "./options.js";
import type { Output } from "./output.js";
import type { Repair } from "./repair.js";
import { RoundingWatch, interval as watchInterval } from "./rounding-watch.js";
import { slack, Targets } from "./targets.js";

/** Steps shorter than this fraction of |t| do not advance the time reliably. */
const resolution = 16 * 2 ** -52;
/** Angles are continuous within half a turn of references that are at most a quarter behind, so steps may turn them by a quarter. */
const farthest = Math.PI / 2;

export class Stepping {
  /** The accepted state, the attempt and its projection. They are exchanged, not copied. */
  s: State;
  next: State;
  spare: State;
  /** The start, after it was made consistent. */
  readonly s0: State;
  /** Whether `s` was projected by the step that led to it. */
  projected = true;
  /** The step to try next, positive. */
  h = 0;
  /** The rounding error of the time of `s`: the exact sum of the steps is s.t + low. */
  low = 0;
  attempts = 0;
  readonly targets: Targets;
  readonly rounding: RoundingWatch;
  /** Why the run ended early; undefined if it did not. */
  trouble: Trouble | undefined;
  readonly blame: Blame;
  /** Why attempts at the present step failed, if the error estimate was not the reason. */
  private obstacle: Trouble["status"] | undefined;

  private readonly stepper: Stepper;
  private readonly pacer: Pacer;
  private readonly repair: Repair;
  private readonly output: Output;
  /** The error estimate; undefined when steps are fixed. */
  private readonly error: ErrorEstimate | undefined;
  private readonly nextStep: NextStep;
  private readonly until: number;
  private readonly direction: number;
  private readonly maxSteps: number;
  private readonly work: Work;
  private readonly branches: Branches | undefined;
  private readonly consistency: Consistency | undefined;
  private readonly hasTimeSwitches: boolean;
  /** Looks at constraints that switch with time; undefined when there are none. */
  private readonly timeCrossing: TimeCrossing | undefined;
  private readonly isRandom: boolean;
  private readonly isFinite: (y: State["y"]) => boolean;
  /** Whether all that may move has rested at zero so far; asked again after the start until it has not. */
  private mayAwaken = true;
  /** Passes singular positions; undefined where there can be none. */
  readonly passage: Passing | undefined;
  /** Whether the stepper must begin again at `s`, because a step was made without it. */
  restarts = false;
  /** When redundant constraints were last chosen again. */
  private rechosenAt = Number.NaN;
  /** With fixed steps, unless the run accepts that energy is not kept. */
  private readonly growth: Growth | undefined;
  /** Switches that depend on the state; undefined when there are none. */
  readonly switches: SwitchWatch | undefined;

  constructor(
    problem: Problem,
    options: SolveOptions,
    s: State,
    stepper: Stepper,
    pacer: Pacer,
    repair: Repair,
    output: Output,
    consistency: Consistency | undefined,
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
    this.isFinite = problem.workspace.allFinite ?? allFinite;
    const switches = problem.workspace.system.timeSwitches;
    this.isRandom = options.method.random === true;
    const isWatched = this.error === undefined && !this.isRandom && options.accept?.includes("energy") !== true;
    this.growth = isWatched ? new Growth(problem) : undefined;
    const { stateSwitches } = problem.workspace;
    this.switches =
      stateSwitches === undefined || this.isRandom ? undefined : stateSwitches.watch(problem, options, stepper.dense);
    this.targets = new Targets(this.until, this.direction, repair.interval, output, switches);
    this.hasTimeSwitches = switches !== undefined;
    this.timeCrossing = switches?.watch?.(problem, options);
    this.blame = blame(problem, repair, stepper, consistency);
    this.rounding = new RoundingWatch(problem, repair.rate, pacer);
    this.consistency = consistency;
    const paced = this.error === undefined ? undefined : pacer;
    const step = paced === undefined ? pacer.initialStep : undefined;
    this.passage = problem.manifold?.constraints?.singular?.passing(problem, paced, this.direction, step);
    this.branches = problem.workspace.branches;
  }

  /** Forgets the steps so far. */
  clear(): void {
    this.projected = true;
    this.low = 0;
    this.attempts = 0;
    this.targets.forget();
    this.obstacle = undefined;
    this.trouble = undefined;
    this.restarts = false;
    this.mayAwaken = true;
    this.rechosenAt = Number.NaN;
    this.switches?.clear();
    this.growth?.clear();
    this.rounding.clear();
    this.pacer.clear?.();
  }

  /** What the next steps need to know of those before, beside the states: for checkpoints. */
  get memory(): readonly number[] {
    const { h, low, attempts, targets, projected, restarts, rounding, switches } = this;
    const loop = [h, low, attempts, targets.intervals, Number(projected), Number(restarts)];
    return [...loop, ...rounding.memory, ...(switches?.numbers ?? [])];
  }

  set memory([h, low, attempts, intervals, projected, restarts, ...watched]: readonly number[]) {
    this.h = h;
    this.low = low;
    this.attempts = attempts;
    this.targets.intervals = intervals;
    this.projected = projected === 1;
    this.restarts = restarts === 1;
    this.mayAwaken = true;
    const { length } = this.rounding.memory;
    this.rounding.memory = watched.slice(0, length);
    if (this.switches !== undefined) this.switches.numbers = watched.slice(length);
  }

  /** One attempt; "done" when the run has ended, with or without `trouble`. */
  attempt(): "running" | "done" {
    const { s, next, stepper, error, targets, passage } = this;
    if (this.attempts >= this.maxSteps) return this.exhausted();
    if (error !== undefined && this.attempts % watchInterval === 0) {
      this.trouble = this.rounding.look(s, this.direction * this.h, this.until);
      if (this.trouble !== undefined) return "done";
    }
    if (this.hasTimeSwitches && !this.passSwitches()) return "done";
    if (passage?.isPlanned && passage.isDue(s.t)) return this.pass(passage);
    if (this.restarts) {
      this.restarts = false;
      const began = this.restart(s);
      if (began !== "ok") return this.fail(began, s, this.h);
    }

    // 1. the length of the step
    const { switches } = this;
    const left = Math.abs(targets.time - s.t - this.low);
    const free = passage?.limits ? Math.min(this.h, passage.room(s.t)) : this.h;
    const wanted = this.branches !== undefined && error !== undefined ? this.withinBranch(this.branches, free) : free;
    let hits = left <= wanted * (1 + slack);
    let h = hits ? left : error !== undefined && left < 2 * wanted ? 0.5 * left : wanted;
    if (switches !== undefined && switches.plan < h) {
      hits = false;
      h = switches.plan;
    }
    const step = this.direction * h;

    // 2. attempt; the error is estimated and switches are looked for before projection
    this.attempts++;
    let status = stepper.attempt(next, s, step);
    if (status === "ok" && !this.isFinite(next.y)) status = "nonfinite";
    if (this.mayAwaken && error !== undefined && status === "ok") {
      next.t = s.t + step;
      if (this.awakens(s, next)) {
        this.work.rejected++;
        return "running";
      }
    }
    const isJudged = error !== undefined && status === "ok" && (switches === undefined || !switches.isCrossing);
    const norm = isJudged ? error.norm(this.pacer, s.y, next.y) : 0;
    const heard = passage?.hears(next) ?? true;
    if (heard && passage?.plans(s, h, next, status === "ok" ? norm : Number.NaN)) {
      if (this.rechooses("alarm", this.extrapolated(passage.instant))) {
        passage.retract();
        return "running";
      }
      return error === undefined ? "running" : this.reject("ok", 1, h, next);
    }
    if (switches !== undefined && status === "ok" && !switches.accepts(s, next, step, this.h, norm)) {
      this.work.rejected++;
      this.trouble = switches.trouble;
      return this.trouble === undefined ? "running" : "done";
    }
    if (status !== "ok" || !(norm <= 1)) return this.reject(status, norm, h, next);
    if (this.branches !== undefined && !this.keepsBranch(this.branches, s, next, h)) return this.tooFar();
    const increment = step + this.low;
    next.t = hits ? targets.time : s.t + increment;
    const low = hits ? 0 : increment - (next.t - s.t);

    // 3. repair, on a copy if the attempt may still be interpolated
    let end = next;
    const projected = this.repair.isDue(next, hits && targets.endsInterval);
    if (projected) {
      if (this.output.looksInside || switches !== undefined) {
        end = this.spare;
        copyState(end, next);
      }
      status = this.repair.own!.apply(end, s);
      if (status !== "ok") return this.reject(status, 0, h, end);
    }
    if (next.t === s.t && !hits) return this.fail("step-too-small", s, h);
    if (this.consistency?.hasDropped) {
      this.trouble = this.consistency.dropped(end);
      if (this.trouble !== undefined) return "done";
    }

    // 4. accept and show
    stepper.accept();
    this.branches?.follow(end.t, end.q);
    this.work.steps++;
    this.obstacle = undefined;
    const stopped = !this.output.idle && this.output.watch(s, end, step, projected);
    if (!this.output.idle && this.output.status !== "ok") {
      stepper.moved(s);
      return this.fail(this.output.status, s, h);
    }

    // 5. continue from the end
    if (switches?.crosses === true) {
      status = this.restart(end);
      if (status !== "ok") return this.fail(status, end, h);
    } else if (projected || stopped) stepper.moved(end);
    this.low = low;
    this.continueFrom(end, projected || stopped);
    if (heard && this.rechooses("step")) passage?.retract();
    if (error !== undefined) this.pacer.learn?.(end.y, h, Math.max(h, this.h));
    if (isJudged && !stopped) this.pace(h, norm);
    return this.after(s, stopped, hits);
  }

  // numbers that are passed to a function which is not inlined are boxed, so these take none
  private continueFrom(end: State, projected: boolean): void {
    if (end === this.next) this.next = this.s;
    else this.spare = this.s;
    this.s = end;
    this.projected = projected;
  }

  /** The step of length h from `s`, or a shorter one in which no angle turns too far at its present rate. */
  private withinBranch(branches: Branches, h: number): number {
    const turn = branches.turn(this.s, this.direction * h);
    return turn > 0.8 * farthest ? 0.8 * (farthest / turn) * h : h;
  }

  /** Whether no angle turns so far in a step that its branch would be lost; otherwise `h` becomes a length at which none does. */
  private keepsBranch(branches: Branches, s: State, end: State, h: number): boolean {
    const turn = Math.max(branches.turn(s, this.direction * h), branches.turn(end, this.direction * h));
    if (!(turn > farthest)) return true;
    if (this.error === undefined) this.trouble = lostBranch(s.t, h, turn);
    else this.h = 0.8 * (farthest / turn) * h;
    return false;
  }

  private tooFar(): "running" | "done" {
    this.work.rejected++;
    this.switches?.abandon();
    return this.trouble === undefined ? "running" : "done";
  }

  /** What follows an accepted step from `before`: the end of the run, or the next target. */
  private after(before: State, stopped: boolean, hits: boolean): "running" | "done" {
    const { s: end, targets } = this;
    const broken = this.output.conscience?.broken;
    if (broken !== undefined) this.trouble = unreliable(broken, end.t);
    // growth of a million times takes more than a few steps
    else if (this.growth !== undefined && (this.attempts % 8 === 0 || end.t === this.until))
      this.trouble = this.growth.look(before, end, end.t - before.t, this.s0);
    if (this.trouble !== undefined) return "done";
    if (stopped || end.t === this.until || this.output.ledger.broken !== undefined) return "done";
    if (hits) targets.hit(this.s0.t);
    return "running";
  }

  /** While the accepted state stands at a switch, goes on just after it, without history; false when that fails. */
  private passSwitches(): boolean {
    const { s, targets } = this;
    for (;;) {
      const after = targets.switchAt(s.t, this.h, this.s0.t);
      if (Number.isNaN(after)) return true;
      const status = this.goOnAfter(s, after);
      if (this.trouble !== undefined) return false;
      if (status === "ok") continue;
      this.fail(status, s, this.h);
      return false;
    }
  }

  /** Goes on from `s` at a time just after a switch. Where the rate of a constraint jumps, the velocities do too. */
  private goOnAfter(s: State, after: number): Status {
    const isMoved = this.timeCrossing?.changesVelocities(s, after) === true;
    this.trouble = this.timeCrossing?.trouble;
    if (this.trouble !== undefined) return "ok";
    s.t = after;
    this.low = 0;
    const status = isMoved ? (this.repair.exact?.apply(s) ?? "ok") : "ok";
    if (status === "ok") this.expectMotion(s);
    return status === "ok" ? this.restart(s) : status;
  }

  /** What has rested at zero so far may move from here on. */
  private expectMotion(s: State): void {
    this.mayAwaken = true;
    if (this.pacer.lacksSizes?.(true) !== true) return;
    const expected = this.expectedAt(s.t, s);
    if (expected !== undefined) this.h = Math.min(this.h, 0.01 * expected.time);
  }

  /** Whether an attempt moves what has rested at zero so far, and must be made again with tolerances for that motion. */
  private awakens(s: State, end: State): boolean {
    this.mayAwaken = this.pacer.lacksSizes?.() === true;
    if (!this.mayAwaken || end.y.every((x, i) => x === s.y[i])) return false;
    return this.expectedAt(end.t, s) !== undefined;
  }

  /** What the rates at a time make one expect of the motion from `s`; overwrites the states that are not in use. */
  private expectedAt(t: number, s: State): Expectation | undefined {
    const { pacer, next, spare, repair, until, direction } = this;
    const { rate } = repair;
    if (rate?.(next.y, t, s.y) !== "ok" || !allFinite(next.y)) return undefined;
    const f0 = next.y.slice();
    const span = direction * Math.max(Math.abs(until - t), this.h);
    return expectMotion(pacer, rate, { ...s, t }, span, f0, next.y, spare.y);
  }

  /** Goes on from a state without what the steps before it have left. Random numbers go on where they are. */
  private restart(at: State): Status {
    if (!this.isRandom) return this.stepper.start(at);
    this.stepper.moved(at);
    return "ok";
  }

  /** One step across a singular position, without the stepper. */
  private pass(passage: Passing): "running" | "done" {
    const { s, next, output, targets } = this;
    this.attempts++;
    const crossed = passage.cross(next, s, targets.time);
    if (crossed !== "crossed") return "running";
    const [h, hits] = [next.t - s.t, next.t === targets.time];
    const isDue = !passage.isPlanned && this.repair.isDue(next, hits && targets.endsInterval);
    if (isDue) {
      copyState(this.spare, next);
      if (this.repair.own!.apply(this.spare, s) === "ok") copyState(next, this.spare);
    }
    this.restarts = true;
    this.branches?.follow(next.t, next.q);
    this.work.steps++;
    this.obstacle = undefined;
    output.crossing = passage.dense;
    const stopped = !output.idle && output.watch(s, next, h, true);
    output.crossing = undefined;
    this.low = 0;
    this.continueFrom(next, true);
    if (this.error !== undefined) this.pacer.learn?.(next.y, Math.abs(h), Math.max(Math.abs(h), this.h));
    return this.after(s, stopped, hits);
  }

  private reject(status: Status, norm: number, h: number, bad: State): "running" | "done" {
    this.work.rejected++;
    if (this.error !== undefined && this.switches?.retries(this.s, this.direction * h, this.h) === true) {
      this.trouble = this.switches.trouble;
      return this.trouble === undefined ? "running" : "done";
    }
    if (status !== "ok" && this.rechooses("failure")) return "running";
    this.rounding.rejected++;
    const broken = status !== "ok" || Number.isNaN(norm);
    if (broken) this.obstacle = status === "ok" ? "nonfinite" : status;
    if (this.error === undefined) return this.fail(this.obstacle ?? "step-too-small", bad, h);
    const shorter = this.nextStep(this.s, h, broken ? Number.POSITIVE_INFINITY : norm, false);
    this.h = shorter < h ? shorter : 0.5 * h;
    if (this.h > resolution * Math.abs(this.s.t) && this.h > 1e-300) return "running";
    this.trouble = this.switches?.holdsAt(this.s, this.direction * this.h, Math.abs(this.until - this.s0.t));
    if (this.trouble !== undefined) return "done";
    return this.fail(this.obstacle ?? "step-too-small", bad, this.h);
  }

  /**
   * Whether other redundant constraints are left out from `s` on; the method then begins again there. Asked once for each
   * reason at one time, so that attempts come to an end.
   */
  private rechooses(reason: "step" | "alarm" | "failure", at = this.s): boolean {
    const { consistency, s } = this;
    if (consistency?.hasDropped !== true) return false;
    if (reason !== "step" && this.rechosenAt === s.t) return false;
    if (!consistency.rechoose(at, reason)) return false;
    this.rechosenAt = s.t;
    this.restarts = true;
    return true;
  }

  /** About the state at a time t near that of `s`, in `spare`. */
  private extrapolated(t: number): State {
    const { s, spare } = this;
    copyState(spare, s);
    const { q, v } = spare;
    for (let k = 0; k < q.length; k++) q[k] += (t - s.t) * v[k];
    spare.t = t;
    return spare;
  }

  /** The next step after an accepted one. A step that was cut to hit a time does not shorten the next one. */
  private pace(h: number, norm: number): void {
    const proposal = this.nextStep(this.s, h, norm, true);
    const planned = h < this.h ? Math.max(proposal, this.h) : proposal;
    this.h = Math.min(planned, this.pacer.maxStep);
  }

  private exhausted(): "done" {
    const cause = `the limit of ${this.attempts} attempted steps is reached`;
    this.trouble = { status: "max-steps", t: this.s.t, h: this.direction * this.h, cause };
    return "done";
  }

  private fail(status: Trouble["status"], bad: State, h: number): "done" {
    const trouble = this.blame.at(status, bad, this.s, this.direction * h);
    const advice = status === "singular" ? this.passage?.advice : undefined;
    this.trouble = advice === undefined ? trouble : { ...trouble, advice };
    return "done";
  }
}
