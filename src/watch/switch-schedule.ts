/**
 * The switches of time on the way of a run. At a switch a step ends just before it, and the next one begins just after it,
 * a few rounding errors later, so that no step sees both sides.
 */

import {
  type Problem,
  type SwitchSchedule,
  type SwitchTime,
  short,
  type TimeCrossing,
  type TimeSwitches,
  type WatchedRun,
} from "../core/index.js";
import { timeCrossing } from "./time-crossing.js";

/** Switches are looked for this many steps ahead. */
const lookout = 16;
/** A search must clear this fraction of the time that it looks at. */
const leastProgress = 1e-3;
/** This many switches in a row, each closer to the one before than this fraction of a step, are too close. */
const most = 1000;
const close = 1e-3;
/** Steps keep this distance from a switch, relative to the larger of its time and the start. */
const distance = 4 * 2 ** -52;

export class NextSwitches implements SwitchSchedule {
  before = Number.NaN;
  readonly crossing: TimeCrossing | undefined;
  private readonly switches: Pick<TimeSwitches, "next">;
  private readonly until: number;
  private readonly direction: number;
  /** Where the next switch, which is behind `before`, lets a step begin. */
  private after = Number.NaN;
  /** Whether steps go on after it as they would anywhere. */
  private isSmooth = false;
  /** The switch that was passed last, and how many in a row were close to the one before. */
  private passed = Number.NaN;
  private crowded = 0;
  /** No switch lies between the last accepted state and this time. */
  private clear = Number.NaN;
  /** A switch that could not be told from its neighbours, and when. */
  private unresolved: { readonly name: string; readonly t: number } | undefined;

  constructor(
    switches: Pick<TimeSwitches, "next">,
    problem: Problem,
    run: WatchedRun,
    until: number,
    direction: number,
  ) {
    this.switches = switches;
    this.until = until;
    this.direction = direction;
    this.crossing = timeCrossing(problem, run);
  }

  get warning(): string | undefined {
    if (this.unresolved === undefined) return undefined;
    const { name, t } = this.unresolved;
    return `Steps must end where a law switches; from t = ${short(t)} on the switches of ${name} follow each other too closely to be told apart, and steps pass over them. Write the law without them.`;
  }

  forget(): void {
    this.unresolved = undefined;
    this.crowded = 0;
    this.before = Number.NaN;
    this.after = Number.NaN;
    this.clear = Number.NaN;
  }

  reach(t: number, h: number, t0: number): number {
    const { switches, direction, until } = this;
    if (Number.isNaN(this.clear)) this.clear = t;
    for (;;) {
      while (Number.isNaN(this.before) && this.clear !== until && (this.clear - t) * direction < 2 * h) {
        const ahead = t + direction * lookout * h;
        const to = (ahead - until) * direction < 0 ? ahead : until;
        if (this.crowded < most) this.learn(switches.next(this.clear, to), to, t0);
        else this.skip(t + direction * h, to);
      }
      if (!((this.before - t) * direction <= 0)) return Number.NaN;
      if (!this.isSmooth) break;
      this.before = Number.NaN;
    }
    const { after } = this;
    this.crowded = Math.abs(after - this.passed) < close * h ? this.crowded + 1 : 0;
    this.passed = after;
    this.before = Number.NaN;
    this.after = Number.NaN;
    const isInside = (after - until) * direction < 0;
    this.clear = isInside ? after : until;
    return isInside ? after : Number.NaN;
  }

  /** Passes over switches that are too close. */
  private skip(beyond: number, to: number): void {
    const { name } = this.switches.next(this.clear, to);
    this.unresolved ??= { name, t: this.clear };
    this.clear = (to - beyond) * this.direction < 0 ? to : beyond;
    this.crowded = 0;
  }

  /** Takes over what a search from `clear` to another time has found. */
  private learn({ found, before, after, name, isSmooth = false }: SwitchTime, to: number, t0: number): void {
    const { direction, clear } = this;
    if (!found) {
      // a search that gave up early was among switches that follow each other too closely to be told apart
      const isStuck = Math.abs(after - clear) < leastProgress * Math.abs(to - clear);
      if (isStuck) this.unresolved ??= { name, t: after };
      this.clear = isStuck ? to : after;
      return;
    }
    this.isSmooth = isSmooth;
    const away = isSmooth ? 0 : direction * distance * Math.max(Math.abs(before), Math.abs(t0));
    this.before = before - away;
    this.after = after + away;
    this.clear = this.before;
  }
}
