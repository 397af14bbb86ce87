/**
 * The report of `taut reproduce`: every published number beside the measured one, with a verdict. Where they differ,
 * the report says which side is wrong. Figures draw published curves (dashed, hollow) and measured ones (solid) in the
 * same axes.
 */

import { escapeHtml } from "./escape.js";
import { formatCount, formatNumberHtml, plural } from "./number.js";
import { figure, page, paragraph, section } from "./page.js";
import { linePlot, type Plot } from "./plot.js";
import { type Html, htmlTable } from "./table.js";

/** A published or measured value: a number, words, or a row of either. */
export type ItemValue = number | string | boolean | null | readonly ItemValue[];

export interface ReproduceItem {
  readonly id: string;
  /** Key of the paper, for example "ariel". */
  readonly paper: string;
  /** What is compared, for example "Table 2, row omega = 100". */
  readonly item: string;
  readonly published: ItemValue;
  readonly measured: ItemValue;
  readonly agrees: boolean;
  /** What the reader should know, for example why the two differ. */
  readonly note: string;
  /** Which side is wrong when they differ. Default: "open", which means that it is not known yet. */
  readonly wrong?: "paper" | "taut" | "open";
  /** What counts as agreement, for example "3 % (two printed digits)". Default: not shown. */
  readonly tolerance?: string;
}

export interface ReproduceFigure {
  /** Key of its paper. */
  readonly paper: string;
  /** Its series have the kind "published" or "measured"; the two of a pair have the same group. */
  readonly plot: Plot;
  /** What the figure shows. Default: none. */
  readonly note?: string;
}

export interface ReproduceReportData {
  /** Default: "Published results, measured again". */
  readonly title?: string;
  readonly items: readonly ReproduceItem[];
  readonly figures?: readonly ReproduceFigure[];
  /** Full titles by key. Papers appear in this order, and papers that are not listed follow. */
  readonly papers?: readonly { readonly key: string; readonly title: string; readonly reference?: string }[];
  /** Whether long items ran in their short version. Default: false. */
  readonly quick?: boolean;
  /** Small print, for example the version. Default: none. */
  readonly footer?: string;
}

type Verdict = "agrees" | "paper" | "taut" | "open";

/** The verdict on one item and on several, and who is wrong. */
interface VerdictWords {
  readonly mark: string;
  readonly one: string;
  readonly many: string;
  readonly who?: string;
  readonly tone: string;
}
const differs = { one: "differs", many: "differ" };
const words: Readonly<Record<Verdict, VerdictWords>> = {
  agrees: { mark: "✓", one: "agrees", many: "agree", tone: "good" },
  paper: { mark: "≠", ...differs, who: "the paper is wrong", tone: "open" },
  taut: { mark: "✕", ...differs, who: "taut is wrong", tone: "bad" },
  open: { mark: "?", ...differs, who: "the cause is not known", tone: "bad" },
};

const verdictText = (verb: string, who: string | undefined): string => (who === undefined ? verb : `${verb}: ${who}`);

/** The report as the text of an HTML file. */
export function reproduceReport(data: ReproduceReportData): string {
  const { items, figures = [] } = data;
  const title = data.title ?? "Published results, measured again";
  const papers = paperKeys(data);
  const quick = data.quick
    ? paragraph(
        "This is the quick version: long items ran in a shorter form, which has an expectation of its own.",
        "lead",
      )
    : "";
  const header = `<header><h1>${escapeHtml(title)}</h1>${quick}${summary(items)}</header>\n`;
  const sections = papers.map((key) => {
    const about = data.papers?.find((paper) => paper.key === key);
    const reference = about?.reference === undefined ? "" : paragraph(about.reference, "lead");
    const own = items.filter((item) => item.paper === key);
    const drawn = figures.filter((f) => f.paper === key).map((f) => figure(f.plot.title, linePlot(f.plot), f.note));
    const pictures =
      drawn.length === 0
        ? ""
        : `<h3>Figures</h3><p class="key">Published curves are dashed and hollow, measured ones are solid.</p><div class="grid">${drawn.join("")}</div>`;
    const heading = about === undefined ? `Paper ${key}` : about.title;
    return section(heading, reference + (own.length === 0 ? "" : paperSentence(own) + itemTable(own)) + pictures);
  });
  const nothing = papers.length === 0 ? paragraph("There was nothing to reproduce.") : "";
  return page({ title: `${title} · taut reproduce`, body: header + nothing + sections.join(""), footer: data.footer });
}

