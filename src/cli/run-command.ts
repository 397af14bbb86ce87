/** `taut run MODEL`: integrate a model, say what happened, keep the result if asked. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import {
  encodeTable,
  type PreparedRun,
  prepareRun,
  resolvedModel,
  runHash,
  runJson,
  runReportData,
  trajectoryColumns,
} from "../experiment/index.js";
import { runReport } from "../report/index.js";
import { driveAsync, type Solution } from "../solve/index.js";
import { exitCode, UsageError } from "./exit.js";
import { claimFolder, readModel, writeFile } from "./files.js";
import { onInterrupt } from "./interrupt.js";
import { Progress } from "./progress.js";
import { addRunOptions, type RunFlags, settingsOf } from "./run-options.js";
import { runSummary } from "./summary.js";
import { version } from "./version.js";

/** Frames for plots and animation when nobody says how often to save. */
const defaultFrames = 400;

export function addRunCommand(program: Command): void {
  addRunOptions(
    program.command("run").argument("<model>", "model file (YAML or JSON)").description("integrate a model"),
  ).action(run);
}

async function run(file: string, flags: RunFlags): Promise<void> {
  const model = readModel(file);
  if (flags.out !== undefined) claimFolder(flags.out, flags.force === true);
  const keeps = flags.out !== undefined;
  const settings = settingsOf(flags);
  const prepare = (every: number | undefined, checkpoint: Uint8Array | undefined): PreparedRun =>
    prepareRun(model, {
      settings: every === undefined ? settings : { ...settings, every },
      ...(flags.set && { set: flags.set }),
      solve: { multipliers: keeps, momenta: keeps },
      ...(checkpoint && { checkpoint }),
      ...(keeps ? {} : { keepStates: false }),
    });
  const checkpoint = flags.resume === undefined ? undefined : readCheckpoint(flags.resume);
  let prepared = prepare(undefined, checkpoint);
  if (keeps && prepared.settings.every === undefined && prepared.settings.saveAt === undefined) {
    const span = Math.abs(prepared.options.until - prepared.system.initialTime);
    if (span > 0) prepared = prepare(span / defaultFrames, checkpoint);
  }

  const progress = new Progress();
  const interrupt = onInterrupt();
  const solution = await driveAsync(prepared.run, {
    pause: () => new Promise((done) => setImmediate(done)),
    signal: interrupt.signal,
    progress: (fraction, t) => progress.show(fraction, `t = ${t.toPrecision(4)}`),
  });
  progress.clear();
  interrupt.release();

  if (solution.status === "stopped" && interrupt.signal.aborted) keepCheckpoint(prepared, flags);
  if (flags.out !== undefined) writeResult(flags.out, prepared, solution, flags);
  if (flags.json) process.stdout.write(`${JSON.stringify(runJson(prepared, solution, flags.out ?? null))}\n`);
  else process.stdout.write(runSummary(prepared, solution, flags.out));
  if (solution.failure) process.stderr.write(`${solution.failure.message}\n`);
  process.exitCode = interrupt.signal.aborted
    ? exitCode.interrupted
    : solution.failure
      ? exitCode.numerical
      : exitCode.ok;
}

function keepCheckpoint(prepared: PreparedRun, flags: RunFlags): void {
  const path = flags.out === undefined ? "taut-checkpoint.bin" : join(flags.out, "checkpoint.bin");
  writeFile(path, prepared.run.save());
  process.stderr.write(`Interrupted; the run can go on with --resume ${path} (and the same options).\n`);
}

function readCheckpoint(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new UsageError("--resume", `"${path}" cannot be read (${(error as { code?: string }).code}).`);
  }
}

function writeResult(folder: string, prepared: PreparedRun, solution: Solution, flags: RunFlags): void {
  const format = flags.format ?? "parquet";
  const text = JSON.stringify(resolvedModel(prepared), null, 2);
  const hash = runHash(prepared);
  const {
    names: _names,
    q: _q,
    v: _v,
    lambda: _lambda,
    constraints: _constraints,
    out: _out,
    ...summary
  } = runJson(prepared, solution);
  writeFile(join(folder, "model.json"), `${text}\n`);
  writeFile(join(folder, `trajectory.${format}`), encodeTable(trajectoryColumns(prepared, solution), format));
  const footer = `taut ${version}, input ${hash.slice(0, 16)}`;
  writeFile(join(folder, "report.html"), runReport(runReportData(prepared, solution, text, footer)));
  const manifest = {
    taut: version,
    hash,
    model: prepared.model.name ?? null,
    settings: prepared.settings,
    choice: prepared.choice,
    ...summary,
    dropped: solution.dropped,
    start: solution.start ?? null,
    ledger: solution.ledger,
    events: solution.events.map(({ name, t }) => ({ name, t })),
    files: ["model.json", `trajectory.${format}`, "report.html"],
  };
  writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
