/**
 * Counts in bins, with errors. Samples are collected in up to 32 blocks of equal length; when all are full, neighbours are
 * merged and blocks become twice as long. Once blocks are longer than the correlation, the scatter between them gives the
 * error of a density.
 */

import type { ByteReader, ByteWriter } from "../core/index.js";

export interface Bins {
  readonly from: number;
  readonly to: number;
  readonly bins: number;
}

export interface HistogramResult {
  /** Lower ends of the bins, and the upper end of the last. */
  readonly edges: Float64Array<ArrayBuffer>;
  /** Density per unit of the quantity; it integrates to 1 if values outside the bins are included. */
  readonly density: Float64Array<ArrayBuffer>;
  /** Standard error; NaN while there are fewer than 4 full blocks. */
  readonly error: Float64Array<ArrayBuffer>;
  /** The number of values below the first bin, in each bin, and above the last bin. */
  readonly counts: Float64Array<ArrayBuffer>;
  /** For distances in a periodic box, g(r) with standard errors: the counts relative to those of an ideal gas. */
  readonly radial?: { readonly g: Float64Array<ArrayBuffer>; readonly error: Float64Array<ArrayBuffer> };
}

/** The fraction of all values that an ideal gas has between two bounds. */
export type IdealFraction = (from: number, to: number) => number;

const mostBlocks = 32;

export class Histogram {
  readonly bins: Bins;
  private readonly ideal: IdealFraction | undefined;
  private readonly width: number;
  private readonly counts: Float64Array<ArrayBuffer>;
  /** The block being filled, the number of samples in it, and its capacity. */
  private block = 0;
  private samples = 0;
  private length = 1;

  constructor(bins: Bins, ideal?: IdealFraction) {
    this.bins = bins;
    this.ideal = ideal;
    this.width = bins.bins + 2;
    this.counts = new Float64Array(mostBlocks * this.width);
  }

  add(value: number): void {
    this.counts[this.block * this.width + binOf(value, this.bins)]++;
  }

  /** End the values of one time. */
  close(): void {
    if (++this.samples < this.length) return;
    this.samples = 0;
    if (++this.block < mostBlocks) return;
    const { counts, width } = this;
    for (let b = 0; b < mostBlocks / 2; b++)
      for (let k = 0; k < width; k++)
        counts[b * width + k] = counts[2 * b * width + k] + counts[(2 * b + 1) * width + k];
    counts.fill(0, (mostBlocks / 2) * width);
    this.block = mostBlocks / 2;
    this.length *= 2;
  }

  result(): HistogramResult {
    const { from, to, bins } = this.bins;
    const { width, counts, block } = this;
    const size = (to - from) / bins;
    const totals = new Float64Array(width);
    for (let i = 0; i < counts.length; i++) totals[i % width] += counts[i];
    const all = totals.reduce((sum, n) => sum + n, 0);
    const full = Array.from({ length: block }, (_, b) => counts.subarray(b * width, (b + 1) * width)).map((own) => ({
      own,
      sum: own.reduce((s, n) => s + n, 0),
    }));
    const density = new Float64Array(bins);
    const error = new Float64Array(bins).fill(Number.NaN);
    for (let k = 0; k < bins; k++) {
      density[k] = totals[k + 1] / all / size;
      if (full.length < 4) continue;
      const parts = full.map(({ own, sum }) => own[k + 1] / sum / size);
      const mean = parts.reduce((s, x) => s + x, 0) / parts.length;
      const squares = parts.reduce((s, x) => s + (x - mean) * (x - mean), 0);
      error[k] = Math.sqrt(squares / (parts.length - 1) / parts.length);
    }
    const edges = Float64Array.from({ length: bins + 1 }, (_, k) => (k === bins ? to : from + k * size));
    const { ideal } = this;
    const relative = (values: Float64Array) =>
      values.map((value, k) => (value * size) / ideal!(edges[k], edges[k + 1])) as typeof density;
    return {
      ...{ edges, density, error, counts: totals },
      ...(ideal && { radial: { g: relative(density), error: relative(error) } }),
    };
  }

  clear(): void {
    this.counts.fill(0);
    this.block = 0;
    this.samples = 0;
    this.length = 1;
  }

  save(to: ByteWriter): void {
    to.numbers([this.block, this.samples, this.length]);
    to.numbers(this.counts);
  }

  restore(from: ByteReader): void {
    [this.block, this.samples, this.length] = from.numbers();
    this.counts.set(from.numbers());
  }
}

/** The index of a count: 0 below the range, then the bins, then values above the range or NaN. */
function binOf(x: number, { from, to, bins }: Bins): number {
  if (x < from) return 0;
  if (!(x < to)) return bins + 1;
  return 1 + Math.min(bins - 1, Math.floor(((x - from) / (to - from)) * bins));
}
