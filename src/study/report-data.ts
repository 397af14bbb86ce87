/** The data of a study's report. The plots follow from what varies, unless the study names the outcomes. */

import { own } from "../core/index.js";
import type { Cell, HeatMap, Plot, SweepReportData } from "../report/index.js";
import { ensembleColumn, type MergedHistogram, mergedHistograms } from "./ensemble.js";
import { ranges, type SweepResults } from "./results.js";
import { shownValue } from "./tables.js";

/**
 * Limits: outcomes if the study does not name them, distinct failures, rows, bins of an outcome, histograms in one
 * plot.
 */
const most = { outcomes: 4, failures: 20, rows: 200, bins: 30, together: 4 };

export function sweepReportData(results: SweepResults, footer: string): SweepReportData {
  const { study } = results.runner;
  const { name, about } = study.data;
  const missing = results.missing();
  const outcomes = shownOutcomes(results);
  const axes = study.axes.filter(({ values }) => values.length > 1 && values.every((v) => typeof v === "number"));
  const onGrid = study.data.list === undefined && study.axes.length === axes.length;
  const remarks =
    missing.length === 0 ? [] : [`Runs ${ranges(missing)} are missing. Run them with taut sweep --resume.`];
  return {
    title: name ?? study.model.name ?? "Study",
    ...(about !== undefined && { about }),
    counts: results.counts(),
    remarks,
    maps: onGrid && axes.length >= 2 ? outcomes.map((outcome) => mapOf(results, outcome)) : [],
    plots: [
      ...(onGrid && axes.length === 1 ? outcomes.map((outcome) => lineOf(results, outcome)) : []),
      ...Object.keys(study.data.random ?? {}).flatMap((x) => outcomes.slice(0, 2).map((y) => scatterOf(results, x, y))),
      ...(study.ensemble > 1 && axes.length === 0 ? outcomes.map((outcome) => distributionOf(results, outcome)) : []),
      ...histogramPlots(results),
    ],
    failures: failuresOf(results),
    table: tableOf(results, outcomes),
    footer,
  };
}

/**
 * The outcomes that the study names, or else those of observables, events, the first coordinates and residuals that
 * vary.
 */
export function shownOutcomes(results: SweepResults): string[] {
  const { study, columns, observables, outcomes } = results.runner;
  if (study.data.plot !== undefined) return study.data.plot.filter((name) => columns.includes(name));
  const all = columns.slice(0, outcomes);
  const wanted = [
    ...observables.map(({ name }) => `${name} mean`),
    ...all.filter((name) => name.startsWith("event ")),
    ...all.filter((name) => name.startsWith("final ")).slice(0, 2),
    "ledger position",
    "ledger energy deviation",
    "work steps",
  ];
  return wanted.filter((name) => all.includes(name) && varies(results.column(name))).slice(0, most.outcomes);
}

function varies(values: Float64Array): boolean {
  const finite = values.filter(Number.isFinite);
  return finite.some((value) => value !== finite[0]);
}

/** A map over the first two axes, at the first values of all others. Ensembles show their mean. */
function mapOf(results: SweepResults, outcome: string): HeatMap {
  const [y, x, ...fixed] = results.runner.study.axes;
  const { mean } = ensembleColumn(results, outcome);
  const stride = fixed.reduce((product, { values }) => product * values.length, 1);
  const z = Float64Array.from({ length: x.values.length * y.values.length }, (_, k) => mean[k * stride]);
  const where = fixed.map(({ name, values }) => `, ${name} = ${shownValue(values[0])}`).join("");
  return {
    title: `${outcome}${where}`,
    x: { label: x.name, values: x.values as readonly number[] },
    y: { label: y.name, values: y.values as readonly number[] },
    z: { label: outcome, values: z, ...(spansDecades(z) && { scale: "log" }) },
  };
}

function lineOf(results: SweepResults, outcome: string): Plot {
  const [{ name, values }] = results.runner.study.axes;
  const { mean, error } = ensembleColumn(results, outcome);
  const isEnsemble = results.runner.study.ensemble > 1;
  const x = values as readonly number[];
  return {
    title: outcome,
    x: { label: name, ...(spansDecades(x) && { scale: "log" }) },
    y: { label: outcome, ...(!isEnsemble && spansDecades(mean) && { scale: "log" }) },
    series: [{ name: outcome, x, y: mean, ...(isEnsemble && { error }) }],
  };
}

