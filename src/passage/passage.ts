/**
 * Passes singular positions, at which constraints become dependent for an instant. Evaluations set an alarm when they
 * come near one (`SingularPositions.alarm`). The time to it is then measured, steps are taken up to an interval around it, and
 * one step crosses the interval (`crossing.ts`). Runs without an alarm are not affected.
 */

import {
  type ByteReader,
  type ByteWriter,
  type DenseOutput,
  type F64,
  inWords,
  minimum,
  newState,
  ownersOf,
  type Pacer,
  type PassedInstant,
  type Passing,
  type Problem,
  type SingularPositions,
  type State,
  short,
  type Tolerances,
} from "../core/index.js";
import { scaledNorm } from "../linalg/vector.js";
import { Crossing, type Measure } from "./crossing.js";
import { placement } from "./instants.js";
import type { Sight } from "./nearness.js";
import { CrossedInterval, Passed } from "./passed.js";

/**
 * The passage of a run; undefined when its constraints cannot become dependent, or are not solved for by the equations
 * that the crossing uses.
 */
export function passingOf(
  problem: Problem,
  pacer: Pacer | undefined,
  direction: number,
  step?: number,
): Passing | undefined {
  const constraints = problem.manifold?.constraints;
  if (constraints?.singular === undefined || constraints.m < 2) return undefined;
  if (problem.dimension !== 2 * problem.n || problem.workspace.mechanics?.constraints !== constraints) return undefined;
  // beyond a singular position friction may act in more than one way
  if (problem.workspace.mechanics.reactive !== undefined) return undefined;
  // methods that solve for the multipliers themselves are helped if they choose their steps
  const solves = problem.constraints === constraints && pacer !== undefined;
  return problem.rate === constraints.underlying || solves
    ? new CrossingPassage(problem, pacer, direction, step)
    : undefined;
}

/** What to do where a run ends at a singular position that it could not pass. */
const stuck =
  "No motion was found that goes straight on through this position: it comes to rest there, or lengths fit only approximately. Start with another speed, make lengths that are meant to be equal exactly equal, or leave out a constraint.";

/** What a run says about a singular position that it has passed. */
function passageNote({ t, constraints, owners, multipliers }: PassedInstant, from: number): string {
  const names = inWords(owners, constraints);
  const reaction =
    multipliers === "limits"
      ? "the multipliers have limits there, which are shown."
      : "the multipliers grow without bound there, because the load has a part that no constraint can carry.";
  const way =
    t === from
      ? "The run began on the branch to which the velocities belong"
      : "The run went straight on, along the branch on which the velocities are continuous";
  return `At t = ${short(t)} constraints depend on each other for an instant (${names}), and branches of the motion meet. ${way}; ${reaction}`;
}

/** Ordinary steps end at the interval if they come this close to it, in half intervals. */
const slack = 1e-6;
/** A singular position further away than this many steps is left to later steps, unless the part of the digits that is
 * left is already below the second number and two views agree to the third: at tight tolerances steps are short, and rounding allows no short interval. */
const horizon = 10;
const near = 0.15;
const agreement = 0.1;
/** The first interval is as long as losing all but this fraction of the digits needs, even if the state is inside already. */
const ample = 0.05;
/** Where inside a long step singular positions are looked for, as fractions of it. */
const looks = [0.5, 0.25, 0.75];
/** The part of the least time to a singular position in which none is looked for. */
const safety = 0.5;
/** A state is looked at if its error is not above this many tolerances. */
const usable = 100;
/** The shortest half interval, as a fraction of the first one. */
const shortest = 1e-3;
/** The distance to the end of the first interval of a run that begins in a singular position, relative to the coordinates. */
const firstWay = 0.3;
/** The most attempts at one crossing, each with another interval. */
const mostTrials = 24;
/** From this place in the interval on, ordinary steps may take over. */
const beyond = 0.5;
/** Times that differ by less than this are the same instant, in half intervals. */
const same = 0.01;
/** With fixed steps there is no tolerance; the crossing then uses this one. */
const whenFixed: Tolerances = { rtol: 1e-9, atol: new Float64Array(0), revision: 0, norm: "max" };
/** Crossings are at least this accurate, because the multipliers near a singular position magnify errors. */
const loosest = 1e-6;
/** The polynomials of the multipliers may be wrong by this fraction of the largest. */
const accurate = 2e-5;
/** Where rounding decides, the error relative to the size of the state must be below this. */
const smallest = 1e-9;
/** A few rounding errors of the largest coordinate, or velocity. They are magnified near the singular position, and no
 * tolerance can be below them. */
