/**
 * The report of one run, as one HTML file (see `page`): whether it succeeded, the motion, energy, constraint residuals
 * and forces, the work and the settings.
 */

import { extent } from "./axis.js";
import { escapeHtml } from "./escape.js";
import { formatCount, formatNumber, formatNumberHtml, plural } from "./number.js";
import { figure, page, paragraph, section } from "./page.js";
import { pictures } from "./picture.js";
import { linePlot, type Plot } from "./plot.js";
import type { LedgerData, RunReportData } from "./run-report-data.js";
import { htmlTable } from "./table.js";

const mostModelText = 200_000;

/**
 * The report of a run as the text of one HTML file, which needs no other file and no network.
 *
 * @example
 * const prepared = prepareRun(pendulum);
 * prepared.run.advance(Number.POSITIVE_INFINITY);
 * const html = runReport(runReportData(prepared, prepared.run.solution(), text, "A pendulum"));
 */
export function runReport(data: RunReportData): string {
  const described = data.description === undefined ? "" : paragraph(data.description, "lead");
  const header = `<header><h1>${escapeHtml(data.title)}</h1>${described}${statusHtml(data)}${remarksHtml(data)}</header>\n`;
  const body =
    header +
    section("Motion", motionHtml(data)) +
    section("Outputs", outputsHtml(data)) +
    section("Joints", reactionsHtml(data)) +
    section(
      "Energy, constraints, work",
      `<div class="grid">${ledgerHtml(data)}${workHtml(data)}${watchedHtml(data)}</div>`,
    ) +
    section("Observables", observablesHtml(data)) +
    section("Start and constraints", startHtml(data)) +
    section("Events", eventsHtml(data)) +
    section("Model", modelHtml(data.model));
  return page({ title: `${data.title} · taut run`, body, footer: data.footer });
}

/** The settings are beside a single picture, or the last cell after several. */
function motionHtml(data: RunReportData): string {
  const cells = [...pictures(data), settingsHtml(data)].map((cell) => `<div>${cell}</div>`);
  return `<div class="${cells.length === 2 ? "split" : "grid"}">${cells.join("")}</div>`;
}

/** More outputs than this are not drawn; the table of results has all. */
const mostOutputs = 24;

/** Every output over time, in a figure of its own because units differ. */
function outputsHtml({ outputs = [], ledger, timeUnit, events = [] }: RunReportData): string {
  const marks = events.filter(({ t }) => Number.isFinite(t)).map(({ t, name }) => ({ name, x: t }));
  const figures = outputs.slice(0, mostOutputs).map(({ name, values, unit }) => {
    const series = [{ name, x: ledger.times, y: values, markers: false }];
    return figure(
      name,
      linePlot({ title: name, x: { label: "time", unit: timeUnit }, y: { label: name, unit }, marks, series }),
    );
  });
  const more = outputs.length - mostOutputs;
  const note = more > 0 ? paragraph(`${more} more outputs are in the table of results only.`, "key") : "";
  return figures.length === 0 ? "" : `<div class="grid">${figures.join("")}</div>${note}`;
}

/** The sizes of the forces and torques in joints over time. */
function reactionsHtml({ reactions, ledger, timeUnit, events = [] }: RunReportData): string {
  if (reactions === undefined) return "";
  const marks = events.filter(({ t }) => Number.isFinite(t)).map(({ t, name }) => ({ name, x: t }));
  const figures = (["force", "torque"] as const).flatMap((what) => {
    const curves = reactions[what];
    if (curves.length === 0) return [];
    const title = what === "force" ? "Forces in joints" : "Torques in joints";
    const series = curves.map(({ name, values }) => ({ name, x: ledger.times, y: values, markers: false }));
    const shown = curves.length < reactions.joints ? `${curves.length} of ${plural(reactions.joints, "joint")}.` : "";
    const y = { label: what === "force" ? "|F|" : "|T|", unit: curves[0].unit };
    return [figure(title, linePlot({ title, x: { label: "time", unit: timeUnit }, y, marks, series }), shown)];
  });
  const note = reactions.open
    ? paragraph(
        "Redundant constraints leave some reactions undetermined. Those shown belong to the multipliers with the least sum of squares, each constraint taken as it is written.",
        "key",
      )
    : "";
  return figures.length === 0 ? "" : `<div class="grid">${figures.join("")}</div>${note}`;
}

