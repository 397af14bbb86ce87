/** Means of correlated series, updated value by value in bounded memory, with standard errors and effective sizes. */

import type { ByteReader, ByteWriter } from "../core/index.js";

export interface SeriesStatistics {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the values. */
  readonly deviation: number;
  /** Standard error of the mean, which accounts for correlations. */
  readonly error: number;
  /** The number of independent values that would give this error, at most `count`. */
  readonly effective: number;
  readonly least: number;
  readonly most: number;
}

/** Blocks have 1, 2, 4, … 2^(levels - 1) values, which is more than a run can have. */
const levels = 50;
/** The entries of a level: number of blocks, their mean, their squared deviations, whether a block waits, that block. */
const [count, mean, squares, waits, waiting, width] = [0, 1, 2, 3, 4, 5];

/**
 * Blocking (Flyvbjerg and Petersen, J. Chem. Phys. 91, 1989): averages over blocks of 1, 2, 4, … values have standard
 * errors that rise until blocks are longer than the correlation. The chosen block length is the shortest B with
 * B^3 > 2 n (error_B / error_1)^4 (Lee et al., Phys. Rev. E 83, 2011, sec. II), which balances the bias of short blocks
 * against the scatter of few blocks. The moments of every length are updated with each value (Welford).
 */
export class RunningStatistics {
  /** The latest value; NaN before the first. */
  last = Number.NaN;
  private least = Number.POSITIVE_INFINITY;
  private most = Number.NEGATIVE_INFINITY;
  private readonly table = new Float64Array(levels * width);

  push(value: number): void {
    const { table } = this;
    this.last = value;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    let x = value;
    for (let at = 0; at < table.length; at += width) {
      const n = ++table[at + count];
      const off = x - table[at + mean];
      table[at + mean] += off / n;
      table[at + squares] += off * (x - table[at + mean]);
      table[at + waits] = 1 - table[at + waits];
      if (table[at + waits] === 1) {
        table[at + waiting] = x;
        return;
      }
      x = 0.5 * (table[at + waiting] + x);
    }
  }

  /** The statistics so far. They are NaN for an empty series, and the error of a single value is NaN. */
  result(): SeriesStatistics {
    const { table } = this;
    const n = table[count];
    const deviation = n > 1 ? Math.sqrt(table[squares] / (n - 1)) : Number.NaN;
    const naive = deviation / Math.sqrt(n);
    const range = n === 0 ? { least: Number.NaN, most: Number.NaN } : { least: this.least, most: this.most };
    const known = { count: n, mean: n === 0 ? Number.NaN : table[mean], deviation, ...range };
    if (!(naive > 0)) return { ...known, error: n > 1 ? 0 : Number.NaN, effective: n };

    let error = naive;
    for (let at = 0, length = 1; at < table.length; at += width, length *= 2) {
      const blocks = table[at + count];
      error = Math.max(naive, Math.sqrt(table[at + squares] / (blocks - 1) / blocks));
      if (length ** 3 > 2 * n * (error / naive) ** 4 || blocks < 4) break;
    }
    return { ...known, error, effective: n * (naive / error) ** 2 };
  }

  clear(): void {
    this.last = Number.NaN;
    this.least = Number.POSITIVE_INFINITY;
    this.most = Number.NEGATIVE_INFINITY;
    this.table.fill(0);
  }

  save(to: ByteWriter): void {
    to.numbers([this.last, this.least, this.most]);
    to.numbers(this.table);
  }

  restore(from: ByteReader): void {
    [this.last, this.least, this.most] = from.numbers();
    this.table.set(from.numbers());
  }
}

/** The statistics of given values. */
export function seriesStatistics(values: ArrayLike<number>): SeriesStatistics {
  const running = new RunningStatistics();
  for (let i = 0; i < values.length; i++) running.push(values[i]);
  return running.result();
}

/** Mean and unbiased variance of the first n values, in two passes. */
export function momentsOf(values: ArrayLike<number>, n = values.length): { mean: number; variance: number } {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i];
  const average = sum / n;
  let total = 0;
  for (let i = 0; i < n; i++) total += (values[i] - average) * (values[i] - average);
  return { mean: average, variance: n > 1 ? total / (n - 1) : Number.NaN };
}
