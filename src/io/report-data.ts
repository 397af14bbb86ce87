/** Collects the data of a report from a finished run. */

import { sceneOf } from "../analysis/index.js";
import { multiplierNames, timeInWords, type Units } from "../core/index.js";
import type { CoordinatesPicture, RunReportData, ScenePicture } from "../report/index.js";
import { jointArrows } from "../run/asked-reactions.js";
import { nameAndOptions, takes } from "../run/registry.js";
import type { PreparedRun } from "../run/run.js";
import { type ModelScene, withReactions } from "../scene/index.js";
import type { Solution } from "../solve/index.js";
import { observableData } from "./observable-data.js";
import { reactionCurves } from "./reactions.js";
import { largestResiduals } from "./result.js";

/** A report shows at most this many points, and at most this many curves or multipliers. */
const mostPoints = 1500;
const mostCurves = 12;
/** At most this many values that the start changed are listed, the largest changes first. */
const mostMoved = 20;
/** The number of multipliers that are drawn: as many as there are distinguishable colours. */
const mostMultipliers = 8;

/**
 * Collects the data of a report from a run; `runReport` makes the page. `modelText` is shown at its end, and `footer`
 * is the small print. With `arrows` the picture shows the forces of joints.
 *
 * @example
 * const prepared = prepareRun(pendulum);
 * prepared.run.advance(Number.POSITIVE_INFINITY);
 * const html = runReport(runReportData(prepared, prepared.run.solution(), text, "A pendulum"));
 */
export function runReportData(
  prepared: PreparedRun,
  solution: Solution,
  modelText: string,
  footer: string,
  { arrows = false }: { readonly arrows?: boolean } = {},
): RunReportData {
  const { model, workspace, problem, settings, choice, options } = prepared;
  const { trajectory, series, start, ledger } = solution;
  const times = trajectory.times();
  const columnOf = (name: string): Float64Array | undefined => {
    const k = series.columns.indexOf(name);
    return k < 0 ? undefined : series.series(k);
  };
  const m = workspace.mechanics?.m ?? 0;
  const initial = workspace.initial;
  const names = workspace.names;
  const described = (part: RunReportData["settings"][number]["value"] | { name: string }): string =>
    typeof part === "string" ? part : JSON.stringify(part);
  const setting = (name: string, value: unknown, why?: string): RunReportData["settings"] =>
    value === undefined
      ? []
      : [{ name, value: typeof value === "object" ? described(value as never) : String(value), ...(why && { why }) }];
  const { labels } = workspace;
  const reactions = reactionCurves(prepared, solution);
  const first = trajectory.length > 0 ? trajectory.states().subarray(0, trajectory.dimension) : undefined;

  return {
    title: model.name ?? "Model",
    ...(model.about && { description: model.about }),
    status: solution.status,
    ...(solution.failure && { message: solution.failure.message }),
    t: solution.t,
    ...(workspace.units && { timeUnit: timeUnit(workspace.units) }),
    picture: picture(prepared, solution, times, arrows),
    ...(prepared.outputs && {
      outputs: prepared.outputs.columns.map(({ name, unit }, k) => ({
        ...{ name, values: prepared.outputs!.column(k, solution) },
        ...(unit !== undefined && { unit }),
      })),
    }),
    ledger: {
      times,
      ...(labels && { energyUnit: labels.energy }),
      ...(labels?.residual && { residualUnits: labels.residual }),
      ...(columnOf("energy") && { energy: columnOf("energy")! }),
      ...(ledger.account && ledger.account.sources.length > 0 && { account: accountData(ledger.account, columnOf) }),
      largest: {
        ...(ledger.energy && { energy: ledger.energy.maxDeviation }),
        ...(m > 0 && { position: largestResiduals(solution).position }),
      },
      ...(m > 0 && { position: columnOf("position")!, velocity: columnOf("velocity")! }),
      ...(trajectory.m > 0 && { multipliers: multiplierColumns(prepared, solution), constraints: trajectory.m }),
    },
    ...(reactions && { reactions }),
    work: solution.work,
    settings: [
      ...setting("formulation", problem.name, choice.reason),
      ...setting("method", options.method.name),
      ...setting("projection", nameAndOptions(choice.projection).name),
      ...setting("units", workspace.units?.name),
      ...setting("until", settings.until),
      ...setting("rtol", options.controller.needsError ? (settings.rtol ?? 1e-6) : undefined),
      ...setting("step", settings.step),
      ...setting("omega", takes("formulation", choice.formulation, "omega") ? settings.omega : undefined),
      ...setting("start", start?.mode ?? "project"),
    ],
    ...(start && {
      start: {
        policy: start.mode,
        ...(first ? movedEntries(names, initial, first) : { moved: [], count: 0 }),
      },
    }),
    dropped: solution.dropped.map((name) => ({ name })),
    notes: [...(choice.instead ?? []), ...(prepared.lowered.notes ?? []), ...solution.notes],
    warnings: solution.warnings,
    watched: solution.conscience.map(({ kind, quantity, deviation, threshold, verdict }) => ({
      quantity: kind === "constraints" ? `constraints (${quantity})` : quantity,
      ...{ deviation, threshold, verdict },
    })),
    events: solution.events.map(({ name, t }) => ({ name, t })),
    ...(prepared.observables && { observables: prepared.observables.results().map(observableData) }),
    model: modelText,
    footer,
  };
}

