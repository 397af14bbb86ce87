/**
 * The sweep's side of the queue. It keeps the queue filled with batches, and learns from the folder what is done.
 * Nothing read from the queue is trusted: a batch that has left it, because a worker finished it or the server lost it,
 * is no longer waited for, and the caller finds out from the folder whether it has to be run again.
 */

import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ranges, type StudyRunner } from "../../../study/index.js";
import type { Batch } from "../batch.js";
import { partPattern, type SweepFolder } from "../folder.js";
import type { JobData } from "./job-schema.js";
import { addJobs, type BatchQueue, deathReason, mostDeaths, shownText } from "./jobs.js";
import { signed } from "./signature.js";

/** The most batches in the queue at a time. */
const most = 500;
/** The times (ms) between two looks at the folder, and without progress before a look at the queue. */
const interval = { folder: 300, queue: 3000 };

/** A batch, and those of its runs that the folder lacks. */
export interface OpenBatch extends Batch {
  readonly missing: readonly number[];
}

export interface Enqueued {
  /** The messages of batches that were given up, without repetitions. */
  readonly complaints: readonly string[];
}

export async function enqueue(
  queue: BatchQueue,
  runner: StudyRunner,
  folder: SweepFolder,
  batches: readonly OpenBatch[],
  key: string | undefined,
  signal: AbortSignal,
  progress: (runs: number) => void,
): Promise<Enqueued> {
  const jobOf = ({ indices, missing }: OpenBatch): JobData =>
    signed({ study: runner.study.id, folder: resolve(folder.path), indices, missing }, key);
  const waiting = [...batches];
  const open = new Map<string, OpenBatch>();
  const complaints = new Set<string>();
  let before = new Set(folder.partNames());
  // the runs of these batches that earlier sweeps finished
  const left = doneByBatch([...before]);
  let moved = Date.now();
  let finished = 0;
  // a request to a server that is away does not return, and Ctrl-C must not wait for it
  const aborted = new Promise<null>((done) => {
    signal.addEventListener("abort", () => done(null));
  });
  const unlessAborted = <T>(work: Promise<T>): Promise<T | null> => Promise.race([work, aborted]);

  while (!signal.aborted && (waiting.length > 0 || open.size > 0)) {
    // 1. fill the queue up to its limit
    const next = waiting.splice(0, most - open.size);
    if (next.length > 0) await unlessAborted(addJobs(queue, next.map(jobOf)));
    for (const batch of next) open.set(batch.name, batch);

    // 2. see what is in the folder now
    await unlessAborted(pause(interval.folder));
    const names = folder.partNames();
    const fresh = names.filter((name) => !before.has(name));
    before = new Set(names);
    const runs = doneByBatch(names);
    for (const [name, count] of left) runs.set(name, (runs.get(name) ?? 0) - count);
    if (fresh.length > 0) moved = Date.now();
    for (const [name, { missing }] of open) {
      if ((runs.get(name) ?? 0) < missing.length) continue;
      open.delete(name);
      finished += missing.length;
    }
    progress(finished + [...open.keys()].reduce((sum, name) => sum + (runs.get(name) ?? 0), 0));

    // 3. if there was no progress for a while, check that the open batches are still in the queue
    if (Date.now() - moved < interval.queue || signal.aborted) continue;
    moved = Date.now();
    for (const [name, { missing }] of [...open]) {
      const job = await unlessAborted(queue.getJob(name));
      if (job === undefined) open.delete(name);
      else if (job !== null && (await unlessAborted(job.isFailed())) === true) {
        open.delete(name);
        // a batch that finished runs before its workers died is not to blame, and what is left of it is added again
        if (job.failedReason !== deathReason) complaints.add(shownText(job.failedReason));
        else if ((runs.get(name) ?? 0) === 0)
          complaints.add(
            `Batch ${name} (runs ${ranges([...missing].sort((a, b) => a - b))}) was set aside, because its workers died ` +
              `${mostDeaths} times. Look at their messages and at their memory, and then continue the sweep.`,
          );
      }
    }
  }
  return { complaints: [...complaints] };
}

/** The number of runs on the disk for each batch, from the names of the parts alone. */
function doneByBatch(names: readonly string[]): Map<string, number> {
  const done = new Map<string, number>();
  for (const name of names) {
    const [, batch, , count] = partPattern.exec(name)!;
    done.set(batch, (done.get(batch) ?? 0) + Number(count));
  }
  return done;
}