const rounding = 64 * 2 ** -52;
/** The points nearest to the singular position, in half intervals. */
const nearest = 0.18;

type Crossed = "crossed" | "approach" | "declined";

class CrossingPassage implements Passing {
  /** States inside the crossed interval, as a dense output of the step that crosses it. */
  readonly dense: DenseOutput;
  /** A field and not a getter, because it is read twice in every attempt. */
  isPlanned = false;
  limits = false;
  readonly advice = stuck;
  readonly note = passageNote;
  private readonly problem: Problem;
  private readonly positions: SingularPositions;
  private readonly alarm: SingularPositions["alarm"];
  /** Whether the method solves for the multipliers itself, so that its evaluations give no alarm. */
  private readonly isSilent: boolean;
  private readonly crossing: Crossing;
  private readonly measure: Measure;
  private readonly middle: State;
  private readonly tolerances: Tolerances;
  private readonly rtol: number;
  /** The absolute part of the tolerance, for each component of y. */
  private readonly floors: Float64Array;
  private readonly direction: number;
  /** Multiples of this are the lengths of crossings when steps are fixed. */
  private readonly step: number | undefined;
  /** The interval to be crossed: middle and half length; the latter is 0 if there is none. */
  private centre = 0;
  private half = 0;
  private shortestHalf = 0;
  /** How fast the singular position is approached: the ratio of singular values over the time to it. */
  private rate = 1;
  /** The last interval that was too long, with its error in units of the tolerance. */
  private last = { half: 0, error: Number.POSITIVE_INFINITY };
  /** Time and step of the last crossing that was given up, and how far the next step may go: not beyond the singular position. */
  private declined = { t: Number.NaN, h: 0, room: Number.POSITIVE_INFINITY };
  /** Whether intervals are planned from afar; not after one that could not be crossed. */
  private isEager = true;
  /** No singular position can come before this time. */
  private calmUntil: number;
  private span = { t: 0, h: 0 };

  constructor(problem: Problem, pacer: Pacer | undefined, direction: number, step: number | undefined) {
    this.problem = problem;
    this.positions = problem.workspace.mechanics!.constraints.singular!;
    this.alarm = this.positions.alarm;
    this.isSilent = problem.rate === undefined;
    this.crossing = new Crossing(problem);
    this.middle = newState(problem.arena, problem.dimension, problem.n);
    this.floors = new Float64Array(problem.dimension);
    this.tolerances = pacer?.tolerances ?? whenFixed;
    this.rtol = Math.min(this.tolerances.rtol, loosest);
    const { norm } = this.tolerances;
    this.measure = (change, y) => scaledNorm(change, y, y, this.floors, this.rtol, norm);
    this.direction = direction;
    this.calmUntil = -direction * Number.POSITIVE_INFINITY;
    this.step = step;
    this.dense = {
      at: (out, theta) => {
        this.crossing.at(out, this.span.t + theta * this.span.h);
        return "ok";
      },
    };
  }

  /** Forgets everything, for a new run. */
  clear(): void {
    this.plan(0);
    this.isEager = true;
    this.declined.t = Number.NaN;
    this.declined.room = Number.POSITIVE_INFINITY;
    this.calmUntil = -this.direction * Number.POSITIVE_INFINITY;
    if (this.positions.passed.length > 0) this.positions.passed.length = 0;
    this.hush();
  }

  /** How long a step from time t may be; fixed steps stay as they are. */
  room(t: number): number {
    if (this.step !== undefined) return Number.POSITIVE_INFINITY;
    if (this.half !== 0) return this.distance(t);
    return t === this.declined.t ? this.declined.room : Number.POSITIVE_INFINITY;
  }

