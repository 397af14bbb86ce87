/** `taut sweep STUDY`: runs a study, or a share of it, on all cores of this machine or through a queue. */

import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, resolve } from "node:path";
import type { Command } from "commander";
import { ranges, type Study, StudyRunner, type SweepResults, validateStudy } from "../study/index.js";
import { called } from "./called.js";
import { lockFolder } from "./disk/lock.js";
import { exitCode, explainError, UsageError } from "./exit.js";
import { readData, readModel } from "./files.js";
import { onInterrupt } from "./interrupt.js";
import { usualInterval } from "./periodic.js";
import { Progress } from "./progress.js";
import { checkpointEvery, threadCount } from "./run-options.js";
import { batchesOf } from "./sweep/batch.js";
import { type Collected, collect, writeTables } from "./sweep/collect.js";
import { printRuns } from "./sweep/dry-run.js";
import { SweepFolder } from "./sweep/folder.js";
import { inOrder } from "./sweep/order.js";
import { connect, type QueueConnection, queueAddress } from "./sweep/queue/connection.js";
import { enqueue } from "./sweep/queue/enqueue.js";
import { openQueue } from "./sweep/queue/jobs.js";
import { queueKey } from "./sweep/queue/signature.js";
import { parseShard, type Shard } from "./sweep/shard.js";
import { sweepJson, sweepSummary } from "./sweep/summary.js";
import { Threads } from "./sweep/threads.js";
import { print, printJson, say } from "./terminal.js";

interface SweepFlags {
  readonly out?: string;
  readonly threads?: number;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly shard?: Shard;
  readonly queue?: string | true;
  readonly merge?: true | readonly string[];
  readonly json?: boolean;
  readonly checkpointEvery?: number;
}

export function addSweepCommand(program: Command): void {
  program
    .command("sweep")
    .argument("<study>", "study file (YAML or JSON), or the result folder of a sweep")
    .summary("run a model many times: grids, lists, random parameters, ensembles")
    .description(
      "Run every combination that a study file asks for, on all cores, and collect the results in one table with a report. " +
        "A run that fails becomes a row with its status. Finished runs are never repeated.",
    )
    .optionsGroup("What to run:")
    .option("--dry-run", "list the runs with their names (content hashes) without running them")
    .option("--resume", "continue an earlier sweep in its result folder")
    .option("--shard <k/n>", "run only share k of n, for job arrays of a scheduler; collect with --merge", parseShard)
    .option(
      "--queue [url]",
      "let workers (taut worker) do the runs: redis://user:password@host:6379 (default: the address in TAUT_QUEUE)",
    )
    .option("--merge [folders...]", "run nothing; collect the results in this folder and any others named")
    .optionsGroup("Where:")
    .option("--out <folder>", "result folder (default: the name of the study file, with -sweep added)")
    .option("--threads <n>", "threads to use (default: one for each core)", threadCount)
    .option(...checkpointEvery)
    .option("--force", "delete the results that are already there")
    .option("--json", "print one JSON object instead of text")
    .optionsGroup("Other:")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", examples)
    .action(run);
}

const examples = `
Examples:
  taut sweep studies/double-pendulum.yaml --dry-run             list the runs
  taut sweep studies/double-pendulum.yaml --out swing           then open swing/report.html
  taut sweep swing --resume                                     continue after Ctrl-C, a crash or a full disk
  taut sweep study.yaml --out shared --shard 3/16               one of sixteen jobs on a cluster
  taut sweep shared --merge                                     collect when all jobs are done
  taut sweep study.yaml --out shared --queue redis://host:6379  let taut worker run it on any machines

Exit codes: 0 all runs succeeded, 4 no run succeeded, 5 some runs failed or are missing, 130 interrupted.`;

async function run(file: string, flags: SweepFlags): Promise<void> {
  // 1. make all checks that may refuse the sweep, before anything is written
  const { study, own } = readStudy(file);
  const runner = new StudyRunner(study);
  if (flags.dryRun) {
    printRuns(study, flags.json === true);
    return;
  }
  const folder = new SweepFolder(flags.out ?? own ?? `${basename(file).replace(/\.\w+$/, "")}-sweep`);
  const others = Array.isArray(flags.merge) ? flags.merge.map(otherFolder) : [];
  const key = queueKey();
  const connection = flags.queue === undefined ? undefined : await connect(queueAddress(flags.queue));
  try {
    await asOnlySweep(folder, flags, () => runSweep(runner, folder, others, flags, connection, key));
  } finally {
    connection?.close();
  }
}

