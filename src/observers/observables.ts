/**
 * Observables that are measured during a run: means with errors, histograms, autocorrelations. Memory does not grow with
 * the length of the run, and a checkpoint contains all of it.
 */

import type { ByteReader, ByteWriter, Look, Observer, State } from "../core/index.js";
import { Correlation, type CorrelationResult } from "./correlation.js";
import { type Bins, Histogram, type HistogramResult, type IdealFraction } from "./histogram.js";
import { RunningStatistics, type SeriesStatistics } from "./statistics.js";

/** Calls `each` with every value of an observable in a state; in means, the values of one state count as one. */
export type Source = (s: State, each: (value: number) => void) => void;

export interface ObservableOptions {
  readonly name: string;
  readonly source: Source;
  readonly histogram?: Bins;
  /** The histogram of an ideal gas; if given, the result has a radial distribution too. */
  readonly ideal?: IdealFraction;
  /** The longest lag of the autocorrelation, and the time between values. */
  readonly correlation?: { readonly longest: number; readonly interval: number };
}

export interface ObservableResult extends SeriesStatistics {
  readonly name: string;
  readonly last: number;
  readonly histogram?: HistogramResult;
  readonly correlation?: CorrelationResult;
}

/** When states are measured: after every accepted step, at saved states, or at equal intervals; from `after` on. */
export interface Sampling {
  readonly at: "step" | "saved" | number;
  readonly after?: number;
}

export class Observables implements Observer {
  private readonly all: readonly Recorder[];
  private readonly sampling: Sampling;
  private first = 0;
  /** The number of measurements so far, when they are at equal intervals. */
  private taken = 0;

  constructor(options: readonly ObservableOptions[], sampling: Sampling) {
    this.all = options.map((one) => new Recorder(one));
    this.sampling = sampling;
  }

  begin(s: State): void {
    for (const one of this.all) one.clear();
    this.taken = 0;
    this.first = Math.max(s.t, this.sampling.after ?? s.t);
  }

  observe(s: State): void {
    if (this.sampling.at === "saved") this.sample(s);
  }

  step(s: State, look: Look): void {
    const { at } = this.sampling;
    if (at === "step") this.sample(s);
    if (typeof at !== "number") return;
    for (;;) {
      const t = this.first + this.taken * at;
      // a time that equals the end of the step up to rounding is the end of the step
      const isEnd = Math.abs(t - s.t) <= 1e-9 * at;
      if (t > s.t && !isEnd) return;
      this.taken++;
      const shown = isEnd ? s : look(t);
      if (shown !== undefined) this.sample(shown);
    }
  }

  results(): ObservableResult[] {
    return this.all.map((one) => one.result());
  }

  save(to: ByteWriter): void {
    to.numbers([this.first, this.taken]);
    for (const one of this.all) one.save(to);
  }

  restore(from: ByteReader): void {
    [this.first, this.taken] = from.numbers();
    for (const one of this.all) one.restore(from);
  }

  private sample(s: State): void {
    if (s.t < (this.sampling.after ?? Number.NEGATIVE_INFINITY)) return;
    for (let i = 0; i < this.all.length; i++) this.all[i].sample(s);
  }
}

class Recorder {
  private readonly name: string;
  private readonly source: Source;
  private readonly statistics = new RunningStatistics();
  private readonly histogram: Histogram | undefined;
  private readonly correlation: Correlation | undefined;
  private sum = 0;
  private count = 0;
  private readonly each: (value: number) => void;

  constructor({ name, source, histogram, ideal, correlation }: ObservableOptions) {
    this.name = name;
    this.source = source;
    this.histogram = histogram && new Histogram(histogram, ideal);
    this.correlation = correlation && new Correlation(correlation.longest, correlation.interval);
    this.each = (value) => {
      this.sum += value;
      this.count++;
      this.histogram?.add(value);
    };
  }

  sample(s: State): void {
    this.sum = 0;
    this.count = 0;
    this.source(s, this.each);
    const mean = this.sum / this.count;
    this.statistics.push(mean);
    this.histogram?.close();
    this.correlation?.push(mean);
  }

  result(): ObservableResult {
    const { name, statistics, histogram, correlation } = this;
    return {
      ...{ name, ...statistics.result(), last: statistics.last },
      ...(histogram && { histogram: histogram.result() }),
      ...(correlation && { correlation: correlation.result() }),
    };
  }

  clear(): void {
    this.statistics.clear();
    this.histogram?.clear();
    this.correlation?.clear();
  }

  save(to: ByteWriter): void {
    this.statistics.save(to);
    this.histogram?.save(to);
    this.correlation?.save(to);
  }

  restore(from: ByteReader): void {
    this.statistics.restore(from);
    this.histogram?.restore(from);
    this.correlation?.restore(from);
  }
}