/** One sentence: how far the run got and how well, or why it stopped. */
function statusHtml(data: RunReportData): string {
  const { status, ledger, work } = data;
  const time = `t = ${formatNumberHtml(data.t)}${data.timeUnit ? ` ${escapeHtml(data.timeUnit)}` : ""}`;
  if (status !== "ok") {
    const mark = status === "stopped" ? "Stopped" : `Failed: ${escapeHtml(status)}`;
    const message =
      data.message === undefined
        ? `At ${time}: the run ended with status "${escapeHtml(status)}" and gave no reason.`
        : escapeHtml(data.message);
    return `<p class="status bad" role="status"><b>✕ ${mark}</b><span>${message}</span></p>`;
  }
  const kept: string[] = [];
  const energy = ledger.largest?.energy ?? largest(deviation(ledger));
  const inUnit = (value: number, unit: string | undefined): string =>
    `${formatNumberHtml(value, 3)}${unit ? ` ${escapeHtml(unit)}` : ""}`;
  const { account } = ledger;
  if (account !== undefined)
    kept.push(
      `${inUnit(account.putIn, ledger.energyUnit)} of energy was put in and ${inUnit(account.dissipated, ledger.energyUnit)} dissipated, and the account balances to within ${inUnit(account.largestRemainder, ledger.energyUnit)}`,
    );
  else if (energy !== undefined) kept.push(`the energy changed by at most ${inUnit(energy, ledger.energyUnit)}`);
  const drift = ledger.largest?.position ?? largest(ledger.position);
  if (drift !== undefined)
    kept.push(`the largest constraint residual was ${inUnit(drift, ledger.residualUnits?.position)}`);
  const quality = kept.length === 0 ? "" : `; ${kept.join(", ")}`;
  const rejected = work.rejected > 0 ? ` (${formatCount(work.rejected)} more were rejected)` : "";
  return (
    `<p class="status" role="status"><b>✓ Done</b><span>The run reached ${time} in ${plural(work.steps, "step")}${rejected}` +
    `${quality}.</span></p>`
  );
}

/** Warnings, then notes, a paragraph each. */
function remarksHtml({ warnings = [], notes = [] }: RunReportData): string {
  const warned = warnings.map(
    (warning) => `<p class="status bad" role="status"><b>Warning</b><span>${escapeHtml(warning)}</span></p>`,
  );
  return [...warned, ...notes.map((note) => paragraph(note, "key"))].join("");
}

function settingsHtml({ settings }: RunReportData): string {
  if (settings.length === 0) return "";
  const explained = settings.some(({ why }) => why !== undefined);
  return htmlTable({
    caption: "Settings",
    columns: [{ head: "setting" }, { head: "value" }, ...(explained ? [{ head: "why" }] : [])],
    rows: settings.map(({ name, value, why }) => [name, value, why ?? null]),
    stack: explained,
  });
}

const inUnit = (unit: string | undefined): string => (unit ? ` in ${escapeHtml(unit)}` : "");

