/** The results of a run as a JSON object and as tables. */

import {
  append,
  type EnergySummary,
  type Handover,
  multiplierNames,
  type Passage,
  type Verdict,
  type Work,
} from "../core/index.js";
import type { CorrelationResult, HistogramResult, ObservableResult, SeriesStatistics } from "../observers/index.js";
import type { PreparedRun } from "../run/run.js";
import type { Redundancy, Solution, Verification } from "../solve/index.js";
import type { Column, TableColumn } from "./export/index.js";
import { finalReactions, type ReactionJson, reactionColumns } from "./reactions.js";

/**
 * The object that `--json` prints, and that `runJson` returns. `q`, `v`, `lambda` are in the order of `names` and
 * `constraints`.
 */
export interface RunJson {
  readonly status: string;
  readonly t: number;
  readonly names: readonly string[];
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** States beside coordinates, by name; only if there are any. */
  readonly states?: Readonly<Record<string, number>>;
  /** null where the multipliers are not defined (a singular position). */
  readonly lambda: readonly number[] | null;
  readonly constraints: readonly string[];
  readonly stats: Omit<Work, "hessians">;
  readonly ledger: {
    readonly position: number;
    readonly velocity: number;
    readonly energy: { readonly initial: number; readonly final: number; readonly maxDeviation: number } | null;
    /** Kinetic and potential energy, what was put in and dissipated, and what is left over; only if it is known. */
    readonly account?: EnergySummary;
  };
  /** The outputs of the model at the end, by name; only if it has any. */
  readonly outputs?: Readonly<Record<string, number | null>>;
  /** The observables measured along the run; only if it has any. */
  readonly observables?: Readonly<Record<string, ObservableJson>>;
  /** Remarks of the formulation about the run; only if there are any. */
  readonly notes?: readonly string[];
  readonly out: string | null;
  /** The name of the model's units; only if it has units. */
  readonly units?: string;
  /** The unit of every number that has one, by the name of its column in tables: `t`, `bob_x`, `lambda rod`, outputs. */
  readonly columnUnits?: Readonly<Record<string, string>>;
  /** The events in the order in which they happened, with the states there; only if any happened. */
  readonly events?: readonly EventJson[];
  /** When and why the method handed over to another one; only if it did. */
  readonly handovers?: readonly Handover[];
  /** Warnings of the method; only if there are any. */
  readonly warnings?: readonly string[];
  /** What the model keeps, and whether the run kept it; only if anything was watched. */
  readonly conscience?: readonly Verdict[];
  /** How far the end agrees with that of a more accurate run; only if the run was verified. */
  readonly verification?: Verification;
  /** The force and the torque of every joint on each of its bodies; only if there are joints. */
  readonly reactions?: readonly ReactionJson[];
  /** Redundant constraints, and the multipliers and joints whose reactions they leave undetermined; only if there are any. */
  readonly redundancy?: Redundancy;
  /** Instants at which constraints were dependent and which the run has passed. */
  readonly passages?: readonly Passage[];
  /** What happened and what to try; only if the status is not "ok". */
  readonly message?: string;
}

/** An event of a run; `q`, `v` and `states` as in `RunJson`. */
export interface EventJson extends StateJson {
  readonly name: string;
  readonly t: number;
}

type StateJson = Pick<RunJson, "q" | "v" | "states">;

/**
 * The results of a run as the object that `taut run --json` prints.
 *
 * @example
 * const prepared = prepareRun(pendulum);
 * prepared.run.advance(Number.POSITIVE_INFINITY);
 * JSON.stringify(runJson(prepared, prepared.run.solution()));
 */
export function runJson(prepared: PreparedRun, solution: Solution, out: string | null = null): RunJson {
  const { mechanics, names } = prepared.workspace;
  const { steps, rejected, forces, jacobians, factorisations, solves, projections, iterations } = solution.work;
  const { energy, account } = solution.ledger;
  const reactions = finalReactions(prepared, solution);
  const notes = [...(prepared.choice.instead ?? []), ...(prepared.lowered.notes ?? []), ...solution.notes];
  return {
    status: solution.status,
    t: solution.t,
    names: mechanics?.names ?? names,
    ...stateJson(prepared, solution.y),
    lambda: solution.lambda ? Array.from(solution.lambda) : null,
    constraints: multiplierNames(prepared.workspace),
    stats: { steps, rejected, forces, jacobians, factorisations, solves, projections, iterations },
    ledger: { ...largestResiduals(solution), energy: energy ?? null, ...(account && { account }) },
    out,
    ...(prepared.workspace.units && { units: prepared.workspace.units.name, columnUnits: columnUnits(prepared) }),
    ...(prepared.outputs && { outputs: finalOutputs(prepared.outputs, solution) }),
    ...(prepared.observables && { observables: observablesJson(prepared.observables.results()) }),
    ...(notes.length > 0 && { notes }),
    ...(reactions.length > 0 && { reactions }),
    ...(solution.redundancy && { redundancy: solution.redundancy }),
    ...(solution.passages.length > 0 && {
      passages: solution.passages.map(({ t, constraints, joints, multipliers }) => ({
        t,
        constraints,
        joints,
        multipliers,
      })),
    }),
    ...(solution.events.length > 0 && {
      events: solution.events.map(({ name, t, y }) => ({ name, t, ...stateJson(prepared, y) })),
    }),
    ...(solution.handovers.length > 0 && { handovers: solution.handovers }),
    ...(solution.warnings.length > 0 && { warnings: solution.warnings }),
    ...(solution.conscience.length > 0 && { conscience: solution.conscience }),
    ...(solution.verification && { verification: solution.verification }),
    ...(solution.failure && { message: solution.failure.message }),
  };
}

