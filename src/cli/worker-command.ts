/** `taut worker`: integrate what sweeps have put into a queue. */

import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { UsageError } from "./exit.js";
import { onInterrupt } from "./interrupt.js";
import { number } from "./run-options.js";
import { connect, queueAddress } from "./sweep/queue/connection.js";
import { openQueue } from "./sweep/queue/jobs.js";
import { work } from "./sweep/queue/work.js";
import { say } from "./terminal.js";

interface WorkerFlags {
  readonly queue: string | true;
  readonly threads?: number;
  readonly results?: string;
  readonly idle?: number;
  readonly lock?: number;
}

export function addWorkerCommand(program: Command): void {
  program
    .command("worker")
    .summary("integrate what sweeps have put into a queue")
    .description(
      "Take batches of runs from a queue and integrate them, until Ctrl-C. Any number of workers may come and go, on any " +
        "machines that see the folder of the results.",
    )
    .requiredOption("--queue [url]", "redis://user:password@host:6379, rediss:// for TLS, or in TAUT_QUEUE")
    .option("--threads <n>", "threads to use (default: one for each core)", number("--threads"))
    .option("--results <folder>", "where the folder of the results is on this machine")
    .option("--idle <s>", "leave after so many seconds without work (default: stay)", number("--idle"))
    .option(
      "--lock <s>",
      "seconds after which a batch of a silent worker goes to another (default 10)",
      number("--lock"),
    )
    .addHelpText(
      "after",
      "\nA password in the environment variable TAUT_QUEUE is not seen by others who list processes.",
    )
    .action(run);
}

async function run(flags: WorkerFlags): Promise<void> {
  const { threads = availableParallelism(), lock = 10, idle, results } = flags;
  if (!(Number.isSafeInteger(threads) && threads >= 1))
    throw new UsageError("--threads", `${threads} is no number of threads.`);
  if (!(lock >= 1))
    throw new UsageError("--lock", `${lock} is too short: a lock is renewed in half its time. Give 1 or more.`);
  if (idle !== undefined && !(idle > 0)) throw new UsageError("--idle", `${idle} is no time. Give a number above 0.`);
  const connection = await connect(queueAddress(flags.queue));
  const queue = await openQueue(connection);
  const interrupt = onInterrupt();
  const working = await work(connection, { threads, lock, results, say });
  say(`Working for ${connection.place} with ${threads} thread${threads === 1 ? "" : "s"}; Ctrl-C leaves.`);

  // until Ctrl-C, or until there has been nothing to do for a while
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