  /**
   * Begins at a state `s` in a singular position, with a crossing from the middle of its interval: the velocities decide on
   * which branch. False if they do not determine the motion.
   */
  begins(s: State): boolean {
    const { crossing, direction } = this;
    const size = (x: F64): number => x.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    const speed = size(s.v);
    this.centre = s.t;
    this.plan(Math.max((firstWay * size(s.q)) / speed, this.step === undefined ? 0 : 2 * this.step));
    if (!(speed > 0 && this.half > 0)) return false;
    this.rate = 1 / this.half;
    this.last = { half: 0, error: Number.POSITIVE_INFINITY };
    this.shortestHalf = Math.max(shortest * this.half, this.step ?? 0);
    for (; this.half >= this.shortestHalf; this.half *= 0.5) {
      this.setFloors(s);
      if (crossing.cross(s, s.t, direction * this.half, this.measure) !== "ok" || crossing.error > 1) continue;
      crossing.instants = crossing.instants.map((instant) =>
        Math.abs(instant.t - s.t) < same * this.half ? { ...instant, t: s.t } : instant,
      );
      const interval = this.crossed();
      this.hush();
      if (interval === undefined) break;
      this.record(interval, s.t);
      return true;
    }
    this.clear();
    return false;
  }

  /** The length of a step that suits the interval. */
  get pace(): number {
    return this.step ?? this.half;
  }

  /** The instants that have been passed up to time t. */
  passedUntil(t: number): readonly PassedInstant[] {
    return this.positions.passed.filter((instant) => (instant.t - t) * this.direction <= slack * instant.reach);
  }

  /** Whether the next step is to cross the interval. */
  isDue(t: number): boolean {
    return this.half !== 0 && this.distance(t) <= slack * this.half;
  }

  /**
   * Whether an alarm was given since the last question. Methods that solve for the multipliers themselves give none, so
   * the end of the step that was tried is factorised for them.
   */
  hears(tried: State): boolean {
    const { alarm } = this;
    if (this.isSilent) this.crossing.nearness.factorise(tried);
    if (alarm[0] === 0) return false;
    alarm[0] = 0;
    return true;
  }

  /**
   * Looks for a singular position ahead of `s`, after an alarm in a step of length h > 0 from there, which led to
   * `tried`; its error was `norm` tolerances. The view from `tried` is better, if it is near the motion.
   */
  plans(s: State, h: number, tried: State, norm: number): boolean {
    const { direction } = this;
    const { nearness } = this.crossing;
    if (s.t === this.declined.t && h > this.declined.h / 8) return false;
    const end = s.t + direction * h;
    if ((this.calmUntil - end) * direction > 0) return false;
    const fromStart = nearness.look(s);
    this.calmUntil = s.t + direction * safety * nearness.calm;
    tried.t = end;
    const fromTried = norm <= usable ? nearness.look(tried) : [];
    this.hush();
    const agree = this.isEager ? this.agreeing(fromStart, fromTried, h) : undefined;
    const seen = earliest(fromTried, direction, h, h) ?? earliest(fromStart, direction, 0, h) ?? agree;
    const ahead = seen ?? (norm <= usable ? this.inside(s, h, tried) : undefined);
    if (ahead === undefined) return false;
    // an interval that is planned already is given up only for an earlier one
    if (this.half !== 0 && ahead >= this.distance(s.t)) return false;
    this.centre = s.t + direction * ahead;
    const [view] = fromStart;
    if (view !== undefined) this.rate = view.ratio / Math.abs(view.time);
    this.plan(Math.max(ahead, this.step === undefined ? Math.max(h / 2, ample / this.rate) : 2 * h));
    this.last = { half: 0, error: Number.POSITIVE_INFINITY };
    this.shortestHalf = Math.max(shortest * this.half, this.step ?? 0);
    return true;
  }