/** Plots of energy, residuals and multipliers over time, if they were recorded. */
function ledgerHtml(data: RunReportData): string {
  const { ledger } = data;
  const { times, position, velocity } = ledger;
  const marks = (data.events ?? []).filter(({ t }) => Number.isFinite(t)).map(({ t, name }) => ({ name, x: t }));
  const base = { x: { label: "time", unit: data.timeUnit }, marks };
  const figures: string[] = [];
  const add = (plot: Plot, note?: string) => figures.push(figure(plot.title, linePlot(plot), note));

  const energy = ledger.account === undefined ? deviation(ledger) : undefined;
  if (ledger.account !== undefined) {
    const series = ledger.account.curves.map(({ name, values }) => ({ name, x: times, y: values, markers: false }));
    add({ ...base, title: "Energy", y: { label: "energy", unit: ledger.energyUnit }, series });
    figures.push(accountHtml(ledger.account, ledger.energyUnit));
  }
  if (energy !== undefined) {
    const series = [{ name: "E(t) − E(0)", x: times, y: energy, markers: false }];
    const unit = ledger.energyUnit;
    const about = `E(0) = ${formatNumberHtml(ledger.energy?.[0] ?? Number.NaN)}${unit ? ` ${escapeHtml(unit)}` : ""}. ${ledger.energyNote ?? ""}`;
    add({ ...base, title: "Change of the energy", y: { label: "E(t) − E(0)", unit }, series }, about);
  }
  const residuals = [
    { name: "position", y: position },
    { name: "velocity", y: velocity },
  ].flatMap(({ name, y }) => (y === undefined || y.length === 0 ? [] : [{ name, x: times, y, markers: false }]));
  if (residuals.length > 0) {
    const y = { label: "largest residual", scale: "log" } as const;
    add(
      { ...base, title: "Constraint residuals", y, series: residuals },
      `Position: largest |g|${inUnit(ledger.residualUnits?.position)}. Velocity: largest |G v + ∂g/∂t|${inUnit(ledger.residualUnits?.velocity)}.`,
    );
  }
  const { multipliers = [] } = ledger;
  if (multipliers.length > 0) {
    const [{ unit: one }] = multipliers;
    const unit = multipliers.every((each) => each.unit === one) ? one : undefined;
    const series = multipliers.map(({ name, values, unit: own }) => ({
      ...{ name: own === unit || own === undefined ? name : `${name} [${own}]`, x: times, y: values, markers: false },
    }));
    const { constraints = multipliers.length } = ledger;
    const note =
      multipliers.length < constraints
        ? `${multipliers.length} of ${formatCount(constraints)} are shown: those with the largest values.`
        : "";
    add({ ...base, title: "Multipliers: the constraint force is −Gᵀλ", y: { label: "λ", unit }, series }, note);
  }
  return figures.join("");
}

/** The account of the energy at the end of the run. */
function accountHtml(account: NonNullable<LedgerData["account"]>, unit: string | undefined): string {
  const { kinetic, potential, putIn, dissipated, remainder, sources } = account;
  const of = (kind: string) =>
    sources.filter((source) => source.kind === kind).map(({ name, energy }) => [`… by ${name}`, energy]);
  return htmlTable({
    caption: unit ? `Account of the energy, in ${unit}` : "Account of the energy",
    columns: [{ head: "what" }, { head: "energy", numeric: true }],
    rows: [
      ["kinetic + potential at the start", kinetic.initial + potential.initial],
      ["put in", putIn],
      ...of("put in"),
      ["dissipated", dissipated],
      ...of("dissipated"),
      ["kinetic at the end", kinetic.final],
      ["potential at the end", potential.final],
      ["remainder", remainder],
    ],
  });
}

/** What the model keeps, by how much it changed in the run, and the threshold of each. */
function watchedHtml({ watched = [] }: RunReportData): string {
  if (watched.length === 0) return "";
  return htmlTable({
    caption: "What the model keeps",
    columns: [{ head: "quantity" }, { head: "changed by at most" }, { head: "threshold" }, { head: "verdict" }],
    rows: watched.map(({ quantity, deviation, threshold, verdict }) => [
      quantity,
      formatNumber(deviation, 3),
      formatNumber(threshold, 2),
      verdict,
    ]),
  });
}

/** E(t) - E(0), or undefined when no energy was recorded. */
function deviation({ energy }: LedgerData): Float64Array | undefined {
  if (energy === undefined || energy.length === 0) return undefined;
  return Float64Array.from(energy, (value) => value - energy[0]);
}

