import { expect, test } from "vitest";
import { batchName } from "../batch.js";
import type { JobData } from "./job-schema.js";
import { addJobs, type BatchQueue } from "./jobs.js";

test("a batch that failed is removed before it is added again, others stay, and every batch has six attempts", async () => {
  const jobs = [[0, 1], [2], [3]].map((indices) => ({ study: "study", indices })) as unknown as JobData[];
  const names = jobs.map(({ study, indices }) => batchName(study, indices));
  const events: string[] = [];
  /** The first batch failed before, the second one waits, and the third one is new. */
  const failed: Readonly<Record<string, boolean>> = { [names[0]]: true, [names[1]]: false };
  const queue = {
    getJob: async (id: string) =>
      Object.hasOwn(failed, id)
        ? { isFailed: async () => failed[id], remove: async () => void events.push(`remove ${id}`) }
        : undefined,
    addBulk: async (added: readonly { opts: { jobId: string; attempts: number; removeOnFail: boolean } }[]) => {
      for (const { opts } of added) events.push(`add ${opts.jobId} ${opts.attempts} ${opts.removeOnFail}`);
    },
  };
  await addJobs(queue as unknown as BatchQueue, jobs);
  expect(events).toEqual([`remove ${names[0]}`, ...names.map((name) => `add ${name} 6 false`)]);
});