  /**
   * The time to a singular position inside a step of h from `s` to `tried` that is too long to see it from its ends, as
   * those of extrapolation are: it is looked for from states on the cubic between them. Undefined if none is seen.
   */
  private inside(s: State, h: number, tried: State): number | undefined {
    const { direction, middle } = this;
    for (const theta of looks) {
      const [a, b] = [theta * theta * (3 - 2 * theta), direction * h * theta * (1 - theta)];
      const [slope, c] = [(6 * theta * (1 - theta)) / (direction * h), theta * (3 * theta - 2)];
      for (let i = 0; i < s.q.length; i++) {
        const step = tried.q[i] - s.q[i];
        middle.q[i] = s.q[i] + a * step + b * ((1 - theta) * s.v[i] - theta * tried.v[i]);
        middle.v[i] = slope * step + (1 - theta) * (1 - 3 * theta) * s.v[i] + c * tried.v[i];
      }
      middle.t = s.t + direction * theta * h;
      const ahead = earliest(this.crossing.nearness.look(middle), direction, theta * h, h);
      if (ahead !== undefined && ahead <= h) return ahead;
    }
    return undefined;
  }

  get instant(): number {
    return this.centre;
  }

  retract(): void {
    this.plan(0);
    this.calmUntil = -this.direction * Number.POSITIVE_INFINITY;
  }

  /**
   * Crosses the interval from `s` and writes the end to `next`, at `target` if that lies inside. "approach": the interval
   * became shorter, and steps must come nearer. "declined": there is nothing to cross, or no continuation was found.
   */
  cross(next: State, s: State, target: number): Crossed {
    const { crossing, direction } = this;
    for (let trial = 0; trial < mostTrials; trial++) {
      this.setFloors(s);
      const outcome = crossing.cross(s, this.centre, direction * this.half, this.measure);
      if (outcome === "none") break;
      const interval = outcome === "ok" ? this.crossed() : undefined;
      const error = Math.max(crossing.error, interval === undefined ? 0 : interval.missing / accurate);
      if (outcome === "moved") Object.assign(this, placement(crossing.instants, this.half));
      else if (outcome === "inaccurate") this.half *= 0.5;
      else if (error <= 1 || this.isRounding(error)) {
        this.finish(next, s, target, interval);
        return "crossed";
      } else {
        this.last = { half: this.half, error };
        this.half *= Math.max(0.2, 0.9 * error ** (-1 / 9));
        Object.assign(this, placement(crossing.instants, this.half));
      }
      if (this.half < this.shortestHalf) break;
      if (!this.isDue(s.t)) {
        this.hush();
        return "approach";
      }
    }
    const ahead = earliest(crossing.nearness.look(s), direction, 0, Number.POSITIVE_INFINITY);
    this.declined = { t: s.t, h: this.half, room: ahead === undefined ? Number.POSITIVE_INFINITY : ahead / 2 };
    this.isEager = false;
    this.plan(0);
    this.limits = ahead !== undefined;
    this.hush();
    return "declined";
  }

  save(to: ByteWriter): void {
    const passed = this.positions.passed as Passed[];
    const { half: lastHalf, error } = this.last;
    const { t, h, room } = this.declined;
    const plan = [
      this.centre,
      this.half,
      this.shortestHalf,
      this.rate,
      this.calmUntil,
      lastHalf,
      error,
      Number(this.isEager),
      ...[t, h, room],
      Number(this.limits),
      this.positions.alarm[0],
    ];
    to.numbers([...plan, passed.length]);
    for (const instant of passed) instant.save(to);
  }

  restore(from: ByteReader): void {
    const { passed } = this.positions;
    const [centre, half, shortestHalf, rate, calmUntil, lastHalf, error, eager, ...more] = Array.from(from.numbers());
    const [t, h, room, limits, alarm, count] = more;
    Object.assign(this, {
      centre,
      shortestHalf,
      rate,
      calmUntil,
      last: { half: lastHalf, error },
      isEager: eager === 1,
      declined: { t, h, room },
    });
    this.plan(half);
    this.limits = limits === 1;
    this.positions.alarm[0] = alarm;
    passed.length = 0;
    for (let k = 0; k < count; k++) passed.push(Passed.restore(from));
  }

