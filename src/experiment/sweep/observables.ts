/**
 * Observables of a study: expressions of the model's own names, compiled like its events, read at the saved states when a
 * run is over. What a run keeps of each is a fixed list of numbers, so that runs can be merged in any order.
 */

import type { EventFunction } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { type Model, validateModel } from "../../model/index.js";
import { seriesStatistics } from "../../observers/index.js";
import type { Solution } from "../../solve/index.js";
import type { PreparedRun } from "../run.js";
import type { ObservableData, StudyData } from "./study-schema.js";

export interface Bins {
  readonly from: number;
  readonly to: number;
  readonly bins: number;
}

export interface Observable {
  readonly name: string;
  readonly expressions: readonly string[];
  readonly histogram?: Bins;
}

export function observablesOf({ keep }: StudyData): Observable[] {
  return Object.entries(keep?.observables ?? {}).map(([name, data]) => observable(name, data));
}

function observable(name: string, data: ObservableData): Observable {
  if (typeof data === "string") return { name, expressions: [data] };
  if (Array.isArray(data)) return { name, expressions: data };
  const expressions = typeof data.of === "string" ? [data.of] : data.of;
  return { name, expressions, ...(data.histogram && { histogram: data.histogram }) };
}

/** The name of an expression among the events of the model. */
const label = (k: number, j: number): string => `observable.${k}.${j}`;
export const isObservable = (name: string): boolean => /^observable\.\d+\.\d+$/.test(name);

/** The model with the expressions as further events, which its runs do not look for. */
export function withObservables(model: Model, observables: readonly Observable[]): Model {
  if (observables.length === 0) return model;
  const events = observables.flatMap(({ expressions }, k) =>
    expressions.map((when, j) => [label(k, j), { when }] as const),
  );
  const run = { ...model.run, events: { ...model.run?.events, ...Object.fromEntries(events) } };
  return validateModel({ ...model, run }, catalogue);
}

/** The numbers that are kept of one observable, by name; bins last. */
const summaries = ["mean", "error", "effective", "deviation", "least", "most", "last"] as const;

export function observableColumns({ name }: Observable): string[] {
  return summaries.map((summary) => `${name} ${summary}`);
}

/** Columns of the counts: below the range, one for each bin, above it, and the number of values. */
export function histogramColumns({ name, histogram }: Observable): string[] {
  if (histogram === undefined) return [];
  const bins = Array.from({ length: histogram.bins }, (_, k) => `${name} bin ${k}`);
  return [`${name} below`, ...bins, `${name} above`];
}

/** Reads every observable at the saved states from `after` on. */
export function measureObservables(
  observables: readonly Observable[],
  { events, system }: PreparedRun,
  { trajectory }: Solution,
  after: number | undefined,
): Record<string, number> {
  const out: Record<string, number> = {};
  if (observables.length === 0) return out;
  const y = system.arena.f64(system.dimension);
  const times = trajectory.times();
  const states = trajectory.states();
  const first = after === undefined ? 0 : times.findIndex((t) => t >= after);
  const rows = first < 0 ? 0 : times.length - first;
  const functions = new Map<string, EventFunction>(events.map((event) => [event.name, event]));

  observables.forEach((each, k) => {
    const { expressions, histogram } = each;
    const read = expressions.map((_, j) => functions.get(label(k, j))!);
    // expressions that count alike are averaged state by state, so that the series is one of times
    const means = new Float64Array(rows);
    const counts = new Float64Array(histogram === undefined ? 0 : histogram.bins + 2);
    for (let i = 0; i < rows; i++) {
      const row = first + i;
      y.set(states.subarray(row * y.length, (row + 1) * y.length));
      let sum = 0;
      for (const { value } of read) {
        const x = value(times[row], y);
        sum += x;
        if (histogram !== undefined) counts[binOf(x, histogram)]++;
      }
      means[i] = sum / read.length;
    }
    const { mean, error, effective, deviation, least, most } = seriesStatistics(means);
    const values = [mean, error, effective, deviation, least, most, means[rows - 1] ?? Number.NaN];
    observableColumns(each).forEach((column, c) => {
      out[column] = values[c];
    });
    histogramColumns(each).forEach((column, c) => {
      out[column] = counts[c];
    });
  });
  return out;
}

/** 0 below the range, then the bins, then what is above it or not a number. */
function binOf(x: number, { from, to, bins }: Bins): number {
  if (x < from) return 0;
  if (!(x < to)) return bins + 1;
  return 1 + Math.min(bins - 1, Math.floor(((x - from) / (to - from)) * bins));
}
