/**
 * Times that steps must hit: the end, saved times of methods without dense output, the ends of intervals, and the ends of
 * steps at switches of time.
 */

import type { SwitchSchedule } from "../core/index.js";
import type { Output } from "./output.js";

/** A step that ends this close to a time that must be hit is changed to hit it. */
export const slack = 1e-8;

export class Targets {
  /** The time that the coming steps must hit, and whether an interval ends there. */
  time = 0;
  endsInterval = false;
  /** The number of intervals passed. */
  intervals = 0;
  private readonly until: number;
  private readonly direction: number;
  private readonly interval: number | undefined;
  private readonly output: Output;
  private readonly schedule: SwitchSchedule | undefined;

  constructor(
    until: number,
    direction: number,
    interval: number | undefined,
    output: Output,
    schedule: SwitchSchedule | undefined,
  ) {
    this.until = until;
    this.direction = direction;
    this.interval = interval;
    this.output = output;
    this.schedule = schedule;
  }

  /** Forgets the times of an earlier run. */
  forget(): void {
    this.intervals = 0;
    this.schedule?.forget();
  }

  /** Called when the time was hit: chooses the next one, for a run that began at t0. */
  hit(t0: number): void {
    if (this.endsInterval) this.intervals++;
    this.aim(t0);
  }

  /** Chooses the next time for a run that began at t0. */
  aim(t0: number): void {
    const { direction, interval, until, schedule } = this;
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
    if (schedule === undefined || !((schedule.before - this.time) * direction < 0)) return;
    this.time = schedule.before;
    this.endsInterval = false;
  }
}
