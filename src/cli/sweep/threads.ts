/** A pool of threads that run batches of one study. */

import { Piscina } from "piscina";
import type { Study } from "../../study/index.js";
import type { Batch } from "./batch.js";
import type { SweepFolder } from "./folder.js";
import { SharedProgress } from "./shared-progress.js";
import type { ThreadData } from "./sweep-thread.js";

export class Threads {
  readonly shared = new SharedProgress();
  private readonly pool: Piscina;
  private readonly count: number;

  constructor(study: Study, folder: SweepFolder, count: number, checkpointEvery: number) {
    const progress = this.shared.memory;
    const workerData: ThreadData = { study: study.data, folder: folder.path, progress, checkpointEvery };
    this.count = count;
    this.pool = new Piscina({
      filename: new URL("./sweep-thread.js", import.meta.url).href,
      minThreads: count,
      maxThreads: count,
      workerData,
    });
  }

  /** Runs one batch. Returns a message when it could not be run to its end. */
  run(batch: Batch): Promise<string | undefined> {
    return this.pool.run(batch) as Promise<string | undefined>;
  }

  /** Runs all batches, one per thread at a time, and returns the first complaint. */
  runAll(batches: readonly Batch[]): Promise<string | undefined> {
    return runInLanes(batches, this.count, (batch) => this.run(batch), this.shared);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}

/** Runs each batch once, in so many lanes. After the first complaint no batch is started; that complaint is returned. */
export async function runInLanes(
  batches: readonly Batch[],
  lanes: number,
  run: (batch: Batch) => Promise<string | undefined>,
  shared: SharedProgress,
): Promise<string | undefined> {
  let next = 0;
  let complaint: string | undefined;
  const lane = async (): Promise<void> => {
    while (next < batches.length && !shared.stopped) {
      const problem = await run(batches[next++]);
      if (problem === undefined) continue;
      complaint ??= problem;
      shared.stop();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return complaint;
}
