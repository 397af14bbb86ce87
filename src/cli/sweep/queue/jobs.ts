/**
 * The jobs of the queue: batches of runs. Their rows do not pass through the queue but go to the folder of the sweep.
 */

import type { Job, Queue } from "bullmq";
import { batchName } from "../batch.js";
import { loadOrExplain, type QueueConnection } from "./connection.js";
import type { JobData } from "./job-schema.js";

/** All studies share one queue, so that a worker needs only the address. */
export const queueName = "taut";

export type BatchQueue = Queue<JobData, void, "batch">;
export type BatchJob = Job<JobData, void, "batch">;

/** A batch that crashes is tried this often, after growing delays. A run that fails numerically is a row, not a crash. */
export const mostAttempts = 6;
const retries = { attempts: mostAttempts, backoff: { type: "exponential", delay: 500 } };

/** A batch whose workers died this often, without an answer, is set aside. */
export const mostDeaths = 3;
/** The reason that the queue gives for it. */
export const deathReason = "job stalled more than allowable limit";

/** Texts from the queue are shown up to this length. */
const longestShown = 400;

/** A text that was read from the queue, as it may be shown. */
export const shownText = (text: unknown): string =>
  typeof text === "string" ? `${text.slice(0, longestShown)}${text.length > longestShown ? "…" : ""}` : "unknown";

export async function openQueue({ client }: QueueConnection): Promise<BatchQueue> {
  const { Queue } = await loadOrExplain(() => import("bullmq"));
  const queue: BatchQueue = new Queue(queueName, { connection: client });
  queue.on("error", () => {}); // the connection is restored by itself
  return queue;
}

/** Adds batches. One that is waiting or running is not added again; one that failed before is tried again. */
export async function addJobs(queue: BatchQueue, jobs: readonly JobData[]): Promise<void> {
  const named = jobs.map((data) => ({ jobId: batchName(data.study, data.indices), data }));
  for (const { jobId } of named) {
    const job = await queue.getJob(jobId);
    if (job !== undefined && (await job.isFailed())) await job.remove();
  }
  await queue.addBulk(
    named.map(({ jobId, data }) => ({
      name: "batch" as const,
      data,
      opts: { jobId, removeOnComplete: true, removeOnFail: false, ...retries },
    })),
  );
}
