/**
 * The worker's side of the queue. Batches are integrated in threads, so that the event loop stays free to renew locks.
 */

import { hostname } from "node:os";
import type { Worker } from "bullmq";
import { UsageError } from "../../exit.js";
import { SweepFolder } from "../folder.js";
import { Threads } from "../threads.js";
import { loadOrExplain, type QueueConnection } from "./connection.js";
import { type BatchJob, type JobData, queueName } from "./jobs.js";

/** The number of studies whose threads are kept ready. */
const mostStudies = 2;

export interface WorkOptions {
  readonly threads: number;
  /** Seconds after which the batch of a worker that stopped answering goes to another worker. */
  readonly lock: number;
  /** The path of the result folder on this machine, if it differs from the path in the jobs. */
  readonly results: string | undefined;
  readonly say: (sentence: string) => void;
}

export interface Work {
  readonly worker: Worker<JobData, void, "batch">;
  /** The number of batches under way. */
  readonly active: () => number;
  /** Stops the runs between steps. Their checkpoints stay in the folder, and their batches go back into the queue. */
  close(): Promise<void>;
}

export async function work({ client }: QueueConnection, options: WorkOptions): Promise<Work> {
  const { Worker, WaitingError } = await loadOrExplain(() => import("bullmq"));
  const pools = new Map<string, Threads>();
  let active = 0;
  let leaving = false;

  const poolFor = async ({ study: id, folder: path }: JobData): Promise<Threads> => {
    const folder = new SweepFolder(options.results ?? path);
    const key = `${id} ${folder.path}`;
    const ready = pools.get(key);
    if (ready !== undefined) return ready;
    if (!folder.exists)
      throw new UsageError(
        folder.path,
        "the result folder does not exist on this machine. Mount it, or give its path with --results.",
      );
    const study = folder.readStudy();
    if (study.id !== id)
      throw new UsageError(
        folder.path,
        "the result folder now belongs to another study. Run the sweep of this batch again with another --out folder.",
      );
    for (const [oldest, pool] of pools) {
      if (pools.size < mostStudies) break;
      pools.delete(oldest);
      await pool.close();
    }
    const made = new Threads(study, folder, options.threads);
    pools.set(key, made);
    return made;
  };

  const process = async (job: BatchJob, token?: string): Promise<void> => {
    active++;
    try {
      const pool = await poolFor(job.data);
      const complaint = await pool.run({ name: job.data.name, indices: job.data.indices });
      if (complaint !== undefined) throw new Error(complaint);
      if (!leaving) return;
    } finally {
      active--;
    }
    // this worker is stopping, so the batch goes back into the queue for another one
    await job.moveToWait(token);
    throw new WaitingError();
  };

  const lockTime = 1000 * options.lock;
  const worker: Work["worker"] = new Worker(queueName, process, {
    connection: client,
    name: `${hostname()}-${globalThis.process.pid}`,
    concurrency: options.threads,
    lockDuration: lockTime,
    stalledInterval: lockTime / 2,
    // a batch is not to blame when its workers die: it is handed on until one survives
    maxStalledCount: 1_000_000_000,
    removeOnComplete: { count: 0 },
  });
  let away = false;
  worker.on("error", (error) => {
    if (!/ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|closed|LOADING/i.test(String(error)) || away) return;
    away = true;
    options.say("The queue cannot be reached; trying again.");
  });
  worker.on("active", () => {
    away = false;
  });
  worker.on("failed", (job, error) => options.say(`Batch ${job?.id ?? "?"}: ${error.message}`));
  return {
    worker,
    active: () => active,
    async close() {
      leaving = true;
      for (const pool of pools.values()) pool.shared.stop();
      await worker.close();
      for (const pool of pools.values()) await pool.close();
    },
  };
}
