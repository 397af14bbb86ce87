/**
 * Switches that depend on the state. Before a step is accepted, the arguments of `where`, `floor`, … are sampled along it,
 * as event functions are, so that a part of space that a step would pass over, in at one side and out at the other, is
 * met. No step should see both sides of a switch, except a very short one:
 *
 *  1. A step that passes a switch is made again and ends shortly before it. Where exactly it is passed is not known yet,
 *     because the attempt has seen both sides.
 *  2. The arguments along the steps so far are extrapolated to the switch, and shorter and shorter steps approach it.
 *  3. A step of almost no length crosses it. The method then starts afresh on the other side.
 *
 * A state that slides along a switch, as dry friction lets it, passes it in every step (`sliding.ts`). Under error control
 * the run ends there. With fixed steps, and where the law does not jump, a switch that was met a few times in a row is left
 * alone until a whole step has not passed it.
 *
 * Where a potential or a constraint itself jumps, or the slope of a constraint does, no step can follow: that is reported as trouble.
 */

import {
  copyState,
  type DenseOutput,
  type F64,
  newState,
  type Problem,
  type State,
  type StateSwitches,
  type SwitchWatch,
  short,
  type Trouble,
  type WatchedRun,
} from "../core/index.js";
import { changeOfSign } from "../math/change-of-sign.js";
import { crossingsOf, mayCross } from "../math/crossings.js";
import { LawSides } from "./law-sides.js";
import { Sliding } from "./sliding.js";
import { OwnJumps } from "./solved-switches.js";
import { holding, selfSwitching } from "./switch-troubles.js";

/** Parts of a step at whose ends arguments are sampled. */
const parts = 4;
/** Steps end before a switch by this fraction of their length: first, and when they approach it. */
const first = 1e-2;
const shortly = 1e-4;
/** The part grows by this factor with every attempt from the same state, up to one half. */
const growth = 8;
/** The length of the step that crosses a switch, as a fraction of a whole step, and in rounding errors of the time. */
const crossing = 1e-12;
const roundings = 32 * 2 ** -52;
/** Shorter attempts than this fraction of a whole step are parts of the approach to a switch. */
const whole = 0.5;
/** A step this short, as a fraction of a whole one, may cross a switch although it was only to approach it. */
const negligible = 1e-10;
/** How often a step is made again, and how often in a row the same switch is approached. */
const attempts = 12;
const patience = 3;
/** Failed attempts shorter than this fraction of a whole step are next to the switch, which is then at most so many lengths away. */
const near = 1e-6;
const farthest = 64;
/** Half the width, as a fraction of the step, across which rates are compared. */
const narrow = 2 ** -30;

export class SwitchApproach implements SwitchWatch {
  /** A potential or a constraint that jumps, once one was passed. */
  trouble: Trouble | undefined;
  /** The length of the next attempt; NaN when the run decides. */
  plan = Number.NaN;
  /** Whether the next attempt is to cross a switch. Its length is next to nothing, so its error is not estimated. */
  isCrossing = false;
  /** Whether the accepted step has crossed a switch, or was to cross one and fell short of it. */
  crosses = false;
  /** The switch that steps approach; -1 when there is none. */
  private approached = -1;
  /** How often the present step was made again. */
  private tries = 0;
  /** The switch that was found last. */
  private passed = -1;
  private readonly switches: StateSwitches;
  private readonly options: WatchedRun;
  private readonly dense: DenseOutput | undefined;
  /** Arguments at all samples of a step; the first row is the accepted state. Those at integers are mapped to a wave that passes zero there. */
  private readonly values: Float64Array;
  private readonly raw: Float64Array;
  private readonly at: F64;
  private readonly state: State;
  private readonly other: State;
  private readonly sides: LawSides;
  private readonly sliding: Sliding;
  private readonly ownJumps: OwnJumps;
  /** How often in a row each switch was met. */
  private readonly met: Float64Array;
  /** How often in a row attempts on the way to a switch have failed. */
  private failures = 0;
  /** How many inaccurate attempts have passed a switch since the last whole step or crossing. */
  private misled = 0;
  /** The first switch that was left to the error estimate, and since when; -1 when none was. */
  private left = -1;
  private leftAt = 0;

