/** The code of a thread: batches of a study, whose data it gets once. */

import { threadId, workerData } from "node:worker_threads";
import { StudyRunner, validateStudy } from "../../study/index.js";
import { explainError } from "../exit.js";
import { readModel } from "../files.js";
import { type Batch, runBatch } from "./batch.js";
import { Board } from "./board.js";
import { SweepFolder } from "./folder.js";

/** What a thread is told when it starts. */
export interface ThreadData {
  /** The data of the study, its model included. */
  readonly study: unknown;
  readonly folder: string;
  readonly board: SharedArrayBuffer;
}

const { study, folder, board } = workerData as ThreadData;
const runner = new StudyRunner(validateStudy(study, readModel));
const results = new SweepFolder(folder);
const shared = new Board(board, threadId);

/** Undefined, or why the batch could not be run to its end, in one sentence. */
export default function run(batch: Batch): string | undefined {
  try {
    runBatch(runner, results, batch, shared);
    return undefined;
  } catch (error) {
    return explainError(error).message;
  }
}
