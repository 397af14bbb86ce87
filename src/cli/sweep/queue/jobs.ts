/**
 * The jobs of the queue: batches of runs. Their rows do not pass through the queue but go to the folder of the sweep.
 */

import type { Job, Queue } from "bullmq";
import type { Batch } from "../batch.js";
import { loadOrExplain, type QueueConnection } from "./connection.js";

/** All studies share one queue, so that a worker needs only the address. */
export const queueName = "taut";

export interface JobData extends Batch {
  /** The hash of the study, and the path of its folder on the machine of the sweep. */
  readonly study: string;
  readonly folder: string;
}

export type BatchQueue = Queue<JobData, void, "batch">;
export type BatchJob = Job<JobData, void, "batch">;

/** A batch that crashes is retried after growing delays. A run that fails numerically is a row, not a crash. */
const retries = { attempts: 6, backoff: { type: "exponential", delay: 500 } };

export async function openQueue({ client }: QueueConnection): Promise<BatchQueue> {
  const { Queue } = await loadOrExplain(() => import("bullmq"));
  const queue: BatchQueue = new Queue(queueName, { connection: client });
  queue.on("error", () => {}); // the connection is restored by itself
  return queue;
}

/** Adds batches. One that is waiting or running is not added again; one that failed before is tried again. */
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
