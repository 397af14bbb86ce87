/** What goes through the queue: batches of runs. The rows do not, they go to the folder of the study. */

import type { Job, Queue } from "bullmq";
import type { Batch } from "../batch.js";
import { loadOrExplain, type QueueConnection } from "./connection.js";

/** All studies share one queue, so that a worker needs no more than its address. */
export const queueName = "taut";

export interface JobData extends Batch {
  /** The study's own hash, and its folder as the one who asked sees it. */
  readonly study: string;
  readonly folder: string;
}

export type BatchQueue = Queue<JobData, void, "batch">;
export type BatchJob = Job<JobData, void, "batch">;

/** A crash is tried again, later and later; rows of runs that failed are no crash. */
const retries = { attempts: 6, backoff: { type: "exponential", delay: 500 } };

export async function openQueue({ client }: QueueConnection): Promise<BatchQueue> {
  const { Queue } = await loadOrExplain(() => import("bullmq"));
  const queue: BatchQueue = new Queue(queueName, { connection: client });
  queue.on("error", () => {}); // the connection comes back by itself
  return queue;
}

/** Add batches. One that is waiting or running already is not added twice; one that failed before gets another chance. */
export async function addJobs(queue: BatchQueue, jobs: readonly JobData[]): Promise<void> {
  for (const { name } of jobs) {
    const job = await queue.getJob(name);
    if (job !== undefined && (await job.isFailed())) await job.remove();
  }
  await queue.addBulk(
    jobs.map((data) => ({
      name: "batch" as const,
      data,
      opts: { jobId: data.name, removeOnComplete: true, removeOnFail: false, ...retries },
    })),
  );
}