function largest(values: ArrayLike<number> | undefined): number | undefined {
  if (values === undefined) return undefined;
  const { low, high } = extent([values]);
  return low > high ? undefined : Math.max(Math.abs(low), Math.abs(high));
}

/** What the consistent start changed, and which constraints were redundant. */
function startHtml({ start, dropped = [] }: RunReportData): string {
  let html = "";
  if (start !== undefined) {
    const { moved, count = moved.length } = start;
    html += paragraph(
      count === 0
        ? `Start: ${start.policy}. It changed no value.`
        : `Start: ${start.policy}. It changed ${plural(count, "value")}; the largest changes come first.`,
    );
    const rows = [...moved].sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
    if (moved.length > 0) {
      html += htmlTable({
        columns: [{ head: "value" }, ...["given", "used", "change"].map((head) => ({ head, numeric: true }))],
        rows: rows.map(({ name, from, to }) => [name, from, to, to - from]),
        mostRows: 20,
      });
    }
  }
  if (dropped.length > 0) {
    html += paragraph(
      `${plural(dropped.length, "constraint is", "constraints are")} redundant and ${dropped.length === 1 ? "was" : "were"} left out for the whole run:`,
    );
    html += htmlTable({
      columns: [{ head: "constraint" }, { head: "why" }],
      rows: dropped.map(({ name, why }) => [name, why ?? "follows from the others"]),
      mostRows: 50,
    });
  }
  return html;
}

/** A table of means, and then every curve with its errors. */
function observablesHtml({ observables = [] }: RunReportData): string {
  if (observables.length === 0) return "";
  const table = htmlTable({
    columns: [
      { head: "observable" },
      ...["mean", "error", "independent values"].map((head) => ({ head, numeric: true })),
    ],
    rows: observables.map(({ name, mean, error, effective }) => [name, mean, error, Math.round(effective)]),
    mostRows: 50,
  });
  const figures = observables.flatMap(({ curves }) =>
    curves.map(({ title, x, y, at, value, error }) => {
      const series = [{ name: "measured", x: at, y: value, error, markers: false }];
      return figure(title, linePlot({ title, x: { label: x }, y: { label: y }, series }));
    }),
  );
  return `${table}<div class="grid">${figures.join("")}</div>`;
}

function eventsHtml({ events = [], timeUnit }: RunReportData): string {
  if (events.length === 0) return "";
  return htmlTable({
    columns: [
      { head: "event" },
      { head: timeUnit ? `t [${timeUnit}]` : "t", numeric: true },
      { head: "what happened" },
    ],
    rows: events.map(({ t, name, note }) => [name, t, note ?? null]),
  });
}

const workNames: Readonly<Record<keyof RunReportData["work"], string>> = {
  steps: "steps",
  rejected: "rejected steps",
  forces: "force evaluations",
  jacobians: "Jacobians",
  hessians: "Hessians",
  factorisations: "factorisations",
  solves: "linear solves",
  projections: "projections",
  iterations: "iterations",
};

function workHtml({ work }: RunReportData): string {
  const perStep = (count: number) => (work.steps > 0 ? { html: formatNumberHtml(count / work.steps, 3) } : null);
  const rows = (Object.keys(workNames) as (keyof typeof workNames)[]).map((key) => [
    workNames[key],
    { html: formatCount(work[key]) },
    key === "steps" ? null : perStep(work[key]),
  ]);
  const counted = htmlTable({
    caption: "Work",
    columns: [{ head: "what" }, { head: "count", numeric: true }, { head: "per step", numeric: true }],
    rows,
  });
  return `<div class="fill">${counted}</div>`;
}

function modelHtml(model: string): string {
  const cut = model.length > mostModelText;
  const note = cut
    ? paragraph(`The first ${formatCount(mostModelText)} of ${formatCount(model.length)} characters are shown.`, "key")
    : "";
  return (
    `<details><summary>The resolved model, as it was run</summary><pre><code>${escapeHtml(model.slice(0, mostModelText))}` +
    `</code></pre>${note}</details>`
  );
}
