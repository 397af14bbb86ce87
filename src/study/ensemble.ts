/**
 * Statistics over ensembles, the runs of one combination of values. Their random streams are independent, so the
 * scatter between runs gives standard errors. Sums are taken in the order of the run numbers, not in the order of
 * finishing.
 */

import { momentsOf } from "../observers/index.js";
import { histogramColumns, type Observable } from "./observables.js";
import type { SweepResults } from "./results.js";

/** Mean and standard error of one outcome over the finished runs of each ensemble. */
export interface EnsembleColumn {
  readonly name: string;
  readonly mean: Float64Array<ArrayBuffer>;
  readonly error: Float64Array<ArrayBuffer>;
  /** The number of runs that have the outcome. */
  readonly count: Float64Array<ArrayBuffer>;
}

export function ensembleColumn(results: SweepResults, name: string): EnsembleColumn {
  const { ensemble, count: runs } = results.runner.study;
  const groups = runs / ensemble;
  const values = results.column(name);
  const [mean, error, count] = [0, 1, 2].map(() => new Float64Array(groups));
  for (let g = 0; g < groups; g++) {
    const finite = values.subarray(g * ensemble, (g + 1) * ensemble).filter(Number.isFinite);
    const moments = momentsOf(finite);
    mean[g] = moments.mean;
    error[g] = Math.sqrt(moments.variance / finite.length);
    count[g] = finite.length;
  }
  return { name, mean, error, count };
}

/** A density over bins, with standard errors, of one ensemble. */
export interface MergedHistogram {
  readonly observable: string;
  readonly group: number;
  /** The number of runs, and of the values in all of them. */
  readonly runs: number;
  readonly values: number;
  /** The lower ends of the bins and the upper end of the last. */
  readonly edges: Float64Array<ArrayBuffer>;
  readonly density: Float64Array<ArrayBuffer>;
  readonly error: Float64Array<ArrayBuffer>;
}

/** The sum of the histograms of all runs, for every ensemble. */
export function mergedHistograms(results: SweepResults): MergedHistogram[] {
  const { study, observables } = results.runner;
  return observables
    .filter(({ histogram }) => histogram !== undefined)
    .flatMap((observable) =>
      Array.from({ length: study.count / study.ensemble }, (_, group) => merged(results, observable, group)),
    );
}

function merged(results: SweepResults, observable: Observable, group: number): MergedHistogram {
  const { study, columns } = results.runner;
  const { from, to, bins } = observable.histogram!;
  const at = columns.indexOf(histogramColumns(observable)[0]);
  const effectiveAt = columns.indexOf(`${observable.name} effective`);
  const width = (to - from) / bins;
  const rows = results.rows
    .slice(group * study.ensemble, (group + 1) * study.ensemble)
    .filter((row) => row?.status === "ok")
    .map((row) => row!.numbers);
  const totals = rows.map((numbers) => numbers.subarray(at, at + bins + 2).reduce((sum, n) => sum + n, 0));
  const values = totals.reduce((sum, n) => sum + n, 0);

  const [density, error] = [new Float64Array(bins), new Float64Array(bins)];
  for (let k = 0; k < bins; k++) {
    const counts = rows.map((numbers) => numbers[at + 1 + k]);
    const p = counts.reduce((sum, n) => sum + n, 0) / values;
    density[k] = p / width;
    const scatter = momentsOf(counts.map((n, r) => n / totals[r])).variance / rows.length;
    // the scatter of a single run is unknown: its error is binomial, for its number of independent values
    const alone = rows.length === 1 ? (p * (1 - p)) / rows[0][effectiveAt] : Number.NaN;
    error[k] = Math.sqrt(rows.length > 1 ? scatter : alone) / width;
  }
  const edges = Float64Array.from({ length: bins + 1 }, (_, k) => (k === bins ? to : from + k * width));
  return { observable: observable.name, group, runs: rows.length, values, edges, density, error };
}
