/**
 * The report of `taut sweep`: the number of runs with each status, plots of outcomes, and the first rows of the table.
 */

import { escapeHtml } from "./escape.js";
import { type HeatMap, heatMap } from "./heat-map.js";
import { formatCount } from "./number.js";
import { figure, page, paragraph, section } from "./page.js";
import { linePlot, type Plot } from "./plot.js";
import { type Cell, type Column, htmlTable } from "./table.js";

export interface SweepReportData {
  readonly title: string;
  readonly about?: string;
  /** The number of runs by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** Further remarks, for example which runs are missing. */
  readonly remarks: readonly string[];
  readonly maps: readonly HeatMap[];
  readonly plots: readonly Plot[];
  /** One example for each distinct message of failed runs. */
  readonly failures: readonly { readonly run: number; readonly status: string; readonly message: string }[];
  readonly table: { readonly columns: readonly Column[]; readonly rows: readonly (readonly Cell[])[] };
  readonly footer?: string;
}

export function sweepReport(data: SweepReportData): string {
  const counts = Object.entries(data.counts).map(
    ([status, count]) =>
      `<li class="${status === "ok" ? "good" : "bad"}"><b>${formatCount(count)}</b><span>${escapeHtml(status)}</span></li>`,
  );
  const figures = [
    ...data.maps.map((map) => figure(map.title, heatMap(map))),
    ...data.plots.map((plot) => figure(plot.title, linePlot(plot))),
  ];
  const failures = htmlTable({
    columns: [{ head: "run", numeric: true }, { head: "status" }, { head: "what happened" }],
    rows: data.failures.map(({ run, status, message }) => [run, status, message]),
  });
  const body =
    `<header><h1>${escapeHtml(data.title)}</h1>${data.about ? paragraph(data.about, "lead") : ""}` +
    `<ul class="counts">${counts.join("")}</ul>${data.remarks.map((remark) => paragraph(remark)).join("")}</header>` +
    (figures.length > 0 ? section("Outcomes", `<div class="grid">${figures.join("")}</div>`) : "") +
    (data.failures.length > 0 ? section("Runs that failed", failures) : "") +
    section("Runs", htmlTable({ ...data.table, mostRows: 200 }));
  return page({ title: `${data.title} · taut sweep`, body, ...(data.footer && { footer: data.footer }) });
}