function paperKeys({ items, figures = [], papers = [] }: ReproduceReportData): string[] {
  const used = new Set([...items.map((item) => item.paper), ...figures.map((f) => f.paper)]);
  return [...new Set([...papers.map((paper) => paper.key), ...used])].filter((key) => used.has(key));
}

function verdictOf({ agrees, wrong = "open" }: ReproduceItem): Verdict {
  return agrees ? "agrees" : wrong;
}

function countOf(items: readonly ReproduceItem[], verdict: Verdict): number {
  return items.filter((item) => verdictOf(item) === verdict).length;
}

/** The large numbers at the top: how many items there are, and how many have each verdict. */
function summary(items: readonly ReproduceItem[]): string {
  const parts = (Object.keys(words) as Verdict[]).flatMap((verdict) => {
    const count = countOf(items, verdict);
    if (count === 0 && verdict !== "agrees") return [];
    const { tone, many, who } = words[verdict];
    return [`<li class="${tone}"><b>${formatCount(count)}</b><span>${verdictText(many, who)}</span></li>`];
  });
  return `<ul class="counts"><li><b>${formatCount(items.length)}</b><span>items</span></li>${parts.join("")}</ul>`;
}

function paperSentence(items: readonly ReproduceItem[]): string {
  const agreeing = countOf(items, "agrees");
  if (agreeing === items.length)
    return paragraph(items.length === 1 ? "The item agrees." : `All ${formatCount(agreeing)} items agree.`);
  const rest = (["paper", "taut", "open"] as const).flatMap((verdict) => {
    const count = countOf(items, verdict);
    const { one, many, who } = words[verdict];
    return count === 0 ? [] : [`${formatCount(count)} ${verdictText(count === 1 ? one : many, who)}`];
  });
  return paragraph(
    `${formatCount(agreeing)} of ${plural(items.length, "item")} ${agreeing === 1 ? "agrees" : "agree"}; ${rest.join("; ")}.`,
  );
}

function itemTable(items: readonly ReproduceItem[]): string {
  return htmlTable({
    columns: [
      { head: "item", share: 27 },
      { head: "published", numeric: true, share: 13 },
      { head: "measured", numeric: true, share: 13 },
      { head: "verdict", share: 16 },
      { head: "note" },
    ],
    rows: items.map((item) => [
      { html: `${escapeHtml(item.item)}<span class="why"><code>${escapeHtml(item.id)}</code></span>` },
      valueHtml(item.published),
      valueHtml(item.measured),
      verdictHtml(item),
      item.note,
    ]),
    stack: true,
    mostRows: Number.POSITIVE_INFINITY,
  });
}

function verdictHtml(item: ReproduceItem): Html {
  const { mark, one, who, tone } = words[verdictOf(item)];
  const detail = who === undefined ? "" : `<span class="why">${who}</span>`;
  const within = item.tolerance === undefined ? "" : `<span class="why">tolerance ${escapeHtml(item.tolerance)}</span>`;
  return { html: `<span><span class="verdict ${tone}">${mark} ${one}</span>${detail}${within}</span>` };
}

function valueHtml(value: ItemValue): Html {
  return { html: valueText(value) };
}

/**
 * A value as escaped text. Lists of up to 8 values are shown in full, longer ones by their first six and their last
 * value.
 */
function valueText(value: ItemValue): string {
  if (value === null) return "–";
  if (typeof value === "number") return formatNumberHtml(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return escapeHtml(value);
  const shown =
    value.length <= 8
      ? value.map(valueText)
      : [...value.slice(0, 6).map(valueText), "…", valueText(value[value.length - 1])];
  return shown.join(", ");
}
