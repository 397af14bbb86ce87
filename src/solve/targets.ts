/**
 * Times that steps must hit: the end, saved times of methods without dense output, the ends of intervals, and times at
 * which a law switches. At a switch a step ends just before it, and the next one begins just after it, a few rounding
 * errors later, so that no step sees both sides.
 */

import type { SwitchTime, TimeSwitches } from "../core/index.js";
import type { Output } from "./output.js";

/** A step that ends this close to a time that must be hit is changed to hit it. */
export const slack = 1e-8;
/** Switches are looked for this many steps ahead. */
const lookout = 16;
/** A search must clear this fraction of the time that it looks at. */
const leastProgress = 1e-3;
/** This many switches in a row, each closer to the one before than this fraction of a step, are too close. */
const most = 1000;
const close = 1e-3;
/** Steps keep this distance from a switch, relative to the larger of its time and the start. */
const distance = 4 * 2 ** -52;

export class Targets {
  /** The time that the coming steps must hit, and whether an interval ends there. */
  time = 0;
  endsInterval = false;
  /** The number of intervals passed. */
  intervals = 0;
  /** A switch that could not be told from its neighbours, and when. */
  unresolved: { readonly name: string; readonly t: number } | undefined;
  private readonly until: number;
  private readonly direction: number;
  private readonly interval: number | undefined;
  private readonly output: Output;
  private readonly switches: TimeSwitches | undefined;
  /** The next switch: where steps end before it and begin after it. NaN while none is known. */
  private before = Number.NaN;
  private after = Number.NaN;
  /** The switch that was passed last, and how many in a row were close to the one before. */
  private passed = Number.NaN;
  private crowded = 0;
  /** No switch lies between the last accepted state and this time. */
  private clear = Number.NaN;

  constructor(
    until: number,
    direction: number,
    interval: number | undefined,
    output: Output,
    switches: TimeSwitches | undefined,
  ) {
    this.until = until;
    this.direction = direction;
    this.interval = interval;
    this.output = output;
    this.switches = switches;
  }

  /** Forgets the times of an earlier run. */
  forget(): void {
    this.intervals = 0;
    this.unresolved = undefined;
    this.crowded = 0;
    this.before = Number.NaN;
    this.after = Number.NaN;
    this.clear = Number.NaN;
  }

  /** Called when the time was hit: chooses the next one, for a run that began at t0. */
  hit(t0: number): void {
    if (this.endsInterval) this.intervals++;
    this.aim(t0);
  }

  aim(t0: number): void {
    const { direction, interval, until } = this;
    const { saves, mustHit } = this.output;
    this.time = until;
    this.endsInterval = false;
    if (mustHit && (saves!.time - this.time) * direction < 0) this.time = saves!.time;
    if (interval !== undefined) {
      const time = t0 + direction * (this.intervals + 1) * interval;
      const beyond = (time - this.time) * direction;
      this.endsInterval = beyond <= slack * interval;
      if (beyond < -slack * interval) this.time = time;
    }
    this.aimBefore();
  }

  /**
   * Looks for switches as far as a step of length h from t could reach, in a run that began at t0. Returns the time
   * after the switch if t has come to one, and otherwise NaN.
   */
  switchAt(t: number, h: number, t0: number): number {
    const { switches, direction, until } = this;
    if (switches === undefined) return Number.NaN;
    if (Number.isNaN(this.clear)) this.clear = t;
    while (Number.isNaN(this.before) && this.clear !== until && (this.clear - t) * direction < 2 * h) {
      const ahead = t + direction * lookout * h;
      const to = (ahead - until) * direction < 0 ? ahead : until;
      if (this.crowded < most) this.learn(switches.next(this.clear, to), to, t0);
      else this.skip(t + direction * h, to);
    }
    if (!((this.before - t) * direction <= 0)) return Number.NaN;
    const { after } = this;
    this.crowded = Math.abs(after - this.passed) < close * h ? this.crowded + 1 : 0;
    this.passed = after;
    this.clear = after;
    this.before = Number.NaN;
    this.after = Number.NaN;
    if ((after - until) * direction < 0) {
      this.aim(t0);
      return after;
    }
    this.clear = until;
    this.aim(t0);
    return Number.NaN;
  }

  /** Passes over switches that are too close. */
  private skip(beyond: number, to: number): void {
    const { name } = this.switches!.next(this.clear, to);
    this.unresolved ??= { name, t: this.clear };
    this.clear = (to - beyond) * this.direction < 0 ? to : beyond;
    this.crowded = 0;
  }

  /** Takes over what a search from `clear` to another time has found. */
  private learn({ found, before, after, name }: SwitchTime, to: number, t0: number): void {
    const { direction, clear } = this;
    if (!found) {
      // a search that gave up early was among switches that follow each other too closely to be told apart
      const isStuck = Math.abs(after - clear) < leastProgress * Math.abs(to - clear);
      if (isStuck) this.unresolved ??= { name, t: after };
      this.clear = isStuck ? to : after;
      return;
    }
    const away = direction * distance * Math.max(Math.abs(before), Math.abs(t0));
    this.before = before - away;
    this.after = after + away;
    this.clear = this.before;
    this.aimBefore();
  }

  private aimBefore(): void {
    if (!((this.before - this.time) * this.direction < 0)) return;
    this.time = this.before;
    this.endsInterval = false;
  }
}
