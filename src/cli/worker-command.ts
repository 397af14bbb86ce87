/** `taut worker`: integrates the runs that sweeps put into a queue. */

import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { UsageError } from "./exit.js";
import { onInterrupt } from "./interrupt.js";
import { usualInterval } from "./periodic.js";
import { checkpointEvery, number } from "./run-options.js";
import { connect, queueAddress } from "./sweep/queue/connection.js";
import { openQueue } from "./sweep/queue/jobs.js";
import { queueKey } from "./sweep/queue/signature.js";
import { work } from "./sweep/queue/work.js";
import { say } from "./terminal.js";

interface WorkerFlags {
  readonly queue: string | true;
  readonly threads?: number;
  readonly results?: string;
  readonly idle?: number;
  readonly lock?: number;
  readonly checkpointEvery?: number;
}

export function addWorkerCommand(program: Command): void {
  program
    .command("worker")
    .summary("integrate the runs that sweeps put into a queue")
    .description(
      "Take batches of runs from a queue and integrate them, until Ctrl-C. Any number of workers may join and leave, on any " +
        "machines that can access the result folder. A worker writes only within the folder that --results names.",
    )
    .requiredOption(
      "--queue [url]",
      "redis://user:password@host:6379, or rediss:// for TLS (default: the address in TAUT_QUEUE)",
    )
    .option("--threads <n>", "threads to use (default: one for each core)", number("--threads"))
    .option(
      "--results <folder>",
      "the folder within which results are written: a result folder as it is mounted here, or a folder of such folders; " +
        "may be left out only if TAUT_QUEUE_KEY is set",
    )
    .option(...checkpointEvery)
    .option("--idle <s>", "exit after this many seconds without work (default: never)", number("--idle"))
    .option(
      "--lock <s>",
      "seconds after which the batch of a worker that stopped answering goes to another worker (default 10)",
      number("--lock"),
    )
    .addHelpText(
      "after",
      "\nPut an address with a password into the environment variable TAUT_QUEUE: other users who list processes cannot see it." +
        "\nIf TAUT_QUEUE_KEY is set, for the sweep and for its workers, jobs are signed with that key, and others are refused.",
    )
    .action(run);
}

async function run(flags: WorkerFlags): Promise<void> {
  const { threads = availableParallelism(), lock = 10, idle, results } = flags;
  if (!(Number.isSafeInteger(threads) && threads >= 1))
    throw new UsageError("--threads", `must be a whole number above 0; got ${threads}.`);
  if (!(lock >= 1))
    throw new UsageError("--lock", `must be at least 1 s, because a lock is renewed in half its time; got ${lock}.`);
  if (idle !== undefined && !(idle > 0)) throw new UsageError("--idle", `must be a number above 0; got ${idle}.`);
  const key = queueKey();
  if (results === undefined && key === undefined)
    throw new UsageError(
      "--results",
      "is needed, because without it a job could name any folder of this machine. Name the folder of the results, or sign jobs with TAUT_QUEUE_KEY.",
    );
  const connection = await connect(queueAddress(flags.queue));
  const queue = await openQueue(connection);
  const interrupt = onInterrupt();
  const working = await work(connection, {
    threads,
    lock,
    results,
    key,
    checkpointEvery: flags.checkpointEvery ?? usualInterval,
    say,
  });
  say(`Taking work from ${connection.place} with ${threads} thread${threads === 1 ? "" : "s"}. Press Ctrl-C to stop.`);

  // stay until Ctrl-C, or until there has been no work for `idle` seconds
  let busy = Date.now();
  while (!interrupt.signal.aborted) {
    await new Promise((done) => setTimeout(done, 200));
    if (working.active() > 0) busy = Date.now();
    if (idle !== undefined && Date.now() - busy > 1000 * idle) break;
  }
  await working.close();
  await queue.close();
  connection.close();
  interrupt.release();
}