  constructor(problem: Problem, options: WatchedRun, switches: StateSwitches, dense: DenseOutput | undefined) {
    const { arena, dimension, n } = problem;
    const { count } = switches;
    this.options = options;
    this.switches = switches;
    this.dense = dense;
    this.values = new Float64Array((parts + 1) * count);
    this.raw = new Float64Array((parts + 1) * count);
    this.at = arena.f64(count);
    this.state = newState(arena, dimension, n);
    this.other = newState(arena, dimension, n);
    this.sides = new LawSides(problem, options);
    this.sliding = new Sliding(problem, switches);
    this.ownJumps = new OwnJumps(problem, switches, this.sliding);
    this.met = new Float64Array(count);
  }

  clear(): void {
    this.met.fill(0);
    this.left = -1;
    this.misled = 0;
    this.failures = 0;
    this.trouble = undefined;
    this.abandon();
  }

  /** Gives the approach up. */
  abandon(): void {
    this.plan = Number.NaN;
    this.approached = -1;
    this.tries = 0;
    this.isCrossing = false;
    this.crosses = false;
  }

  /** What a checkpoint stores. */
  get numbers(): number[] {
    const { plan, approached, tries, isCrossing, left, leftAt, misled, failures, met } = this;
    return [plan, approached, tries, Number(isCrossing), left, leftAt, misled, failures, ...met];
  }

  set numbers([
    plan = Number.NaN,
    approached = -1,
    tries = 0,
    isCrossing,
    left = -1,
    leftAt = 0,
    misled = 0,
    failures = 0,
    ...met
  ]: readonly number[]) {
    this.left = left;
    this.leftAt = leftAt;
    this.misled = misled;
    this.failures = failures;
    this.plan = plan;
    this.approached = approached;
    this.tries = tries;
    this.isCrossing = isCrossing === 1;
    this.met.set(met);
  }

  /** A sentence about a switch that steps pass without ending there. */
  get warning(): string | undefined {
    if (this.left < 0) return undefined;
    const { function: name, where } = this.switches.describe(this.left);
    return `From t = ${short(this.leftAt)} on, every step passes a switch (${name} in ${where}), as when dry friction holds a mass at rest. Steps then see both sides of it, and their errors may be larger than estimated. Write the law with a smooth transition, for example tanh(v/0.001) for sign(v).`;
  }

  /**
   * Looks at an attempt of length |h| from `s` to `end`, where a whole step has the length `full` and `norm` is the error
   * in tolerances. False if it is to be made again; `plan` is then its new length.
   */
  accepts(s: State, end: State, h: number, full: number, norm: number): boolean {
    const length = Math.abs(h);
    const tiny = Math.max(crossing * full, roundings * Math.abs(s.t));
    end.t = s.t + h;
    const { isCrossing, approached, tries } = this;
    this.abandon();
    if (norm <= 1) this.failures = 0;
    const theta = this.firstPassed(s, end, h, length > whole * full, approached, norm <= 1);
    // the end of an attempt next to a switch depends on how its stages fall on both sides; the rates do not
    if (isCrossing && this.beyond(approached, s, h)) this.judgePassage(approached, s, this.other, full);
    if (this.trouble !== undefined) return false;
    if (Number.isNaN(theta)) {
      if (length > whole * full) this.misled = 0;
      if (isCrossing) this.met[approached]++;
      // the differences of states this close to each other are rounding, which no history must contain
      this.crosses = isCrossing;
      if (approached >= 0 && this.met[approached] <= patience) this.approach(approached, length, full, tiny);
      return true;
    }
    const { passed } = this;
    const isShort = isCrossing || length <= Math.max(negligible * full, 4 * tiny);
    if (isShort || tries >= attempts) {
      this.crosses = true;
      this.misled = 0;
      this.met[passed]++;
      if (isShort) {
        this.trouble ??= this.sides.cornerAt(this.switches.describe(passed), s, end);
        const own = this.ownJumps.between(s, end, full);
        if (own >= 0) this.trouble ??= selfSwitching(this.switches.describe(own), end.t);
        this.judgePassage(passed, s, end, full);
      }
      return this.trouble === undefined;
    }
    // where steps are much too long, attempts pass switches that the motion does not: the error estimate shortens them
    if (tries === 0 && !(norm <= 1) && ++this.misled > patience) {
      this.misled = 0;
      return true;
    }
    this.trouble ??= this.sides.jumpAt(this.switches.describe(passed), s.t + theta * h, (x) =>
      this.inside(s, end, h, Math.min(Math.max(theta + x, 0), 1)),
    );
    const distance = theta * length;
    this.approached = passed;
    this.isCrossing = distance <= tiny;
    this.tries = tries + 1;
    const short = Math.min((length > whole * full ? first : shortly) * growth ** tries, 0.5);
    this.plan = this.isCrossing ? 2 * tiny : (1 - short) * distance;
    return false;
  }

