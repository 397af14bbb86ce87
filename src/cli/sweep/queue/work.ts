/**
 * The worker's side of the queue. Batches are integrated in threads, so that the event loop stays free to renew locks.
 * Nothing read from the queue is trusted: a job is checked before it is run, and one that asks for anything else than
 * runs of the study in an allowed folder is refused and named.
 */

import { hostname } from "node:os";
import type { Worker } from "bullmq";
import { TautError } from "../../../core/index.js";
import { UsageError } from "../../exit.js";
import { batchName } from "../batch.js";
import { Threads } from "../threads.js";
import { allowedFolder } from "./allowed-folder.js";
import { loadOrExplain, type QueueConnection } from "./connection.js";
import { checkedJob, checkRuns, type JobData } from "./job-schema.js";
import { type BatchJob, deathReason, mostAttempts, mostDeaths, queueName, shownText } from "./jobs.js";
import { checkSignature } from "./signature.js";

/** The number of studies whose threads are kept ready. */
const mostStudies = 2;

export interface WorkOptions {
  readonly threads: number;
  /** Seconds after which the batch of a worker that stopped answering goes to another worker. */
  readonly lock: number;
  /** The folder within which the worker may write: a result folder, or a folder of them. */
  readonly results: string | undefined;
  /** The key with which jobs must be signed. Without `results` there must be one. */
  readonly key: string | undefined;
  /** Minutes between the checkpoints of a run. */
  readonly checkpointEvery: number;
  readonly say: (sentence: string) => void;
}

export interface Work {
  readonly worker: Worker<JobData, void, "batch">;
  /** The number of batches under way. */
  readonly active: () => number;
  /** Stops the runs between steps. Their checkpoints stay in the folder, and their batches go back into the queue. */
  close(): Promise<void>;
}

/** The threads of a study, and the number of its runs. */
interface Pool {
  readonly threads: Threads;
  readonly count: number;
}

export async function work({ client }: QueueConnection, options: WorkOptions): Promise<Work> {
  const { Worker, WaitingError, UnrecoverableError } = await loadOrExplain(() => import("bullmq"));
  const pools = new Map<string, Pool>();
  let active = 0;
  let leaving = false;

  const poolFor = async (job: JobData): Promise<Pool> => {
    const folder = allowedFolder(job, options.results);
    const key = `${job.study} ${folder.path}`;
    const ready = pools.get(key);
    if (ready !== undefined) return ready;
    const study = folder.readStudy();
    if (study.id !== job.study)
      throw new UsageError(
        folder.path,
        "the result folder now belongs to another study. Run the sweep of this batch again with another --out folder.",
      );
    for (const [oldest, { threads }] of pools) {
      if (pools.size < mostStudies) break;
      pools.delete(oldest);
      await threads.close();
    }
    const made = { threads: new Threads(study, folder, options.threads, options.checkpointEvery), count: study.count };
    pools.set(key, made);
    return made;
  };

  /** Runs `check`; if it throws, the job is never tried again. */
  const refusing = <T>(check: () => T): T => {
    try {
      return check();
    } catch (error) {
      if (error instanceof TautError) throw new UnrecoverableError(`the job is refused. ${error.message}`);
      throw error;
    }
  };

  const checked = (data: unknown): JobData =>
    refusing(() => {
      const job = checkedJob(data);
      if (options.key !== undefined) checkSignature(job, options.key);
      return job;
    });

  const runJob = async (data: unknown): Promise<void> => {
    const job = checked(data);
    const { threads, count } = await poolFor(job);
    refusing(() => checkRuns(job, count));
    const complaint = await threads.run({ name: batchName(job.study, job.indices), indices: job.missing });
    if (complaint !== undefined) throw new Error(complaint);
  };

  const process = async (job: BatchJob, token?: string): Promise<void> => {
    active++;
    try {
      await runJob(job.data);
      if (!leaving) return;
    } catch (error) {
      // the job itself says how often it is to be tried, so there is a limit of our own
      if (job.attemptsMade + 1 < mostAttempts) throw error;
      throw new UnrecoverableError(error instanceof Error ? error.message : String(error));
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
    // a batch whose worker dies is handed on, but one that keeps killing its workers is set aside
    maxStalledCount: mostDeaths - 1,
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
  worker.on("failed", (job, { message }) => {
    const reason =
      message === deathReason ? `its workers died ${mostDeaths} times, so it is set aside.` : shownText(message);
    options.say(`Batch ${shownText(job?.id)}: ${reason}`);
  });
  return {
    worker,
    active: () => active,
    async close() {
      leaving = true;
      for (const { threads } of pools.values()) threads.shared.stop();
      await worker.close();
      for (const { threads } of pools.values()) await threads.close();
    },
  };
}
