/** `taut plot RESULTS`: draws columns of results, or expressions of them, against each other. */

import { basename, dirname, extname, resolve } from "node:path";
import type { Command } from "commander";
import { own } from "../core/index.js";
import { linePlot, type Plot } from "../report/index.js";
import { figure, page } from "../report/page.js";
import { writeFiles } from "./disk/write.js";
import { readTrajectory } from "./earlier-state.js";
import { UsageError } from "./exit.js";
import { type Columns, columnOf } from "./plot-columns.js";
import { print, remark } from "./terminal.js";

interface PlotFlags {
  readonly x: string;
  readonly y: readonly string[];
  readonly log?: string;
  readonly title?: string;
  readonly out?: string;
}

export function addPlotCommand(program: Command): void {
  program
    .command("plot")
    .argument("<results...>", "result folders, or their trajectories (parquet, csv, npz); several are drawn together")
    .summary("draw columns of results against each other")
    .description(
      "Draw columns of results, or expressions of them, against time or against each other: curves, phase portraits, energies. Columns have the names of the table; points are vectors.",
    )
    .requiredOption("--y <expression>", "what the vertical axis shows (repeatable)", (text, before: string[] = []) => [
      ...before,
      text,
    ])
    .option("--x <expression>", "what the horizontal axis shows", "t")
    .option("--log <axes>", "logarithmic axes: x, y or xy")
    .option("--title <text>", "title of the drawing (default: what is drawn)")
    .option("--out <file>", "write this file, .svg, .png or .html (default: print SVG)")
    .addHelpText(
      "after",
      `
Examples:
  taut plot results --y bob_y --out height.svg
  taut plot results --x theta --y "theta'" --out portrait.html        a phase portrait
  taut plot run-1 run-2 --y "norm(bob')" --title Speed --out speed.png
  taut plot results --y "abs(ledger_energy)" --log y                  spaces in names of columns may be written as _`,
    )
    .action(plot);
}

async function plot(results: readonly string[], flags: PlotFlags): Promise<void> {
  const format = flags.out === undefined ? ".svg" : extname(flags.out).toLowerCase();
  if (format !== ".svg" && format !== ".png" && format !== ".html")
    throw new UsageError("--out", `must end in .svg, .png or .html; got "${flags.out}".`);
  if (flags.log !== undefined && !["x", "y", "xy", "yx"].includes(flags.log))
    throw new UsageError("--log", `must be x, y or xy; got "${flags.log}".`);
  const short = results.map((path) => basename(resolve(path)));
  const names = new Set(short).size === short.length ? short : results;
  const runs = await Promise.all(results.map(async (path, k) => ({ name: names[k], ...(await readColumns(path)) })));
  const series = runs.flatMap(({ name, columns }) => {
    const x = columnOf("--x", flags.x, columns);
    return flags.y.map((text) => {
      const label = [...(runs.length > 1 ? [name] : []), ...(flags.y.length > 1 || runs.length === 1 ? [text] : [])];
      return { name: label.join(": "), x, y: columnOf("--y", text, columns), markers: false };
    });
  });
  const [{ units }] = runs;
  const unit = (text: string): { unit?: string } => {
    const found = own(units, text);
    return found === undefined ? {} : { unit: found };
  };
  const isLog = (axis: string): { scale?: "log" } => (flags.log?.includes(axis) ? { scale: "log" } : {});
  const [y] = flags.y;
  const drawn: Plot = {
    title: flags.title ?? `${flags.y.join(", ")} against ${flags.x}`,
    x: { label: flags.x, ...unit(flags.x), ...isLog("x") },
    y: { label: flags.y.length === 1 ? y : "value", ...(flags.y.length === 1 ? unit(y) : {}), ...isLog("y") },
    series,
    height: 330,
  };
  if (flags.out === undefined) {
    print(`${linePlot(drawn, { standalone: true })}\n`);
    return;
  }
  writeFiles(dirname(flags.out), { [basename(flags.out)]: await fileOf(drawn, format) });
  remark(`written to ${flags.out}`);
}

async function fileOf(drawn: Plot, format: string): Promise<string | Uint8Array> {
  if (format === ".html") return page({ title: drawn.title, body: figure(drawn.title, linePlot(drawn)) });
  const svg = linePlot(drawn, { standalone: true });
  return format === ".svg" ? `${svg}\n` : (await import("./png/index.js")).pngOf(svg);
}

/** The columns of a result by name, also with _ instead of spaces, and their units. */
async function readColumns(path: string): Promise<{ columns: Columns; units: Readonly<Record<string, string>> }> {
  const { table, units } = await readTrajectory("plot", path);
  const rows = Array.from({ length: table.times.length }, (_, k) => table.row(k));
  const columns = new Map<string, ArrayLike<number>>();
  table.names.forEach((name, c) => {
    const values = Float64Array.from(rows, (row) => row[c]);
    columns.set(name, values);
    const plain = name.replaceAll(" ", "_");
    if (!table.names.includes(plain)) columns.set(plain, values);
  });
  return { columns, units };
}