/** Does the work with the folder locked. Shares of a study write to one folder together, so they do not lock it. */
async function asOnlySweep(folder: SweepFolder, flags: SweepFlags, work: () => Promise<void>): Promise<void> {
  checkClaim(folder, flags);
  if (flags.shard === undefined) folder.make();
  const lock = flags.shard === undefined ? lockFolder(folder.path) : undefined;
  try {
    // another sweep may have begun there since the first look
    checkClaim(folder, flags);
    if (flags.force === true) folder.clear();
    await work();
  } finally {
    lock?.release();
  }
}

async function runSweep(
  runner: StudyRunner,
  folder: SweepFolder,
  others: readonly SweepFolder[],
  flags: SweepFlags,
  connection: QueueConnection | undefined,
  key: string | undefined,
): Promise<void> {
  const { study } = runner;
  const threads = flags.threads ?? availableParallelism();
  // 2. run what is missing
  let complaint: string | undefined;
  let interrupted = false;
  let complete: Collected | undefined;
  try {
    folder.begin(study);
    if (flags.merge === undefined) {
      const share = flags.shard?.has ?? (() => true);
      const run =
        connection === undefined
          ? onThreads(threads, flags.checkpointEvery ?? usualInterval)
          : throughQueue(connection, key);
      ({ complaint, interrupted, complete } = await runMissing(runner, folder, share, run));
    }
  } catch (error) {
    complaint = explainError(error).message;
  }

  // 3. write the tables from what the folder holds; a share leaves this to --merge
  const { results, damaged, trajectories } = complete ?? collect(runner, [folder, ...others]);
  if (flags.shard === undefined) {
    try {
      writeTables(folder, results);
    } catch (error) {
      complaint ??= explainError(error).message;
    }
  }
  report(folder, results, flags, {
    complaint,
    interrupted,
    damaged,
    trajectories: trajectories.map(({ name }) => name),
  });
}

/** Reads the study from a study file or from the result folder of a sweep. */
function readStudy(file: string): { study: Study; own?: string } {
  if (existsSync(file) && statSync(file).isDirectory()) {
    const folder = new SweepFolder(file);
    if (!folder.exists)
      throw new UsageError(file, "this folder holds no sweep. Name a study file, or the --out folder of a sweep.");
    return { study: folder.readStudy(), own: file };
  }
  return { study: validateStudy(readData(file), (model) => readModel(resolve(dirname(file), model))) };
}

function otherFolder(path: string): SweepFolder {
  const folder = new SweepFolder(path);
  if (!folder.exists) throw new UsageError("--merge", `"${path}" holds no sweep. Name result folders of this study.`);
  return folder;
}

/**
 * Checks that the options fit what the folder holds. Only --force deletes results; shares of a study may use one
 * folder.
 */
function checkClaim(folder: SweepFolder, { resume, force, shard, merge }: SweepFlags): void {
  if (force === true && (resume === true || merge !== undefined))
    throw new UsageError(
      "--force",
      "cannot be combined with --resume or --merge, because it deletes the results they use. Leave one of them out.",
    );
  if (force !== true && folder.exists && resume !== true && shard === undefined && merge === undefined)
    throw new UsageError(
      "--out",
      `"${folder.path}" already holds a sweep. Continue it with --resume, delete it with --force, or choose another folder.`,
    );
  if (!folder.exists && (resume === true || merge !== undefined))
    throw new UsageError(
      resume ? "--resume" : "--merge",
      `"${folder.path}" holds no sweep. Name the folder of the sweep with --out.`,
    );
}

/** Runs what is missing, in batches. Returns a message when not all of it could be run. */
type BatchRunner = (
  runner: StudyRunner,
  folder: SweepFolder,
  missing: readonly number[],
  signal: AbortSignal,
  progress: (done: number, failed?: number) => void,
) => Promise<string | undefined>;

/**
 * Runs what is missing until nothing is, or until it is interrupted or fails. The runs of a part that turns out to be
 * damaged count as missing again. `complete` holds the collected results when nothing is missing.
 */
