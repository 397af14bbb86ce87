/** Times that steps must hit: the end, saved times of methods without dense output, the ends of intervals. */

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

  constructor(until: number, direction: number, interval: number | undefined, output: Output) {
    this.until = until;
    this.direction = direction;
    this.interval = interval;
    this.output = output;
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
    if (interval === undefined) return;
    const time = t0 + direction * (this.intervals + 1) * interval;
    const beyond = (time - this.time) * direction;
    this.endsInterval = beyond <= slack * interval;
    if (beyond < -slack * interval) this.time = time;
  }
}