  /** The time to a close singular position that is further ahead, of which the views from both ends of a step agree. */
  private agreeing(fromStart: readonly Sight[], fromTried: readonly Sight[], h: number): number | undefined {
    const { direction } = this;
    const close = fromStart.filter(({ time, ratio }) => direction * time > 0 && ratio <= near);
    const seen = close.map(({ time }) => direction * time);
    const both = seen.filter((from) =>
      fromTried.some(({ time }) => Math.abs(h + direction * time - from) <= agreement * from),
    );
    return both.length === 0 ? undefined : minimum(both);
  }

  /** Whether a shorter interval was not better than a longer one, so that rounding decides, and the error is small. */
  private isRounding(error: number): boolean {
    const { last, half, crossing, rtol } = this;
    return error > 0.5 * last.error && half < 0.95 * last.half && crossing.error * rtol < smallest;
  }

  /** The interval of the crossing, with the multipliers; undefined if they cannot be computed. */
  private crossed(): CrossedInterval | undefined {
    const { centre, half, instants } = this.crossing;
    const values = this.crossing.multipliers();
    const places = instants.map(({ t }) => (t - centre) / half);
    return values === undefined ? undefined : new CrossedInterval(centre, half, places, values);
  }

  /** Sets the half length of the interval to be crossed; 0 when there is none. */
  private plan(half: number): void {
    this.half = half;
    this.isPlanned = half !== 0;
    this.limits = this.isPlanned;
  }

  private distance(t: number): number {
    return this.direction * (this.centre - t) - this.half;
  }

  private hush(): void {
    this.alarm[0] = 0;
  }

  private setFloors({ q, v }: State): void {
    const { floors, tolerances } = this;
    const { n } = this.problem;
    const magnified = rounding / Math.min(1, nearest * this.half * this.rate);
    const [ofQ, ofV] = [q, v].map((x) => magnified * x.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0));
    for (let i = 0; i < floors.length; i++)
      floors[i] = Math.max(tolerances.atol[i] ?? 0, i < n ? ofQ : ofV, Number.MIN_VALUE);
  }

  private finish(next: State, s: State, target: number, interval: CrossedInterval | undefined): void {
    const { crossing, direction } = this;
    const whole = crossing.centre + crossing.half;
    const steps = this.step === undefined ? 0 : Math.floor(Math.abs(whole - s.t) / this.step);
    const end = steps > 0 ? s.t + direction * steps * this.step! : whole;
    next.t = (target - end) * direction <= 0 ? target : end;
    crossing.at(next.y, next.t);
    this.isEager = true;
    this.span = { t: s.t, h: next.t - s.t };
    if (interval !== undefined) this.record(interval, s.t);
    if (!((next.t - crossing.centre) / crossing.half < beyond)) this.plan(0);
    this.hush();
  }

  /** Records the instants of a crossing from time t; those behind it may have been recorded before. */
  private record(interval: CrossedInterval, t: number): void {
    const { instants, half } = this.crossing;
    const { constraintNames } = this.problem.workspace.mechanics!;
    const parts = this.problem.workspace.system.constraintParts;
    const { passed } = this.positions;
    // an interval that is crossed in parts is recorded once
    while (passed.length > 0 && (passed.at(-1)!.t - t) * this.direction > 0) passed.pop();
    instants.forEach((instant, i) => {
      if (passed.some((earlier) => Math.abs(earlier.t - instant.t) < same * Math.abs(half))) return;
      if (!this.crossing.isSingular(instant.t)) return;
      const names = instant.rows.map((row) => constraintNames[row]);
      passed.push(new Passed(interval, i, names, ownersOf(instant.rows, constraintNames, parts)));
    });
  }
}

/** The time to the first singular position at most some steps of h ahead, as it is seen a time `later`; undefined without. */
function earliest(sights: readonly Sight[], direction: number, later: number, h: number): number | undefined {
  const ahead = sights.map(({ time }) => later + direction * time).filter((from) => from >= 0 && from <= horizon * h);
  return ahead.length === 0 ? undefined : minimum(ahead);
}
