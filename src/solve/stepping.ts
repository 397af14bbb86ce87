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
  type SwitchSchedule,
  type SwitchWatch,
  type Trouble,
  type Work,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { Awakening } from "./awakening.js";
import { type Blame, blame } from "./blame.js";
import { unreliable } from "./failure.js";
import { Growth } from "./growth.js";
import { defaultMaxSteps, type SolveOptions } from "./options.js";
import type { Output } from "./output.js";
import type { Repair } from "./repair.js";
import { RoundingWatch, interval as watchInterval } from "./rounding-watch.js";
import { slack, Targets } from "./targets.js";

/** Steps shorter than this fraction of |t| do not advance the time reliably. */
const resolution = 16 * 2 ** -52;

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
  private readonly isRandom: boolean;
  private readonly isFinite: (y: State["y"]) => boolean;
  private readonly awakening: Awakening;
  /** Passes singular positions; undefined where there can be none. */
  readonly passage: Passing | undefined;
  /** Whether the stepper must begin again at `s`, because a step was made without it. */
  restarts = false;
  /** When redundant constraints were last chosen again. */
  private rechosenAt = Number.NaN;
  /** With fixed steps, unless the run accepts that energy is not kept. */
  private readonly growth: Growth | undefined;
  /** Switches that depend on the state, and those that depend on time alone; undefined when there are none. */
  readonly switches: SwitchWatch | undefined;
  readonly schedule: SwitchSchedule | undefined;

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
    this.isRandom = options.method.random === true;
    const isWatched = this.error === undefined && !this.isRandom && options.accept?.includes("energy") !== true;
    this.growth = isWatched ? new Growth(problem) : undefined;
    const { stateSwitches } = problem.workspace;
    this.switches =
      stateSwitches === undefined || this.isRandom ? undefined : stateSwitches.watch(problem, options, stepper.dense);
    const { timeSwitches } = problem.workspace.system;
    this.schedule = timeSwitches?.watch(problem, options, this.until, this.direction, pacer.maxStep);
    this.targets = new Targets(this.until, this.direction, repair.interval, output, this.schedule);
    this.blame = blame(problem, repair, stepper, consistency);
    this.rounding = new RoundingWatch(problem, repair.rate, pacer);
    this.consistency = consistency;
    const paced = this.error === undefined ? undefined : pacer;
    const step = paced === undefined ? pacer.initialStep : undefined;
    this.passage = problem.manifold?.constraints?.singular?.passing(problem, paced, this.direction, step);
    this.branches = problem.workspace.branches;
    this.awakening = new Awakening(pacer, repair.rate, this.until, this.direction);
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
    this.awakening.isPossible = true;
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
    this.awakening.isPossible = true;
    const { length } = this.rounding.memory;
    this.rounding.memory = watched.slice(0, length);
    if (this.switches !== undefined) this.switches.numbers = watched.slice(length);
  }

  /** One attempt; "done" when the run has ended, with or without `trouble`. */
  attempt(): "running" | "done" {
    const { s, next, stepper, error, targets, passage, branches, awakening } = this;
    if (this.attempts >= this.maxSteps) return this.exhausted();
    if (error !== undefined && this.attempts % watchInterval === 0) {
      this.trouble = this.rounding.look(s, this.direction * this.h, this.until);
      if (this.trouble !== undefined) return "done";
    }
    if (this.schedule !== undefined && !this.passSwitches(this.schedule)) return "done";
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
    const wanted = branches !== undefined && error !== undefined ? branches.within(s, this.direction * free) : free;
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
    if (awakening.isPossible && error !== undefined && status === "ok") {
      next.t = s.t + step;
      if (awakening.begins(s, this.h, next, this.spare)) {
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
    if (branches !== undefined) {
      const room = branches.room(s, next, step);
      if (room < h) return this.turnsTooFar(branches, step, room);
    }
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
    branches?.follow(end.t, end.q);
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

  /** An angle would turn too far in the attempted step: it is made again with length `room`, if steps are not fixed. */
  private turnsTooFar(branches: Branches, step: number, room: number): "running" | "done" {
    this.work.rejected++;
    this.switches?.abandon();
    if (this.error === undefined) this.trouble = branches.lost(this.s, this.next, step);
    else this.h = room;
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
  private passSwitches(schedule: SwitchSchedule): boolean {
    const { s, targets, s0 } = this;
    for (;;) {
      const { before } = schedule;
      const after = schedule.reach(s.t, this.h, s0.t);
      if (!Object.is(before, schedule.before)) targets.aim(s0.t);
      if (Number.isNaN(after)) return true;
      const status = this.goOnAfter(s, after, schedule);
      if (this.trouble !== undefined) return false;
      if (status === "ok") continue;
      this.fail(status, s, this.h);
      return false;
    }
  }

  /** Goes on from `s` at a time just after a switch. Where the rate of a constraint jumps, the velocities do too. */
  private goOnAfter(s: State, after: number, { crossing }: SwitchSchedule): Status {
    const isMoved = crossing?.changesVelocities(s, after) === true;
    this.trouble = crossing?.trouble;
    if (this.trouble !== undefined) return "ok";
    s.t = after;
    this.low = 0;
    const status = isMoved ? (this.repair.exact?.apply(s) ?? "ok") : "ok";
    if (status === "ok") this.h = this.awakening.firstStep(s, this.h, this.next, this.spare);
    return status === "ok" ? this.restart(s) : status;
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
