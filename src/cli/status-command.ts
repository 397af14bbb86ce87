/** `taut status FOLDER`: shows the progress and speed of a sweep and, with a queue, its workers. */

import type { Command } from "commander";
import { UsageError } from "./exit.js";
import { SweepFolder } from "./sweep/folder.js";
import { connect, queueAddress } from "./sweep/queue/connection.js";
import { openQueue, shownText } from "./sweep/queue/jobs.js";
import { print, printJson } from "./terminal.js";

interface StatusFlags {
  readonly queue?: string | true;
  readonly json?: boolean;
}

/** The rate is measured over this time (ms). */
const recent = 60_000;

export function addStatusCommand(program: Command): void {
  program
    .command("status")
    .argument("<folder>", "result folder of a sweep")
    .summary("show the progress of a sweep")
    .description(
      "Show how many runs of a sweep are finished and how many finish per second. With --queue, also show the workers.",
    )
    .option("--queue [url]", "also show the batches and workers of this queue (default: the address in TAUT_QUEUE)")
    .option("--json", "print one JSON object instead of text")
    .action(run);
}

async function run(path: string, flags: StatusFlags): Promise<void> {
  const folder = new SweepFolder(path);
  if (!folder.exists) throw new UsageError(path, "this folder holds no sweep. Name the --out folder of a sweep.");
  const { count } = folder.readStudy();
  const parts = folder.partNames().map((name) => folder.partInfo(name));
  // the name of a part says how many runs it holds; a run that is in two parts is counted twice here
  const done = Math.min(
    count,
    parts.reduce((sum, { runs }) => sum + runs, 0),
  );
  const since = Date.now() - recent;
  const lately = parts.filter(({ time }) => time > since);
  const rate = lately.reduce((sum, { runs }) => sum + runs, 0) / (recent / 1000);
  const queue = flags.queue === undefined ? undefined : await ask(flags.queue);
  if (flags.json) {
    printJson({ runs: count, done, rate, ...(queue && { queue }) });
    return;
  }
  const left = rate > 0 && done < count ? `, about ${Math.ceil((count - done) / rate)} s left` : "";
  const lines = [`${done} of ${count} runs are done (${((100 * done) / count).toFixed(1)} %)`];
  lines.push(`${rate.toPrecision(3)} runs a second in the last minute${left}`);
  if (queue !== undefined) {
    const { waiting, active, delayed, failed, workers } = queue;
    lines.push(
      `queue: ${waiting} batches waiting, ${active} in progress, ${delayed} to be retried, ${failed} given up`,
    );
    lines.push(`workers: ${workers.length === 0 ? "none" : workers.join(", ")}`);
  }
  print(`${lines.join("\n")}\n`);
}

interface QueueStatus {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly workers: readonly string[];
}

async function ask(given: string | true): Promise<QueueStatus> {
  const connection = await connect(queueAddress(given));
  const queue = await openQueue(connection);
  try {
    const counts = await queue.getJobCounts("waiting", "active", "delayed", "failed");
    const workers = await queue.getWorkers();
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return { waiting, active, delayed, failed, workers: workers.map(({ name }) => shownText(name)).sort() };
  } finally {
    await queue.close();
    connection.close();
  }
}
