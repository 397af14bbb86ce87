/** `taut reproduce [ID]`: repeats published experiments and compares the results. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { maximum } from "../core/index.js";
import {
  countByKind,
  type Experiment,
  type Figure,
  type Item,
  type Kind,
  type Reproduction,
  reproduce,
  selectExperiments,
  type Value,
  type Verdict,
} from "../papers/harness/index.js";
import { formatNumber, reproduceReport } from "../report/index.js";
import { inFolder } from "./disk/claim.js";
import { manifestName } from "./disk/manifest.js";
import { replaceResult } from "./disk/write.js";
import { exitCode, UsageError } from "./exit.js";
import { readData } from "./files.js";
import { onInterrupt } from "./interrupt.js";
import { Progress } from "./progress.js";
import { shelfIn } from "./reproduce-shelf.js";
import { print, printJson, say } from "./terminal.js";
import { version } from "./version.js";

type Papers = Parameters<typeof reproduceReport>[0]["papers"];

interface ReproduceFlags {
  readonly quick?: boolean;
  readonly json?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly list?: boolean;
}

export function addReproduceCommand(program: Command): void {
  program
    .command("reproduce")
    .argument("[id]", "a paper (ariel), a section (ariel.2.2) or an item of one; all papers by default")
    .summary("repeat published experiments and compare the results")
    .description(
      "Repeat the experiments of published papers and compare: what was printed, what is measured, and whether they agree. References that no paper prints are shown and counted separately. docs/papers.md names the papers.",
    )
    .option("--quick", "run short versions of long experiments, which have expectations of their own")
    .option("--list", "list the experiments and stop")
    .option(
      "--out <folder>",
      "write results.json, figures.json and report.html to this folder; after an interruption the same command continues with the rest",
    )
    .option("--force", "replace a result that is already in the folder")
    .option("--json", "print one JSON array, an object per item")
    .action(run);
}

async function run(id: string | undefined, flags: ReproduceFlags): Promise<void> {
  // loaded here because only this command needs the papers, and loading them takes time
  const { experiments, papers } = await import("../papers/index.js");
  const chosen = selectExperiments(experiments, id);
  if (chosen.length === 0)
    throw new UsageError(
      "reproduce",
      `there is no experiment "${id}". Choose one of: ${experiments.map((e) => e.id).join(", ")}.`,
    );
  if (flags.list) {
    if (flags.json) printJson(chosen.map(({ id, paper, title }) => ({ id, paper, title })));
    else print(listing(chosen));
    return;
  }
  const quick = flags.quick === true;
  const force = flags.force === true || (flags.out !== undefined && wasInterrupted(flags.out, id, quick));
  await inFolder(flags.out, { names: reportNames, force }, () => runChosen(chosen, papers, id, flags));
}

async function runChosen(
  chosen: readonly Experiment[],
  papers: Papers,
  id: string | undefined,
  flags: ReproduceFlags,
): Promise<void> {
  const quick = flags.quick === true;
  const shelf = flags.out === undefined ? undefined : shelfIn(flags.out, quick);
  if (flags.force) shelf?.clear();
  const progress = new Progress();
  const interrupt = onInterrupt();
  const result = await reproduce(chosen, {
    quick,
    ...(shelf && { checkpoints: shelf.checkpoints, outcomes: shelf.outcomes }),
    progress: (fraction, title) => progress.show(fraction, title),
    pause: async () => {
      await new Promise((done) => setImmediate(done));
      if (interrupt.signal.aborted) throw new Error("interrupted");
    },
  }).finally(() => {
    progress.clear();
    interrupt.release();
  });
  const items =
    id === undefined ? result.items : result.items.filter((item) => item.id === id || item.id.startsWith(`${id}.`));
  if (items.length === 0 && result.failed.length === 0)
    throw new UsageError(
      "reproduce",
      `there is no item "${id}". Choose one of: ${result.items.map((i) => i.id).join(", ")}.`,
    );
  const { aborted } = interrupt.signal;
  if (aborted) process.exitCode = exitCode.interrupted;
  else if (result.failed.length > 0) process.exitCode = exitCode.numerical;
  if (flags.json) printJson(items.map(jsonItem));
  else print(text(items));
  for (const { id: failed, reason } of result.failed) say(`${failed} did not finish: ${reason}`);
  if (flags.out === undefined) {
    if (aborted)
      say("Interrupted. Without --out FOLDER nothing was kept, and the next run starts again from the beginning.");
    return;
  }
  writeReport(flags.out, { ...result, items }, papers, { quick, id: id ?? null, interrupted: aborted });
  if (aborted) say("Interrupted. Run the same command again: it continues with what is not finished.");
  else shelf?.clear();
}

function listing(experiments: readonly Experiment[]): string {
  const width = maximum(experiments.map((e) => e.id.length));
  return experiments.map((e) => `${e.id.padEnd(width)}  ${e.title}\n`).join("");
}

/** What was reproduced and whether it was interrupted: part of the manifest beside the report. */
interface Extent {
  readonly quick: boolean;
  readonly id: string | null;
  readonly interrupted: boolean;
}

