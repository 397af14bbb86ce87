/** The code of a sweep's thread. It receives the study once, when it starts, and then runs batches of it. */

import { threadId, workerData } from "node:worker_threads";
import { StudyRunner, validateStudy } from "../../study/index.js";
import { explainError } from "../exit.js";
import { readModel } from "../files.js";
import { type Batch, runBatch } from "./batch.js";
import { SweepFolder } from "./folder.js";
import { SharedProgress } from "./shared-progress.js";

/** The data a thread gets when it starts. */
export interface ThreadData {
  /** The data of the study, its model included. */
  readonly study: unknown;
  readonly folder: string;
  readonly progress: SharedArrayBuffer;
  /** Minutes between the checkpoints of a run. */
  readonly checkpointEvery: number;
}

const { study, folder, progress, checkpointEvery } = workerData as ThreadData;
const runner = new StudyRunner(validateStudy(study, readModel));
const results = new SweepFolder(folder);
const shared = new SharedProgress(progress, threadId);

/** Runs a batch. Returns a message when it could not be run to its end. */
export default function run(batch: Batch): string | undefined {
  try {
    runBatch(runner, results, batch, shared, checkpointEvery);
    return undefined;
  } catch (error) {
    return explainError(error).message;
  }
}