async function runMissing(
  runner: StudyRunner,
  folder: SweepFolder,
  share: (index: number) => boolean,
  run: BatchRunner,
): Promise<{ complaint: string | undefined; interrupted: boolean; complete: Collected | undefined }> {
  const interrupt = onInterrupt();
  const progress = new Progress();
  let complaint: string | undefined;
  let complete: Collected | undefined;
  try {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < mostRounds && complaint === undefined && !interrupt.signal.aborted; round++) {
      const collected = collect(runner, [folder]);
      folder.removeParts(collected.damaged);
      if (collected.trajectories.length > 0)
        say(
          `Trajectories are damaged or missing, and their runs are repeated: ${someOf(collected.trajectories.map(({ name }) => name))}.`,
        );
      const missing = collected.results.missing().filter(share);
      if (missing.length === 0) {
        complete = { ...collected, damaged: [] };
        break;
      }
      if (missing.length < least) round = 0;
      least = Math.min(least, missing.length);
      complaint = await run(runner, folder, missing, interrupt.signal, (done, failed = 0) => {
        const label = `${Math.floor(done)} of ${missing.length} runs${failed === 0 ? "" : `, ${failed} failed`}`;
        progress.show(done / missing.length, label);
      });
    }
    return { complaint, interrupted: interrupt.signal.aborted, complete };
  } finally {
    progress.clear();
    interrupt.release();
  }
}

/** The command gives up, and blames the disk, after this many rounds that leave as many runs missing as before. */
const mostRounds = 5;

function onThreads(count: number, minutes: number): BatchRunner {
  return async (runner, folder, missing, signal, progress) => {
    const { study } = runner;
    // the threads load their code while the runs are put in order
    const threads = new Threads(study, folder, Math.min(count, missing.length), minutes);
    const { shared } = threads;
    signal.addEventListener("abort", () => shared.stop());
    const timer = setInterval(() => progress(shared.done, shared.failed), 100);
    try {
      return await threads.runAll(batchesOf(study.id, inOrder(runner, missing), count));
    } finally {
      clearInterval(timer);
      await threads.close();
    }
  };
}

/** Batches for a queue are sized for this many threads, because the number of workers is not known. */
const queueLanes = 16;

function throughQueue(connection: QueueConnection, key: string | undefined): BatchRunner {
  return async (runner, folder, missing, signal, progress) => {
    const { study } = runner;
    // the batches do not depend on what is done already, so that those still in the queue are not added twice
    const all = inOrder(
      runner,
      Array.from({ length: study.count }, (_, index) => index),
    );
    const wanted = new Set(missing);
    const batches = batchesOf(study.id, all, queueLanes)
      .map((batch) => ({ ...batch, missing: batch.indices.filter((index) => wanted.has(index)) }))
      .filter(({ missing }) => missing.length > 0);
    const queue = await openQueue(connection);
    try {
      const { complaints } = await enqueue(queue, runner, folder, batches, key, signal, progress);
      return complaints.length === 0 ? undefined : complaints.join("\n");
    } finally {
      if (!signal.aborted) await queue.close();
    }
  };
}

interface Ending {
  readonly complaint: string | undefined;
  readonly interrupted: boolean;
  readonly damaged: readonly string[];
  readonly trajectories: readonly string[];
}

function report(folder: SweepFolder, results: SweepResults, flags: SweepFlags, ending: Ending): void {
  const { complaint, interrupted, damaged, trajectories } = ending;
  const inShare = flags.shard?.has ?? (() => true);
  const missing = results.missing().filter(inShare);
  const counts = results.counts();
  const failed = results.runner.study.count - (counts.ok ?? 0) - (counts.missing ?? 0);
  if (flags.json) printJson(sweepJson(results, folder.path, missing));
  else print(sweepSummary(results, folder.path, flags.shard));
  if (complaint !== undefined) say(complaint);
  if (damaged.length > 0) say(`Damaged parts in ${folder.path}/parts were not counted: ${someOf(damaged)}.`);
  if (trajectories.length > 0)
    say(
      `Runs whose trajectories in ${folder.path}/trajectories are damaged or missing were not counted: ${someOf(trajectories)}.`,
    );
  const again = folder.exists
    ? `Continue with: ${called} sweep ${folder.path} --resume${flags.shard === undefined ? "" : ` --shard ${flags.shard.text}`}`
    : "Nothing could be begun: run the same command again.";
  if (missing.length > 0)
    say(
      `${interrupted ? "Interrupted" : "Incomplete"}: ${missing.length} of ${results.runner.study.count} runs are missing (${ranges(missing)}). ${again}`,
    );
  else if (complaint !== undefined)
    say(
      `All runs are finished and saved in ${folder.path}/parts. Write the tables with: ${called} sweep ${folder.path} --merge`,
    );
  if (interrupted) process.exitCode = exitCode.interrupted;
  else if (missing.length > 0 || complaint !== undefined) process.exitCode = exitCode.partial;
  else if (failed > 0) process.exitCode = counts.ok ? exitCode.partial : exitCode.numerical;
}

const someOf = (names: readonly string[]): string => `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;
