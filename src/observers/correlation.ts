/**
 * The autocorrelation of a series at `lags` equally spaced lags, with errors: for each lag the products of values form a
 * series, whose mean has an error by blocking. Values between the lags are skipped, so that memory does not grow with the
 * longest lag.
 */

import type { ByteReader, ByteWriter } from "../core/index.js";
import { RunningStatistics } from "./statistics.js";

export interface CorrelationResult {
  /** The lags, as times. */
  readonly lag: Float64Array<ArrayBuffer>;
  /** The correlation at each lag; it is 1 at lag 0. */
  readonly correlation: Float64Array<ArrayBuffer>;
  readonly error: Float64Array<ArrayBuffer>;
}

const lags = 64;

export class Correlation {
  private readonly stride: number;
  private readonly spacing: number;
  /** The latest values minus the very first value, because products of large numbers would cancel. */
  private readonly recent = new Float64Array(lags);
  private readonly products = Array.from({ length: lags }, () => new RunningStatistics());
  private readonly values = new RunningStatistics();
  private offset = 0;
  private seen = 0;

  /** Lags up to `longest`, for a series with a value at every `interval`. */
  constructor(longest: number, interval: number) {
    this.stride = Math.max(1, Math.ceil(longest / interval / (lags - 1) - 1e-9));
    this.spacing = this.stride * interval;
  }

  push(value: number): void {
    const { recent, products, stride } = this;
    if (this.seen === 0) this.offset = value;
    const k = this.seen++;
    if (k % stride !== 0) return;
    const x = value - this.offset;
    const at = (k / stride) % lags;
    recent[at] = x;
    this.values.push(x);
    const known = Math.min(lags, k / stride + 1);
    for (let lag = 0; lag < known; lag++) products[lag].push(x * recent[(at - lag + lags) % lags]);
  }

  result(): CorrelationResult {
    const { mean } = this.values.result();
    const all = this.products.map((one) => one.result());
    const variance = all[0].mean - mean * mean;
    const known = all.filter(({ count }) => count > 1);
    return {
      lag: Float64Array.from(known, (_, k) => k * this.spacing),
      correlation: Float64Array.from(known, (one) => (one.mean - mean * mean) / variance),
      error: Float64Array.from(known, (one) => one.error / variance),
    };
  }

  clear(): void {
    this.recent.fill(0);
    this.seen = 0;
    this.values.clear();
    for (const one of this.products) one.clear();
  }

  save(to: ByteWriter): void {
    to.numbers([this.offset, this.seen]);
    to.numbers(this.recent);
    this.values.save(to);
    for (const one of this.products) one.save(to);
  }

  restore(from: ByteReader): void {
    [this.offset, this.seen] = from.numbers();
    this.recent.set(from.numbers());
    this.values.restore(from);
    for (const one of this.products) one.restore(from);
  }
}
