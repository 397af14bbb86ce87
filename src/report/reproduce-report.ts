/**
 * The report of `taut reproduce`: every reference beside the measured value, with a verdict. Items whose reference a paper
 * prints come first and are counted separately from those that were computed again and from our own claims. Figures draw
 * reference curves (dashed, hollow) and measured ones (solid) in the same axes.
 */

import { escapeHtml } from "./escape.js";
import { formatCount, formatNumberHtml, plural } from "./number.js";
import { figure, page, paragraph, section } from "./page.js";
import { linePlot, type Plot } from "./plot.js";
import { type Html, htmlTable } from "./table.js";

/** A reference or a measured value: a number, words, or a row of either. */
export type ItemValue = number | string | boolean | null | readonly ItemValue[];

export interface ReproduceItem {
  readonly id: string;
  /** Key of the paper, for example "ariel". */
  readonly paper: string;
  /** Where in the paper: "Table 2". */
  readonly place: string;
  /** What is compared, for example "row omega = 100". */
  readonly item: string;
  /** Whether the paper prints the reference, an independent computation supplies it, or it is a claim of this project. */
  readonly kind: "printed" | "recomputed" | "ours";
  readonly reference: ItemValue;
  readonly measured: ItemValue;
  readonly verdict: "agrees" | "same magnitude" | "differs";
  /** What counts as agreement, what that rests on, and why. */
  readonly tolerance: { readonly size: string; readonly basis: string; readonly why: string };
  /** What the reader should know. Empty when there is nothing to say. */
  readonly note: string;
  /** The counter-example that shows the paper to be wrong, where the two differ. */
  readonly proof?: string;
  /** The likely cause of a difference, where it is not proven. */
  readonly likely?: string;
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

type Kind = ReproduceItem["kind"];
type Verdict = "agrees" | "magnitude" | "paper" | "likely" | "open";

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
  magnitude: { mark: "≈", one: "same magnitude", many: "have the same magnitude", tone: "open" },
  paper: { mark: "≠", ...differs, who: "the paper is wrong", tone: "open" },
  likely: { mark: "≠", ...differs, who: "the cause is likely known", tone: "open" },
  open: { mark: "?", ...differs, who: "the cause is not known", tone: "bad" },
};
const verdicts = Object.keys(words) as Verdict[];

/** The kinds in their order: heading, name of the reference, and what an agreement is with. */
const kinds: readonly { readonly kind: Kind; readonly heading: string; readonly head: string; readonly of: string }[] =
  [
    { kind: "printed", heading: "Printed in the paper", head: "printed", of: "with what was published" },
    {
      kind: "recomputed",
      heading: "Experiments of the paper without a printed number",
      head: "re-computed",
      of: "with an independent computation",
    },
    { kind: "ours", heading: "Claims of this project", head: "claimed", of: "with our own claims" },
  ];

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
        : `<h3>Figures</h3><p class="key">Reference curves are dashed and hollow, measured ones are solid.</p><div class="grid">${drawn.join("")}</div>`;
    const heading = about === undefined ? `Paper ${key}` : about.title;
    return section(heading, reference + kinds.map((about) => kindPart(about, own)).join("") + pictures);
  });
  const nothing = papers.length === 0 ? paragraph("There was nothing to reproduce.") : "";
  return page({ title: `${title} · taut reproduce`, body: header + nothing + sections.join(""), footer: data.footer });
}

function paperKeys({ items, figures = [], papers = [] }: ReproduceReportData): string[] {
  const used = new Set([...items.map((item) => item.paper), ...figures.map((f) => f.paper)]);
  return [...new Set([...papers.map((paper) => paper.key), ...used])].filter((key) => used.has(key));
}

function verdictOf({ verdict, proof, likely }: ReproduceItem): Verdict {
  if (verdict === "agrees") return "agrees";
  if (verdict === "same magnitude") return "magnitude";
  return proof !== undefined ? "paper" : likely !== undefined ? "likely" : "open";
}

function countOf(items: readonly ReproduceItem[], verdict: Verdict): number {
  return items.filter((item) => verdictOf(item) === verdict).length;
}

/** The large numbers at the top, a row for each kind: how many items there are, and how many have each verdict. */
function summary(items: readonly ReproduceItem[]): string {
  return kinds
    .map(({ kind, heading }) => {
      const own = items.filter((item) => item.kind === kind);
      if (own.length === 0) return "";
      const parts = verdicts.flatMap((verdict) => {
        const count = countOf(own, verdict);
        if (count === 0 && verdict !== "agrees") return [];
        const { tone, many, who } = words[verdict];
        return [`<li class="${tone}"><b>${formatCount(count)}</b><span>${verdictText(many, who)}</span></li>`];
      });
      return `<p class="key">${heading}</p><ul class="counts"><li><b>${formatCount(own.length)}</b><span>items</span></li>${parts.join("")}</ul>`;
    })
    .join("");
}

/** The items of one kind in the section of a paper. */
function kindPart({ kind, heading, head, of }: (typeof kinds)[number], all: readonly ReproduceItem[]): string {
  const items = all.filter((item) => item.kind === kind);
  if (items.length === 0) return "";
  return `<h3>${heading}</h3>${paragraph(sentence(items, of))}${itemTable(items, head)}`;
}

function sentence(items: readonly ReproduceItem[], of: string): string {
  const agreeing = countOf(items, "agrees");
  if (agreeing === items.length)
    return items.length === 1 ? `The item agrees ${of}.` : `All ${formatCount(agreeing)} items agree ${of}.`;
  const rest = verdicts.slice(1).flatMap((verdict) => {
    const count = countOf(items, verdict);
    const { one, many, who } = words[verdict];
    const verb = count > 1 ? many : verdict === "magnitude" ? "has the same magnitude" : one;
    return count === 0 ? [] : [`${formatCount(count)} ${verdictText(verb, who)}`];
  });
  const verb = agreeing === 1 ? "agrees" : "agree";
  return `${formatCount(agreeing)} of ${plural(items.length, "item")} ${verb} ${of}; ${rest.join("; ")}.`;
}

function itemTable(items: readonly ReproduceItem[], reference: string): string {
  return htmlTable({
    columns: [
      { head: "item", share: 27 },
      { head: reference, numeric: true, share: 13 },
      { head: "measured", numeric: true, share: 13 },
      { head: "verdict", share: 20 },
      { head: "note" },
    ],
    rows: items.map((item) => [
      {
        html: `${escapeHtml(`${item.place}: ${item.item}`)}<span class="why"><code>${escapeHtml(item.id)}</code></span>`,
      },
      valueHtml(item.reference),
      valueHtml(item.measured),
      verdictHtml(item),
      noteOf(item),
    ]),
    stack: true,
    mostRows: Number.POSITIVE_INFINITY,
  });
}

function noteOf({ proof, likely, note }: ReproduceItem): string {
  const cause =
    proof !== undefined
      ? `Counter-example: ${proof}.`
      : likely !== undefined
        ? `It does not reproduce, likely because ${likely}.`
        : "";
  return [cause, note].filter((part) => part !== "").join(" ");
}

function verdictHtml(item: ReproduceItem): Html {
  const { mark, one, who, tone } = words[verdictOf(item)];
  const { size, basis, why } = item.tolerance;
  const detail = who === undefined ? "" : `<span class="why">${who}</span>`;
  const within = `<span class="why">tolerance ${escapeHtml(`${size} (${basis}: ${why})`)}</span>`;
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
