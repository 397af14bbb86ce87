/** Writes the result folder of a run: manifest, resolved model, trajectory and report. */

import {
  type AtomFormat,
  atomFormats,
  atomFrames,
  defaultFormat,
  encodeAtoms,
  encodeTable,
  observableColumns,
  refusesAtoms,
  refusesColumns,
  resolvedModel,
  runHash,
  runJson,
  runReportData,
  type TableFormat,
  tableFormats,
  toCsv,
  trajectoryColumns,
} from "../io/index.js";
import { runReport } from "../report/index.js";
import type { PreparedRun } from "../run/index.js";
import type { Solution } from "../solve/index.js";
import { checkpointNames } from "./checkpoint.js";
import { manifestName } from "./disk/manifest.js";
import { replaceResult } from "./disk/write.js";
import { UsageError } from "./exit.js";
import { version } from "./version.js";

export type TrajectoryFormat = TableFormat | AtomFormat;

const observablesName = "observables.csv";
export const trajectoryNames: readonly string[] = [...tableFormats, ...atomFormats].map(
  (format) => `trajectory.${format}`,
);

/** Every file of a result. */
const filesOfResult: readonly string[] = ["model.json", "report.html", ...trajectoryNames, observablesName];

/** Every file that a result folder may hold. */
export const resultNames: readonly string[] = [manifestName, ...filesOfResult, ...checkpointNames];

const isAtoms = (format: TrajectoryFormat): format is AtomFormat => (atomFormats as readonly string[]).includes(format);

/** The format of a table with so many columns; a `UsageError` if the asked one cannot hold it. */
export function formatFor(
  prepared: PreparedRun,
  asked: TrajectoryFormat | undefined,
  columns: number,
): TrajectoryFormat {
  const format = asked ?? defaultFormat(columns);
  const objection = isAtoms(format) ? refusesAtoms(prepared, format) : refusesColumns(format, columns);
  if (objection !== undefined) throw new UsageError("--format", objection);
  return format;
}

export function writeResult(
  folder: string,
  prepared: PreparedRun,
  solution: Solution,
  format: TrajectoryFormat,
  reactions = false,
): void {
  const model = JSON.stringify(resolvedModel(prepared), null, 2);
  const hash = runHash(prepared);
  const { status, t, stats, message, units, columnUnits } = runJson(prepared, solution);
  const measured = prepared.observables?.results();
  const footer = `taut ${version}, input ${hash.slice(0, 16)}`;
  const files: Record<string, string | Uint8Array> = {
    "model.json": `${model}\n`,
    [`trajectory.${format}`]: isAtoms(format)
      ? encodeAtoms(atomFrames(prepared, solution), format)
      : encodeTable(trajectoryColumns(prepared, solution, { reactions }), format),
    "report.html": runReport(runReportData(prepared, solution, model, footer, { arrows: reactions })),
    ...(measured && { [observablesName]: toCsv(observableColumns(measured)) }),
  };
  const manifest = {
    taut: version,
    hash,
    model: prepared.model.name ?? null,
    parameters: prepared.set ?? {},
    settings: prepared.settings,
    choice: prepared.choice,
    status,
    t,
    ...(message !== undefined && { message }),
    stats,
    dropped: solution.dropped,
    handovers: solution.handovers,
    warnings: solution.warnings,
    start: solution.start ?? null,
    ledger: solution.ledger,
    ...(solution.verification && { verification: solution.verification }),
    events: solution.events.map(({ name, t }) => ({ name, t })),
    ...(units && { units, columnUnits }),
  };
  replaceResult(folder, files, manifest, filesOfResult);
}
