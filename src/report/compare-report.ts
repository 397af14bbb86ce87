/** The report of `taut compare`: error against work and against time for every contender, and a table of all runs. */

import { escapeHtml } from "./escape.js";
import { figure, page, paragraph, section } from "./page.js";
import { linePlot, type Plot } from "./plot.js";
import { htmlTable } from "./table.js";

export interface CompareRow {
  readonly label: string;
  /** For example "rtol 1e-6" or "step 0.01". */
  readonly setting: string;
  readonly status: string;
  readonly error: number;
  readonly velocityError: number;
  /** The largest constraint residual at the end. */
  readonly drift: number;
  readonly steps: number;
  readonly forces: number;
  readonly solves: number;
  /** Milliseconds. */
  readonly time: number;
}

export interface CompareReportData {
  readonly title: string;
  /** The name of the reference solution. */
  readonly reference: string;
  /** What the reference cannot tell. */
  readonly warning?: string;
  readonly rows: readonly CompareRow[];
  readonly refused: readonly { readonly label: string; readonly reason: string }[];
  readonly footer?: string;
}

export function compareReport(data: CompareReportData): string {
  const refused = data.refused.map(({ label, reason }) => paragraph(`${label}: refused. ${reason}`)).join("");
  const plots = [
    plotHtml(data, "Error against force evaluations", "force evaluations", (row) => row.forces),
    plotHtml(data, "Error against time", "milliseconds", (row) => row.time),
  ].join("");
  const body =
    `<header><h1>${escapeHtml(data.title)}</h1>` +
    `${paragraph(`The error of a run is the largest difference of its final state from ${data.reference}.`)}` +
    `${data.warning === undefined ? "" : `<p class="status bad" role="status"><b>Warning</b><span>${escapeHtml(data.warning)}</span></p>`}</header>` +
    section("Work against error", `<div class="grid">${plots}</div>`) +
    section("All runs", tableHtml(data.rows) + refused);
  return page({ title: `${data.title} · taut compare`, body, footer: data.footer });
}

function plotHtml(data: CompareReportData, title: string, x: string, of: (row: CompareRow) => number): string {
  const labels = [...new Set(data.rows.map((row) => row.label))];
  const plot: Plot = {
    title,
    x: { label: x, scale: "log" },
    y: { label: "error", scale: "log" },
    series: labels.map((name) => {
      const rows = data.rows.filter((row) => row.label === name && row.error > 0);
      return { name, x: rows.map(of), y: rows.map((row) => row.error), markers: true };
    }),
  };
  return figure(title, linePlot(plot));
}

function tableHtml(rows: readonly CompareRow[]): string {
  const numeric = (head: string) => ({ head, numeric: true });
  return htmlTable({
    columns: [
      { head: "way" },
      { head: "setting" },
      ...["error", "velocity error", "drift", "steps", "forces", "solves", "ms"].map(numeric),
    ],
    rows: rows.map((row) => [
      row.label,
      row.setting,
      row.status === "ok" ? row.error : row.status,
      row.status === "ok" ? row.velocityError : null,
      row.status === "ok" ? row.drift : null,
      row.steps,
      row.forces,
      row.solves,
      Number(row.time.toPrecision(3)),
    ]),
  });
}