/** The account of the energy at the end, and over time. */
function accountData(
  account: NonNullable<Solution["ledger"]["account"]>,
  columnOf: (name: string) => Float64Array | undefined,
): NonNullable<RunReportData["ledger"]["account"]> {
  const { kinetic, potential, putIn, dissipated, remainder, largestRemainder, sources } = account;
  return {
    ...{ kinetic, potential, putIn, dissipated, remainder, largestRemainder, sources },
    curves: ["kinetic", "potential", "put in", "dissipated"].map((name) => ({ name, values: columnOf(name)! })),
  };
}

const withUnit = (unit: string | undefined): { unit?: string } => (unit ? { unit } : {});

/** The unit of time of axes: `s`, or `10.18 fs`. */
const timeUnit = (units: Units): string => (units.time === "s" ? units.time : timeInWords(1, units));

function movedEntries(
  names: readonly string[],
  from: Float64Array,
  to: Float64Array,
): { readonly moved: { name: string; from: number; to: number }[]; readonly count: number } {
  const moved = [];
  for (let k = 0; k < from.length; k++) if (from[k] !== to[k]) moved.push({ name: names[k], from: from[k], to: to[k] });
  moved.sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
  return { moved: moved.slice(0, mostMoved), count: moved.length };
}

/** The multipliers that were largest at some saved time, in the order of the constraints. */
function multiplierColumns({ workspace }: PreparedRun, { trajectory }: Solution) {
  const all = trajectory.multipliers();
  const rows = trajectory.length;
  const { m } = trajectory;
  const names = multiplierNames(workspace);
  const sizes = new Float64Array(m);
  all.forEach((value, i) => {
    if (Math.abs(value) > sizes[i % m]) sizes[i % m] = Math.abs(value);
  });
  const largest = Array.from(sizes.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b);
  return largest
    .slice(0, mostMultipliers)
    .sort((a, b) => a - b)
    .map((k) => ({
      ...{ name: names[k], values: Float64Array.from({ length: rows }, (_, i) => all[i * m + k]) },
      ...withUnit(workspace.labels?.multiplier(k)),
    }));
}

function picture(
  prepared: PreparedRun,
  solution: Solution,
  times: Float64Array,
  arrows: boolean,
): ScenePicture | CoordinatesPicture {
  const { lowered, workspace } = prepared;
  const { trajectory } = solution;
  const scene = sceneOf(lowered, workspace);
  if (scene.dimension === 0 || scene.points.length > mostPoints) {
    const shown = Math.min(workspace.dimension, workspace.mechanics?.n ?? workspace.dimension, mostCurves);
    return {
      kind: "coordinates",
      times,
      coordinates: Array.from({ length: shown }, (_, k) => ({
        name: workspace.names[k],
        values: trajectory.component(k),
        ...withUnit(workspace.labels?.entry(k)),
      })),
    };
  }
  const recorded = { scene, states: trajectory.states(), width: trajectory.dimension };
  return {
    ...{ kind: "scene", times, ...((arrows && withArrows(prepared, solution, scene)) || recorded) },
    tensions: tensions(scene, solution),
    ...withUnit(workspace.units?.length),
  };
}

/** The scene with arrows at its joints, and states with the numbers that these need; undefined if there are none. */
function withArrows(
  prepared: PreparedRun,
  { trajectory }: Solution,
  scene: ModelScene,
): Pick<ScenePicture, "scene" | "states" | "width"> | undefined {
  const { count, along } = jointArrows(prepared);
  if (count === 0 || trajectory.m !== multiplierNames(prepared.workspace).length) return undefined;
  const [rows, dimension] = [trajectory.length, trajectory.dimension];
  const states = trajectory.states();
  const forces = along(trajectory.times(), states, trajectory.multipliers());
  const more = forces.length / Math.max(1, rows);
  const width = dimension + more;
  const all = new Float64Array(width * rows);
  for (let i = 0; i < rows; i++) {
    all.set(states.subarray(i * dimension, (i + 1) * dimension), i * width);
    all.set(forces.subarray(i * more, (i + 1) * more), i * width + dimension);
  }
  return { scene: withReactions(scene, dimension, count), states: all, width };
}

/** The multipliers of the links that are constraints. */
function tensions({ links }: ModelScene, { trajectory }: Solution): (Float64Array | undefined)[] {
  const { m } = trajectory;
  const multipliers = m > 0 ? trajectory.multipliers() : undefined;
  return links.map(({ row }) =>
    multipliers === undefined || row < 0
      ? undefined
      : Float64Array.from({ length: trajectory.length }, (_, k) => multipliers[k * m + row]),
  );
}
