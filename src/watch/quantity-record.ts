import type { ByteReader, ByteWriter } from "../core/index.js";
import type { Quantity } from "./watched.js";

/** How a quantity was found to be off: beyond its threshold, by a jump, by a trend, lost to a damping method, or off only in states that are shown
 * between steps. */
export type Finding = "beyond" | "jump" | "trend" | "damped" | "shown";

/** When a quantity was found to be off, and how. */
export interface Detection {
  readonly t: number;
  readonly threshold: number;
  readonly finding: Finding;
}

/** One watched quantity along a run. */
export class QuantityRecord {
  readonly quantity: Quantity;
  initial = 0;
  deviation = 0;
  /** The same for states that are shown between steps, where it is beyond what interpolation may do. */
  shown = 0;
  /** The sum of the bounds of all steps under error control; the largest size with fixed steps. */
  scale = 0;
  /** The largest bound of a step under error control. */
  largest = 0;
  /** Time and threshold when it was first crossed; NaN before. */
  crossedAt = Number.NaN;
  crossed = Number.NaN;
  /** It was off so far that the run must end, unless that is accepted or explained. */
  isFar = false;

  constructor(quantity: Quantity) {
    this.quantity = quantity;
  }

  begin(value: number): void {
    this.initial = value;
    this.deviation = 0;
    this.shown = 0;
    this.scale = 0;
    this.largest = 0;
    this.crossedAt = Number.NaN;
    this.crossed = Number.NaN;
    this.isFar = false;
  }

  cross(t: number, threshold: number): void {
    if (!Number.isNaN(this.crossedAt)) return;
    this.crossedAt = t;
    this.crossed = threshold;
  }

  save(to: ByteWriter): void {
    to.numbers([
      this.initial,
      this.deviation,
      this.shown,
      this.scale,
      this.largest,
      this.crossedAt,
      this.crossed,
      Number(this.isFar),
    ]);
  }

  restore(from: ByteReader): void {
    let isFar = 0;
    const numbers = from.numbers();
    [this.initial, this.deviation, this.shown, this.scale, this.largest, this.crossedAt, this.crossed, isFar = 0] =
      numbers;
    this.isFar = isFar === 1;
  }
}