  /**
   * Whether an attempt that failed on its way to a switch is to be made again with half its length; the run goes on as
   * before it where this does not help. Implicit methods fail next to a switch that holds the motion, because no state at
   * the end of the step fits the forces there; so the switch is judged from the side on which the motion still is.
   */
  retries(s: State, h: number, full: number): boolean {
    const { approached } = this;
    if (approached < 0 || ++this.failures > 2 * attempts) {
      this.abandon();
      this.failures = 0;
      return false;
    }
    if (Math.abs(h) < near * full && this.beyond(approached, s, h)) this.judgePassage(approached, s, this.other, full);
    this.plan = 0.5 * Math.abs(h);
    this.isCrossing = false;
    return true;
  }

  /** After steps have become too short at `s`: the trouble, if a switch holds the motion there. */
  holdsAt(s: State, h: number, span: number): Trouble | undefined {
    for (let length = h; Math.abs(length) < near * span; length *= farthest)
      for (let e = 0; e < this.switches.count; e++)
        if (this.beyond(e, s, length)) this.judgePassage(e, s, this.other, Math.abs(length) / near);
    return this.trouble;
  }

  /** Whether a step by the rates at `s` crosses switch e within a few lengths h; `other` is then its end. */
  private beyond(e: number, s: State, h: number): boolean {
    const { other, sliding } = this;
    const side = (x: State): number => this.sideOf(e, x);
    for (let k = 1; k <= farthest; k *= 2) if (sliding.ahead(other, s, k * h) && side(other) !== side(s)) return true;
    return false;
  }

  /** The sign of an argument, or the integer below it: a number that differs on both sides of switch e. */
  private sideOf(e: number, { t, y }: State): number {
    const { switches, at } = this;
    switches.evaluate(at, t, y);
    return switches.atIntegers[e] === 1 ? Math.floor(at[e]) : Math.sign(sided(at[e]));
  }

  /** After a short step across switch e: the motion passes it, or stays on it, which ends a run under error control. */
  private judgePassage(e: number, s: State, end: State, full: number): void {
    const passage = this.sliding.passage(e, s, end, full);
    if (passage === "across") this.crossed(s, end);
    if (passage === "held" && this.options.controller.needsError)
      this.trouble ??= holding(this.switches.describe(e), end.t);
  }

  /** The motion has passed every switch that has another side now: it does not stay on them. */
  private crossed(s: State, end: State): void {
    for (let e = 0; e < this.switches.count; e++)
      if (this.met[e] > 0 && this.sideOf(e, s) !== this.sideOf(e, end)) this.met[e] = 0;
  }

  /** Plans the next step towards switch e, from the parabola through the last samples of a step that did not pass it. */
  private approach(e: number, length: number, full: number, tiny: number): void {
    const { raw, switches } = this;
    const { count, atIntegers } = switches;
    const at = parts * count + e;
    const [b, c] = [raw[at - count], raw[at - 2 * count]];
    const slope = 0.5 * (3 * raw[at] - 4 * b + c);
    const bend = 0.5 * (raw[at] - 2 * b + c);
    const level = atIntegers[e] === 0 ? 0 : slope > 0 ? Math.floor(raw[at]) + 1 : Math.floor(raw[at]);
    // the smaller root of value + slope u + bend u² = level, with u in parts of the step
    const value = raw[at] - level;
    const root = Math.sqrt(slope * slope - 4 * bend * value);
    const u = (-2 * value) / (slope + (slope < 0 ? -root : root));
    const distance = (u * length) / parts;
    if (!(distance >= 0 && distance < full)) return;
    this.approached = e;
    this.isCrossing = distance <= tiny;
    this.plan = this.isCrossing ? 2 * tiny : (1 - shortly) * distance;
  }

