/** Collects the parts of a sweep's folder, and writes the tables, the report and the manifest. */

import { toParquet } from "../../io/index.js";
import { sweepReport } from "../../report/index.js";
import {
  ensembleTable,
  histogramTable,
  ranges,
  runTable,
  type StudyRunner,
  SweepResults,
  sweepReportData,
} from "../../study/index.js";
import { version } from "../version.js";
import type { SweepFolder } from "./folder.js";

export interface Collected {
  readonly results: SweepResults;
  /** Names of parts that could not be read. */
  readonly damaged: readonly string[];
  /** Trajectories that are not as they were written. Their runs count as missing. */
  readonly trajectories: readonly { readonly name: string; readonly fault: "damaged" | "missing" }[];
}

/** Collects all rows of this study from the folders. */
export function collect(runner: StudyRunner, folders: readonly SweepFolder[]): Collected {
  const results = new SweepResults(runner);
  const damaged: string[] = [];
  for (const folder of folders)
    for (const name of folder.partNames()) {
      const part = folder.readPart(name);
      if (!("rows" in part && results.add(part))) damaged.push(name);
    }
  results.adopt();
  return { results, damaged, trajectories: checkTrajectories(results, folders) };
}

/** Discards the rows whose trajectory is in none of the folders as it was written. */
function checkTrajectories(results: SweepResults, folders: readonly SweepFolder[]): Collected["trajectories"] {
  const format = results.runner.study.data.keep?.trajectory;
  if (format === undefined) return [];
  return results.rows.flatMap((row) => {
    if (row === undefined || row.trajectory === "") return [];
    const states = folders.map((folder) => folder.trajectoryFault(row.hash, format, row.trajectory));
    if (states.includes(undefined)) return [];
    results.discard(row.index);
    const fault = states.includes("damaged") ? "damaged" : "missing";
    return [{ name: `${row.hash}.${format}`, fault }] as const;
  });
}

/**
 * Writes the tables, the report and the manifest. All but the manifest depend only on the study and its rows, bit for
 * bit.
 */
export function writeTables(folder: SweepFolder, results: SweepResults): void {
  const { study, observables } = results.runner;
  const footer = `taut ${version}, study ${study.id.slice(0, 16)}`;
  const files: Record<string, string | Uint8Array> = {
    "runs.parquet": toParquet(runTable(results)),
    ...(study.ensemble > 1 && { "ensembles.parquet": toParquet(ensembleTable(results)) }),
    ...(observables.some(({ histogram }) => histogram !== undefined) && {
      "histograms.parquet": toParquet(histogramTable(results)),
    }),
    "report.html": sweepReport(sweepReportData(results, footer)),
  };
  const missing = results.missing();
  const manifest = {
    taut: version,
    study: study.id,
    name: study.data.name ?? null,
    seed: study.seeded || study.data.random !== undefined ? (study.data.seed ?? 0) : null,
    runs: study.count,
    status: results.counts(),
    missing: missing.length === 0 ? null : ranges(missing, 100),
    columns: results.runner.columns.slice(0, results.runner.outcomes),
  };
  folder.writeTables(files, manifest);
}