function scatterOf(results: SweepResults, name: string, outcome: string): Plot {
  const { study } = results.runner;
  const x = Float64Array.from(results.rows, (_, index) => study.run(index).values[name] as number);
  return {
    title: `${outcome} against ${name}`,
    x: { label: name },
    y: { label: outcome },
    series: [{ name: outcome, x, y: results.column(outcome), line: false, markers: true }],
  };
}

/** The distribution of an outcome over the runs, with the standard errors of the counts. */
function distributionOf(results: SweepResults, outcome: string): Plot {
  const values = results.column(outcome).filter(Number.isFinite);
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const bins = Math.max(1, Math.min(most.bins, Math.ceil(Math.sqrt(values.length))));
  const width = (high - low) / bins || 1;
  const counts = new Float64Array(bins);
  for (const value of values) counts[Math.min(bins - 1, Math.floor((value - low) / width))]++;
  const n = values.length;
  return densityPlot(`Distribution of ${outcome}`, outcome, [
    {
      name: "runs",
      edges: Float64Array.from({ length: bins + 1 }, (_, k) => low + k * width),
      density: counts.map((c) => c / n / width),
      error: counts.map((c) => Math.sqrt((c / n) * (1 - c / n)) / Math.sqrt(n) / width),
    },
  ]);
}

/** A plot for each observable, with the merged histograms of the first ensembles. */
function histogramPlots(results: SweepResults): Plot[] {
  const all = mergedHistograms(results);
  const { study } = results.runner;
  return [...new Set(all.map(({ observable }) => observable))].map((observable) => {
    const shown = all.filter((h) => h.observable === observable).slice(0, most.together);
    const title = ({ group, runs }: MergedHistogram): string => {
      const { values } = study.run(group * study.ensemble);
      const fixed = Object.entries(values).filter(([name]) => own(study.data.random, name) === undefined);
      const where = fixed.map(([name, value]) => `${name} = ${shownValue(value)}`).join(", ");
      return `${where || "all"}, ${runs} run${runs === 1 ? "" : "s"}`;
    };
    return densityPlot(
      `Distribution of ${observable}`,
      observable,
      shown.map((h) => ({ ...h, name: title(h) })),
    );
  });
}

interface Density extends Pick<MergedHistogram, "edges" | "density" | "error"> {
  readonly name: string;
}

/** Densities as steps, with an error bar in the middle of each. */
function densityPlot(title: string, x: string, all: readonly Density[]): Plot {
  return {
    title,
    x: { label: x },
    y: { label: "density" },
    series: all.flatMap(({ name, edges, density, error }) => [
      {
        name,
        group: name,
        markers: false,
        x: Array.from(density, (_, k) => [edges[k], edges[k + 1]]).flat(),
        y: Array.from(density, (value) => [value, value]).flat(),
      },
      {
        name: `${name}: standard error`,
        group: name,
        line: false,
        markers: true,
        x: Array.from(density, (_, k) => 0.5 * (edges[k] + edges[k + 1])),
        y: density,
        error,
      },
    ]),
  };
}

function failuresOf({ rows }: SweepResults): { run: number; status: string; message: string }[] {
  const seen = new Map<string, { run: number; status: string; message: string }>();
  for (const row of rows) {
    if (row === undefined || row.status === "ok") continue;
    // one example of each kind: the same status, caused by the same component or setting
    const kind = `${row.status} ${row.where}`;
    if (!seen.has(kind)) seen.set(kind, { run: row.index, status: row.status, message: row.message });
  }
  return [...seen.values()].slice(0, most.failures);
}

function tableOf({ runner, rows }: SweepResults, outcomes: readonly string[]): SweepReportData["table"] {
  const { study, columns } = runner;
  const at = outcomes.map((name) => columns.indexOf(name));
  const shown = Array.from({ length: Math.min(rows.length, most.rows) }, (_, index): Cell[] => {
    const { values } = study.run(index);
    const row = rows[index];
    return [
      index,
      row?.status ?? "missing",
      ...study.names.map((name) => (typeof values[name] === "number" ? values[name] : shownValue(values[name]))),
      ...at.map((k) => row?.numbers[k] ?? null),
    ];
  });
  return {
    columns: [
      { head: "run", numeric: true },
      { head: "status" },
      ...[...study.names, ...outcomes].map((head) => ({ head, numeric: true })),
    ],
    rows: shown,
  };
}

/** Whether all values are positive and span more than two decades. */
function spansDecades(values: ArrayLike<number>): boolean {
  const finite = Array.from(values).filter(Number.isFinite);
  const least = finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return least > 0 && finite.some((value) => value > 100 * least);
}