  /** The part of an attempt after which the first switch is passed; NaN when none is. */
  private firstPassed(
    s: State,
    end: State,
    h: number,
    isWhole: boolean,
    approached: number,
    isAccurate: boolean,
  ): number {
    const { switches, values, met } = this;
    const { count } = switches;
    this.sample(0, s);
    for (let k = 1; k <= parts; k++) this.sample(k, k === parts ? end : this.inside(s, end, h, k / parts));
    let earliest = Number.NaN;
    for (let e = 0; e < count; e++) {
      const mayPass = this.passesIntegers(e) || mayCross(values, e, count, parts);
      const theta = mayPass ? this.firstCrossing(e, s, end, h) : Number.NaN;
      if (Number.isNaN(theta)) {
        if (isWhole) met[e] = 0;
      } else if ((met[e] < patience || e === approached) && !(theta >= earliest)) {
        earliest = theta;
        this.passed = e;
      } else if (met[e] >= patience && e !== approached && this.left < 0 && isAccurate) {
        // an attempt that is much too long may pass a switch that the motion has just left
        this.left = e;
        this.leftAt = s.t;
        this.judgeLeft(e, s, end, h, theta);
      }
    }
    return earliest;
  }

  /** A switch that every step passes: under error control, a law that jumps there ends the run. */
  private judgeLeft(e: number, s: State, end: State, h: number, theta: number): void {
    if (!this.options.controller.needsError) return;
    copyState(this.other, this.inside(s, end, h, Math.max(theta - narrow, 0)));
    if (this.sliding.jumps(this.other, this.inside(s, end, h, Math.min(theta + narrow, 1))))
      this.trouble ??= holding(this.switches.describe(e), s.t);
  }

  /** The state at a part of the step; linear between the ends for methods without dense output. */
  private inside(s: State, end: State, h: number, theta: number): State {
    const { state, dense } = this;
    state.t = s.t + theta * h;
    if (dense?.at(state.y, theta) === "ok") return state;
    for (let i = 0; i < state.y.length; i++) state.y[i] = s.y[i] + theta * (end.y[i] - s.y[i]);
    return state;
  }

  private sample(k: number, { t, y }: State): void {
    const { switches, values, raw, at } = this;
    const { count, atIntegers } = switches;
    switches.evaluate(at, t, y);
    for (let e = 0; e < count; e++) {
      raw[k * count + e] = at[e];
      values[k * count + e] = atIntegers[e] === 1 ? wave(at[e]) : sided(at[e]);
    }
  }

  /** Whether neighbouring samples lie between different integers. */
  private passesIntegers(e: number): boolean {
    const { raw, switches } = this;
    if (switches.atIntegers[e] === 0) return false;
    for (let at = e + switches.count; at < raw.length; at += switches.count)
      if (Math.floor(raw[at]) !== Math.floor(raw[at - switches.count])) return true;
    return false;
  }

  /** The first part of the step after which switch e is passed; NaN when it is not. */
  private firstCrossing(e: number, s: State, end: State, h: number): number {
    const { raw, values, switches, at } = this;
    const { count, atIntegers } = switches;
    const argument = (theta: number): number => {
      const { t, y } = this.inside(s, end, h, theta);
      switches.evaluate(at, t, y);
      return at[e];
    };
    if (atIntegers[e] === 1)
      for (let k = 1; k <= parts; k++) {
        const [a, b] = [raw[(k - 1) * count + e], raw[k * count + e]];
        if (Math.floor(a) === Math.floor(b)) continue;
        const level = Math.floor(a) + Number(b > a);
        return changeOfSign((x) => argument(x) - level, (k - 1) / parts, a - level, k / parts, b - level);
      }
    const value = atIntegers[e] === 1 ? (x: number) => wave(argument(x)) : (x: number) => sided(argument(x));
    const { roots } = crossingsOf(value, values[e], values[parts * count + e], parts);
    return roots.reduce((least, { theta }) => (theta >= least ? least : theta), Number.NaN);
  }
}

/** An argument with a sign everywhere: `where` and similar functions treat zero as they treat the numbers below it. */
const sided = (argument: number): number => (argument === 0 ? -Number.MIN_VALUE : argument);

/** Passes zero at every integer, with a slope of one, up and down in turn. */
function wave(x: number): number {
  const nearest = Math.round(x);
  return nearest % 2 === 0 ? x - nearest : nearest - x;
}
