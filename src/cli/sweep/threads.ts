/** Threads for one study: batches go in, sentences come out when something is wrong. */

import { Piscina } from "piscina";
import type { Study } from "../../study/index.js";
import type { Batch } from "./batch.js";
import { Board } from "./board.js";
import type { SweepFolder } from "./folder.js";
import type { ThreadData } from "./sweep-thread.js";

export class Threads {
  readonly board = new Board();
  private readonly pool: Piscina;
  private readonly count: number;

  constructor(study: Study, folder: SweepFolder, count: number) {
    const workerData: ThreadData = { study: study.data, folder: folder.path, board: this.board.memory };
    this.count = count;
    this.pool = new Piscina({
      filename: new URL("./sweep-thread.js", import.meta.url).href,
      minThreads: count,
      maxThreads: count,
      workerData,
    });
  }

  /** One batch; a sentence when it could not be run to its end. */
  run(batch: Batch): Promise<string | undefined> {
    return this.pool.run(batch) as Promise<string | undefined>;
  }

  /** All batches, as many at a time as there are threads. Returns the first complaint, after which nothing new is begun. */
  async runAll(batches: readonly Batch[]): Promise<string | undefined> {
    let next = 0;
    let complaint: string | undefined;
    const lane = async (): Promise<void> => {
      while (next < batches.length && !this.board.stopped) {
        const problem = await this.run(batches[next++]);
        if (problem === undefined) continue;
        complaint ??= problem;
        this.board.stop();
      }
    };
    await Promise.all(Array.from({ length: this.count }, lane));
    return complaint;
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
