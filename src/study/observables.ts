/**
 * The observables of a study: those of its model and those that the study adds. All are measured along each run, and
 * each gives a fixed list of numbers, so that runs can be merged in any order.
 */

import { catalogue } from "../elements/index.js";
import { type Model, runSection, validateModel } from "../model/index.js";
import type { Bins, ObservableResult } from "../observers/index.js";
import type { StudyData } from "./study-schema.js";

export interface Observable {
  readonly name: string;
  readonly histogram?: Bins;
}

/** The model with the observables of the study added. */
export function withObservables(model: Model, { keep }: StudyData): Model {
  if (keep?.observables === undefined && keep?.after === undefined) return model;
  const { run = {} } = model;
  const observables = { ...run.observables, ...keep.observables };
  const observe = { ...run.observe, ...(keep.after !== undefined && { after: keep.after }) };
  return validateModel({ ...model, run: { ...run, observables, observe } }, catalogue);
}

/** All observables of a model, with bins computed from its parameters, whose values `set` replaces. */
export function observablesOf(model: Model, set?: Readonly<Record<string, number>>): Observable[] {
  const { observables = {} } = model.run?.observables === undefined ? {} : runSection(model, set);
  return Object.entries(observables).map(([name, { histogram }]) => ({ name, ...(histogram && { histogram }) }));
}

/** The numbers that are kept of one observable, besides its bins. */
const summaries = ["mean", "error", "effective", "deviation", "least", "most", "last"] as const;

export function observableColumns({ name }: Observable): string[] {
  return summaries.map((summary) => `${name} ${summary}`);
}

/** The columns of the counts: below the range, in each bin, and above the range. */
export function histogramColumns({ name, histogram }: Observable): string[] {
  if (histogram === undefined) return [];
  const bins = Array.from({ length: histogram.bins }, (_, k) => `${name} bin ${k}`);
  return [`${name} below`, ...bins, `${name} above`];
}

/** The measurements of a run by the names of their columns. */
export function measuredColumns(
  observables: readonly Observable[],
  results: readonly ObservableResult[],
): Record<string, number> {
  const out: Record<string, number> = {};
  for (const observable of observables) {
    const found = results.find(({ name }) => name === observable.name);
    if (found === undefined) continue;
    for (const summary of summaries) out[`${observable.name} ${summary}`] = found[summary];
    histogramColumns(observable).forEach((column, c) => {
      out[column] = found.histogram?.counts[c] ?? Number.NaN;
    });
  }
  return out;
}
