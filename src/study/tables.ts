/** The tables of a study: a row for each run, for each ensemble, and for each bin of a merged histogram. */

import { own } from "../core/index.js";
import type { TableColumn } from "../io/export/index.js";
import { ensembleColumn, mergedHistograms } from "./ensemble.js";
import type { SweepResults } from "./results.js";
import type { SettingValue } from "./study-schema.js";

/** One row for each run: number, hash, status, seed, the values that vary, outcomes. */
export function runTable(results: SweepResults): TableColumn[] {
  const { runner, rows } = results;
  const { study } = runner;
  const specs = Array.from(rows, (_, index) => study.run(index));
  const texts = (name: string, of: (index: number) => string): TableColumn => ({
    name,
    text: specs.map((_, i) => of(i)),
  });
  return [
    { name: "run", data: Float64Array.from(specs, ({ index }) => index) },
    texts("hash", (i) => rows[i]?.hash ?? study.hash(specs[i])),
    texts("status", (i) => rows[i]?.status ?? "missing"),
    texts("message", (i) => rows[i]?.message ?? ""),
    ...(study.seeded ? [{ name: "seed", data: Float64Array.from(specs, (s) => s.settings.seed ?? Number.NaN) }] : []),
    ...study.names.map((name) => valuesColumn(name, (i) => specs[i].values[name], specs.length)),
    ...runner.columns.slice(0, runner.outcomes).map((name) => ({ name, data: results.column(name) })),
  ];
}

/**
 * One row for each ensemble: the values that vary, and for every outcome its mean, standard error and number of runs.
 */
export function ensembleTable(results: SweepResults): TableColumn[] {
  const { study, columns, outcomes } = results.runner;
  const groups = study.count / study.ensemble;
  const names = study.names.filter((name) => own(study.data.random, name) === undefined);
  const first = (g: number) => study.run(g * study.ensemble).values;
  return [
    ...names.map((name) => valuesColumn(name, (g) => first(g)[name], groups)),
    ...columns.slice(0, outcomes).flatMap((name) => {
      const { mean, error, count } = ensembleColumn(results, name);
      return [
        { name: `${name} · mean`, data: mean },
        { name: `${name} · error`, data: error },
        { name: `${name} · runs`, data: count },
      ];
    }),
  ];
}

/** One row for each bin of the merged histograms. */
export function histogramTable(results: SweepResults): TableColumn[] {
  const all = mergedHistograms(results);
  const each = (of: (h: (typeof all)[number], k: number) => number): Float64Array<ArrayBuffer> =>
    Float64Array.from(all.flatMap((h) => Array.from(h.density, (_, k) => of(h, k))));
  return [
    { name: "observable", text: all.flatMap((h) => Array.from(h.density, () => h.observable)) },
    { name: "ensemble", data: each((h) => h.group) },
    { name: "from", data: each((h, k) => h.edges[k]) },
    { name: "to", data: each((h, k) => h.edges[k + 1]) },
    { name: "density", data: each((h, k) => h.density[k]) },
    { name: "error", data: each((h, k) => h.error[k]) },
  ];
}

/** A column of numbers if all values are numbers, and of texts otherwise. */
function valuesColumn(name: string, of: (i: number) => SettingValue, length: number): TableColumn {
  const values = Array.from({ length }, (_, i) => of(i));
  if (values.every((value) => typeof value === "number"))
    return { name, data: Float64Array.from(values as readonly number[]) };
  return { name, text: values.map(shownValue) };
}

/** A value as text. */
export function shownValue(value: SettingValue): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