function stateJson({ workspace: { mechanics, names } }: PreparedRun, y: Float64Array): StateJson {
  if (mechanics === undefined) return { q: Array.from(y), v: [] };
  const [n, beside] = [mechanics.n, 2 * mechanics.n];
  return {
    q: Array.from(y.subarray(0, n)),
    v: Array.from(y.subarray(n, beside)),
    ...(y.length > beside && {
      states: Object.fromEntries(names.slice(beside).map((name, k) => [name, y[beside + k]])),
    }),
  };
}

/** The units of the columns of a run's table, by their names; columns without a known unit are left out. */
export function columnUnits({
  workspace,
  outputs,
}: Pick<PreparedRun, "workspace" | "outputs">): Record<string, string> {
  const { labels, units, names } = workspace;
  const found: Record<string, string> = {};
  const put = (name: string, unit: string | undefined): void => {
    if (unit) found[name] = unit;
  };
  for (const { name, unit } of outputs?.columns ?? []) put(name, unit);
  if (labels === undefined || units === undefined) return found;
  put("t", units.time);
  names.forEach((name, k) => {
    put(name, labels.entry(k));
  });
  const m = workspace.mechanics?.m ?? 0;
  multiplierNames(workspace).forEach((name, k) => {
    put(k < m ? `lambda ${name}` : name, labels.multiplier(k));
  });
  put("ledger energy", labels.energy);
  put("ledger position", labels.residual?.position);
  put("ledger velocity", labels.residual?.velocity);
  return found;
}

/** The outputs at the end of a run by name; null where one has no finite value. */
export function finalOutputs(
  outputs: NonNullable<PreparedRun["outputs"]>,
  solution: Solution,
): Readonly<Record<string, number | null>> {
  const values = outputs.final(solution);
  return Object.fromEntries(
    outputs.columns.map(({ name }, k) => [name, Number.isFinite(values[k]) ? values[k] : null]),
  );
}

type Plain<T> = { readonly [K in keyof T]: readonly number[] };

/** One observable as plain data; unknown numbers (NaN) become null in JSON. */
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

/** All observables of a run as one table: means, then bins (at their middle), then lags. */
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

/**
 * The largest constraint residuals of the run, including those of the start, which may be all there is if it failed.
 */
export function largestResiduals({ ledger, start }: Solution): {
  readonly position: number;
  readonly velocity: number;
} {
  return {
    position: Math.max(ledger.position, start?.position.after ?? 0),
    velocity: Math.max(ledger.velocity, start?.velocity.after ?? 0),
  };
}

/**
 * The saved states as columns: t, coordinates, velocities, outputs, multipliers, and those of the ledger. With
 * `reactions`, also the forces and torques of joints and constraints: `force pin on arm_x`, `torque pin on arm_z`.
 *
 * @example
 * const prepared = prepareRun(pendulum);
 * prepared.run.advance(Number.POSITIVE_INFINITY);
 * const columns = trajectoryColumns(prepared, prepared.run.solution());
 * encodeTable(columns, "npz"); // the trajectory as a NumPy archive
 */
export function trajectoryColumns(
  prepared: PreparedRun,
  solution: Solution,
  { reactions = false }: { readonly reactions?: boolean } = {},
): Column[] {
  const { workspace } = prepared;
  const { trajectory, series } = solution;
  const columns: Column[] = [{ name: "t", data: trajectory.times() }];
  workspace.names.forEach((name, k) => {
    columns.push({ name, data: trajectory.component(k) });
  });
  prepared.outputs?.columns.forEach(({ name }, k) => {
    columns.push({ name, data: prepared.outputs!.column(k, solution) });
  });
  const { m, length } = trajectory;
  const multipliers = trajectory.multipliers();
  const held = multiplierNames(workspace);
  for (let k = 0; k < m; k++)
    columns.push({
      name: k < (workspace.mechanics?.m ?? 0) ? `lambda ${held[k]}` : held[k],
      data: Float64Array.from({ length }, (_, i) => multipliers[i * m + k]),
    });
  if (reactions) append(columns, reactionColumns(prepared, solution));
  series.columns.forEach((name, k) => {
    if (k > 0) columns.push({ name: `ledger ${name}`, data: series.series(k) });
  });
  return columns;
}
