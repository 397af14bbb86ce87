/** The side that works: batches from the queue, integrated in threads so that the event loop stays free to keep locks. */

import { hostname } from "node:os";
import type { Worker } from "bullmq";
import { UsageError } from "../../exit.js";
import { SweepFolder } from "../folder.js";
import { Threads } from "../threads.js";
import { loadOrExplain, type QueueConnection } from "./connection.js";
import { type BatchJob, type JobData, queueName } from "./jobs.js";

/** Studies whose threads are kept ready. */
const mostStudies = 2;

export interface WorkOptions {
  readonly threads: number;
  /** Seconds after which a batch of a silent worker goes to another. */
  readonly lock: number;
  /** Where the folder of the results is on this machine, when not where the one who asked sees it. */
  readonly results: string | undefined;
  readonly say: (sentence: string) => void;
}

export interface Work {
  readonly worker: Worker<JobData, void, "batch">;
  /** Batches in hand. */
  readonly active: () => number;
  /** Leave: runs stop between steps, their checkpoints and batches stay for others. */
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
        "the folder of the results is not here. Mount it, or say where it is with --results.",
      );
    const study = folder.readStudy();
    if (study.id !== id)
      throw new UsageError(folder.path, "the folder of the results belongs to another study by now.");
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
    // stopped between runs: somebody else goes on
    await job.moveToWait(token);
    throw new WaitingError();
  };

  const seconds = 1000 * options.lock;
  const worker: Work["worker"] = new Worker(queueName, process, {
    connection: client,
    name: `${hostname()}-${globalThis.process.pid}`,
    concurrency: options.threads,
    lockDuration: seconds,
    stalledInterval: seconds / 2,
    // a batch whose workers die is nobody's fault: it goes round until somebody lives
    maxStalledCount: 1_000_000_000,
    removeOnComplete: { count: 0 },
  });
  let away = false;
  worker.on("error", (error) => {
    if (!/ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|closed|LOADING/i.test(String(error)) || away) return;
    away = true;
    options.say("The queue is out of reach; trying again.");
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
      for (const pool of pools.values()) pool.board.stop();
      await worker.close();
      for (const pool of pools.values()) await pool.close();
    },
  };
}