/** Whether the folder holds the report of this very reproduction, cut short: the run that continues it replaces that report. */
function wasInterrupted(folder: string, id: string | undefined, quick: boolean): boolean {
  const file = join(folder, manifestName);
  if (!existsSync(file)) return false;
  const manifest = readData(file) as Partial<Extent>;
  return manifest.interrupted === true && manifest.quick === quick && manifest.id === (id ?? null);
}

const reportNames = ["results.json", "figures.json", "report.html", manifestName];

/** The object of an item in `--json` and results.json, its keys always in this order. */
const jsonItem = ({ id, paper, place, item, kind, reference, measured, verdict, tolerance, note, ...cause }: Item) => ({
  ...{ id, paper, place, item, kind, reference, measured, verdict, tolerance, note },
  ...cause,
});

/** A figure as data, its curves as plain lists; JSON has no word for what is not a number, so such a value is null. */
const jsonFigure = ({ series, ...figure }: Figure) => ({
  ...figure,
  series: series.map((each) => ({ ...each, x: Array.from(each.x), y: Array.from(each.y) })),
});

function writeReport(folder: string, result: Reproduction, papers: Papers, extent: Extent): void {
  const html = reproduceReport({
    items: result.items,
    figures: result.figures.map((f) => ({
      paper: f.id.split(".")[0],
      plot: {
        title: f.title,
        x: f.x,
        y: f.y,
        series: f.series.map((s) => ({
          name: s.kind === "recomputed" ? `${s.name}, re-computed` : s.name,
          x: s.x,
          y: s.y,
          kind: s.kind === "measured" ? "measured" : "published",
          ...(s.group && { group: s.group }),
        })),
      },
    })),
    papers,
    quick: extent.quick,
    footer: `taut ${version}`,
  });
  const files = {
    "results.json": `${JSON.stringify(result.items.map(jsonItem), null, 1)}\n`,
    "figures.json": `${JSON.stringify(result.figures.map(jsonFigure))}\n`,
    "report.html": html,
  };
  const manifest = { taut: version, ...extent, failed: result.failed };
  replaceResult(folder, files, manifest, reportNames);
}

const show = (value: Value): string =>
  typeof value === "number"
    ? formatNumber(value)
    : typeof value === "string"
      ? value
      : value.map((x) => formatNumber(x)).join(", ");

/** Headings of the three kinds, and what their references are called. */
const kinds: readonly { readonly kind: Kind; readonly heading: string; readonly reference: string }[] = [
  { kind: "printed", heading: "Printed in the papers", reference: "printed" },
  {
    kind: "recomputed",
    heading: "Experiments of the papers without a printed number, re-computed independently",
    reference: "re-computed",
  },
  { kind: "ours", heading: "Claims of this project", reference: "claimed" },
];

const marks: Readonly<Record<Verdict, string>> = {
  agrees: "agrees   ",
  "same magnitude": "magnitude",
  differs: "DIFFERS  ",
};

function text(items: readonly Item[]): string {
  const indent = " ".repeat(11);
  const lines = ({ reference }: (typeof kinds)[number], item: Item): string[] => [
    `${marks[item.verdict]}  ${item.id}  ${item.place}: ${item.item}`,
    `${indent}${reference} ${show(item.reference)}   measured ${show(item.measured)}   tolerance ${item.tolerance.size} (${item.tolerance.basis}: ${item.tolerance.why})`,
    ...(item.proof === undefined ? [] : [`${indent}The paper is wrong: ${item.proof}.`]),
    ...(item.likely === undefined ? [] : [`${indent}This does not reproduce, likely because ${item.likely}.`]),
    ...(item.note ? [indent + item.note] : []),
  ];
  const blocks = kinds.flatMap((about) => {
    const own = items.filter(({ kind }) => kind === about.kind);
    return own.length === 0 ? [] : [about.heading, "", ...own.flatMap((item) => lines(about, item)), ""];
  });
  return `${[...blocks, ...counts(items)].join("\n")}\n`;
}

/** One line for each kind: only the first is agreement with what was published. */
function counts(items: readonly Item[]): string[] {
  const found = countByKind(items);
  const line = (kind: Kind, what: string): string[] => {
    const { items: all, agree, sameMagnitude, differ } = found[kind];
    const more = `${sameMagnitude} more ${sameMagnitude === 1 ? "has" : "have"} the same magnitude`;
    const rest = `${more}, ${differ} ${differ === 1 ? "differs" : "differ"}`;
    return all === 0 ? [] : [`${agree} of ${all} agree ${what}; ${rest}`];
  };
  return [
    ...line("printed", "with what was published"),
    ...line("recomputed", "with an independent computation of what the papers do not print"),
    ...line("ours", "with what this project claims"),
  ];
}
