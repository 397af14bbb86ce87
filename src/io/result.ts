/** What a run prints and keeps: one JSON object, one table, one manifest. */

import { type Handover, multiplierNames, type Work } from "../core/index.js";
import type { CorrelationResult, HistogramResult, ObservableResult, SeriesStatistics } from "../observers/index.js";
import type { PreparedRun } from "../run/run.js";
import type { Solution } from "../solve/index.js";
import type { Column, TableColumn } from "./export/index.js";

/** The object that `--json` prints. `q`, `v`, `lambda` are in the order of `names` and `constraints`. */
export interface RunJson {
  readonly status: string;
  readonly t: number;
  readonly names: readonly string[];
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** null where the multipliers are not defined (a singular position). */
  readonly lambda: readonly number[] | null;
  readonly constraints: readonly string[];
  readonly stats: Omit<Work, "hessians">;
  readonly ledger: {
    readonly position: number;
    readonly velocity: number;
    readonly energy: { readonly initial: number; readonly final: number; readonly maxDeviation: number } | null;
  };
  /** Only when the run has some: what was measured along it. */
  readonly observables?: Readonly<Record<string, ObservableJson>>;
  /** What the formulation has to say about the run, in sentences. */
  readonly notes?: readonly string[];
  readonly out: string | null;
  /** Only when the model has units: their name. */
  readonly units?: string;
  /** Only when the method handed over to another one: where, and why. */
  readonly handovers?: readonly Handover[];
  /** Only when there are any: what the method found questionable. */
  readonly warnings?: readonly string[];
  /** Only when the status is not "ok": what happened and what to try. */
  readonly message?: string;
}

export function runJson(prepared: PreparedRun, solution: Solution, out: string | null = null): RunJson {
  const { mechanics, names } = prepared.workspace;
  const { steps, rejected, forces, jacobians, factorisations, solves, projections, iterations } = solution.work;
  const { energy } = solution.ledger;
  return {
    status: solution.status,
    t: solution.t,
    names: mechanics?.names ?? names,
    q: Array.from(mechanics ? solution.q : solution.y),
    v: Array.from(solution.v),
    lambda: solution.lambda ? Array.from(solution.lambda) : null,
    constraints: multiplierNames(prepared.workspace),
    stats: { steps, rejected, forces, jacobians, factorisations, solves, projections, iterations },
    ledger: { ...largestResiduals(solution), energy: energy ?? null },
    out,
    ...(prepared.workspace.units && { units: prepared.workspace.units.name }),
    ...(prepared.observables && { observables: observablesJson(prepared.observables.results()) }),
    ...(solution.notes.length > 0 && { notes: solution.notes }),
    ...(solution.handovers.length > 0 && { handovers: solution.handovers }),
    ...(solution.warnings.length > 0 && { warnings: solution.warnings }),
    ...(solution.failure && { message: solution.failure.message }),
  };
}

type Plain<T> = { readonly [K in keyof T]: readonly number[] };

/** One observable as plain data; numbers that are not known are null in the text. */
export interface ObservableJson extends SeriesStatistics {
  readonly last: number;
  readonly histogram?: Plain<Omit<HistogramResult, "radial">> & {
    readonly radial?: Plain<Required<HistogramResult>["radial"]>;
  };
  readonly correlation?: Plain<CorrelationResult>;
}

function observablesJson(results: readonly ObservableResult[]): Readonly<Record<string, ObservableJson>> {
  const list = (numbers: Float64Array): readonly number[] => Array.from(numbers);
  return Object.fromEntries(
    results.map(({ name, histogram, correlation, ...numbers }) => [
      name,
      {
        ...numbers,
        ...(histogram && {
          histogram: {
            ...{ edges: list(histogram.edges), density: list(histogram.density) },
            ...{ error: list(histogram.error), counts: list(histogram.counts) },
            ...(histogram.radial && {
              radial: { g: list(histogram.radial.g), error: list(histogram.radial.error) },
            }),
          },
        }),
        ...(correlation && {
          correlation: {
            ...{
              lag: list(correlation.lag),
              correlation: list(correlation.correlation),
              error: list(correlation.error),
            },
          },
        }),
      },
    ]),
  );
}

/** Everything measured along a run as one table: means, then bins (at their middle), then lags. */
export function observableColumns(results: readonly ObservableResult[]): TableColumn[] {
  const rows = results.flatMap(({ name, mean, error, histogram, correlation }) => [
    { name, what: "mean", at: Number.NaN, value: mean, error },
    ...Array.from(histogram?.density ?? [], (value, k) => ({
      ...{ name, what: "density", value, error: histogram!.error[k] },
      at: (histogram!.edges[k] + histogram!.edges[k + 1]) / 2,
    })),
    ...Array.from(histogram?.radial?.g ?? [], (value, k) => ({
      ...{ name, what: "g(r)", value, error: histogram!.radial!.error[k] },
      at: (histogram!.edges[k] + histogram!.edges[k + 1]) / 2,
    })),
    ...Array.from(correlation?.correlation ?? [], (value, k) => ({
      ...{ name, what: "autocorrelation", value, error: correlation!.error[k] },
      at: correlation!.lag[k],
    })),
  ]);
  const numbers = (key: "at" | "value" | "error"): TableColumn => ({
    name: key,
    data: Float64Array.from(rows, (row) => row[key]),
  });
  return [
    { name: "observable", text: rows.map((row) => row.name) },
    { name: "what", text: rows.map((row) => row.what) },
    ...(["at", "value", "error"] as const).map(numbers),
  ];
}

/** Largest residuals of the constraints; a start that could not be made consistent has only its own. */
export function largestResiduals({ ledger, start }: Solution): {
  readonly position: number;
  readonly velocity: number;
} {
  return {
    position: Math.max(ledger.position, start?.position.after ?? 0),
    velocity: Math.max(ledger.velocity, start?.velocity.after ?? 0),
  };
}

/** Saved states as columns: t, coordinates, velocities, multipliers, then the ledger's. */
export function trajectoryColumns(prepared: PreparedRun, solution: Solution): Column[] {
  const { workspace } = prepared;
  const { trajectory, series } = solution;
  const columns: Column[] = [{ name: "t", data: trajectory.times() }];
  workspace.names.forEach((name, k) => {
    columns.push({ name, data: trajectory.component(k) });
  });
  const { m, length } = trajectory;
  const multipliers = trajectory.multipliers();
  const held = multiplierNames(workspace);
  for (let k = 0; k < m; k++)
    columns.push({
      name: workspace.mechanics === undefined ? held[k] : `lambda ${held[k]}`,
      data: Float64Array.from({ length }, (_, i) => multipliers[i * m + k]),
    });
  series.columns.forEach((name, k) => {
    if (k > 0) columns.push({ name: `ledger ${name}`, data: series.series(k) });
  });
  return columns;
}
