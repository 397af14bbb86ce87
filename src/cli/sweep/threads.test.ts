import { expect, test } from "vitest";
import type { Batch } from "./batch.js";
import { SharedProgress } from "./shared-progress.js";
import { runInLanes } from "./threads.js";

const batches = Array.from({ length: 7 }, (_, k) => ({ k }) as unknown as Batch);

test.each([1, 3, 9])("%i lanes run every batch once", async (lanes) => {
  const ran: Batch[] = [];
  let [now, most] = [0, 0];
  const run = async (batch: Batch): Promise<undefined> => {
    ran.push(batch);
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
  };
  expect(await runInLanes(batches, lanes, run, new SharedProgress())).toBeUndefined();
  expect(ran).toEqual(batches);
  expect(most).toBe(Math.min(lanes, batches.length));
});

test("no batch is started after the first complaint, which is returned", async () => {
  const ran: Batch[] = [];
  const shared = new SharedProgress();
  const run = async (batch: Batch): Promise<string | undefined> => {
    ran.push(batch);
    return ran.length === 3 ? "the disk is full" : undefined;
  };
  expect(await runInLanes(batches, 1, run, shared)).toBe("the disk is full");
  expect(ran).toEqual(batches.slice(0, 3));
  expect(shared.stopped).toBe(true);
});
