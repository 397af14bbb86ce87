/** Checkpoints at intervals, so that a kill or a power failure costs minutes and not the run. */

import { UsageError } from "./exit.js";

/** Minutes between checkpoints, unless `--checkpoint-every` says otherwise. */
export const usualInterval = 2;
/** A checkpoint that took some time is followed by at least this multiple of it without one: they cost below 1 %. */
const leastRatio = 100;

/** Reads the option `--checkpoint-every`, in minutes. */
export function checkedInterval(minutes: number): number {
  if (!(minutes > 0)) throw new UsageError("--checkpoint-every", `must be a number above 0; got ${minutes}.`);
  return minutes;
}

/** Calls `save` when it is due, which the caller asks for between steps. */
export class Periodic {
  private readonly interval: number;
  private readonly save: () => void;
  private next: number;

  constructor(minutes: number, save: () => void) {
    this.interval = 60_000 * minutes;
    this.save = save;
    this.next = performance.now() + this.interval;
  }

  tick(): void {
    const before = performance.now();
    if (before < this.next) return;
    this.save();
    const after = performance.now();
    this.next = after + Math.max(this.interval, leastRatio * (after - before));
  }
}
