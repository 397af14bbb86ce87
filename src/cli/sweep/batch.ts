/** Runs a batch in one thread, and writes the rows to the folder every few seconds. */

import { createHash } from "node:crypto";
import type { Row, RunInHand, RunSpec, StudyRunner } from "../../study/index.js";
import { Periodic } from "../periodic.js";
import { say } from "../terminal.js";
import type { SweepFolder } from "./folder.js";
import type { SharedProgress } from "./shared-progress.js";

/** Rows are written at least this often (ms), because a kill loses those that are not on the disk. */
const longestUnsaved = 2000;
/** A slice of steps takes about this long (ms); Ctrl-C acts between slices. */
const slice = { shortest: 5, longest: 20 };

export interface Batch {
  /** The name follows from the study and the runs, so it is the same on every machine. */
  readonly name: string;
  readonly indices: readonly number[];
}

/** The most runs in a batch: enough to make the cost of a batch negligible. */
export const mostInBatch = 256;

/**
 * Divides runs into batches, in the given order, for `lanes` threads that each take the next batch when they are free.
 * Batches shrink towards the end, so that all threads finish at about the same time.
 */
export function batchesOf(study: string, indices: readonly number[], lanes: number): Batch[] {
  const batches: Batch[] = [];
  for (let at = 0, size = 0; at < indices.length; at += size) {
    size = Math.min(mostInBatch, Math.ceil((indices.length - at) / (4 * lanes)));
    const part = indices.slice(at, at + size);
    batches.push({ name: batchName(study, part), indices: part });
  }
  return batches;
}

/** The name of a batch: a hash of the study's id and the numbers of its runs. */
export function batchName(study: string, indices: readonly number[]): string {
  return createHash("sha256")
    .update(`${study} ${indices.join(" ")}`)
    .digest("hex")
    .slice(0, 20);
}

/** Runs the batch, except for those of its runs that the folder already holds. Ends early when a stop is requested. */
export function runBatch(
  runner: StudyRunner,
  folder: SweepFolder,
  { name, indices }: Batch,
  shared: SharedProgress,
  checkpointEvery: number,
): void {
  const { study } = runner;
  const done = doneIn(folder, name, study.data.keep?.trajectory);
  const saved = folder.checkpoints();
  let rows: Row[] = [];
  let written = Date.now();
  const flush = (): void => {
    if (rows.length > 0) folder.writePart(name, { study: study.id, columns: runner.columns, rows });
    rows = [];
    written = Date.now();
  };
  const flushIfDue = (): void => {
    if (Date.now() - written > longestUnsaved) flush();
  };

  for (const index of indices) {
    if (shared.stopped) break;
    if (done.has(index)) {
      shared.finished("ok");
      continue;
    }
    const row = runOne(runner, folder, study.run(index), saved, shared, checkpointEvery, flushIfDue);
    if (row === undefined) break;
    rows.push(row);
    shared.finished(row.status);
    flushIfDue();
  }
  flush();
}

/** The runs of a batch whose rows are in the folder, with their trajectories if the study keeps them. */
function doneIn(folder: SweepFolder, batch: string, format: string | undefined): Set<number> {
  const done = new Set<number>();
  for (const name of folder.partNames(`${batch}-`)) {
    const part = folder.readPart(name);
    if (!("rows" in part)) continue;
    for (const { index, hash, trajectory } of part.rows)
      if (format === undefined || trajectory === "" || folder.trajectoryFault(hash, format, trajectory) === undefined)
        done.add(index);
  }
  return done;
}

/** The row of a run; undefined when the run was stopped, and then its checkpoint is in the folder. */
function runOne(
  runner: StudyRunner,
  folder: SweepFolder,
  spec: RunSpec,
  saved: ReadonlySet<string>,
  shared: SharedProgress,
  checkpointEvery: number,
  flushIfDue: () => void,
): Row | undefined {
  const hash = runner.study.hash(spec);
  const file = folder.checkpoint(hash);
  const found = saved.has(hash) ? file.read((bytes) => bytes) : undefined;
  if (found?.remark !== undefined) say(found.remark);
  let begun = runner.begin(spec, found?.value);
  // if the checkpoint cannot be resumed, as when another version wrote it, the run begins again
  if (found !== undefined && !("run" in begun)) begun = runner.begin(spec);
  if (!("run" in begun)) return begun;
  const { run } = begun;
  let isKept = saved.has(hash);
  const periodic = new Periodic(checkpointEvery, () => {
    file.write(run.save());
    isKept = true;
  });
  const between = (): void => {
    flushIfDue();
    periodic.tick();
  };
  if (!drive(begun, shared, between)) {
    file.write(run.save());
    return undefined;
  }
  const { row, trajectory } = begun.finish();
  if (trajectory !== undefined) folder.writeTrajectory(row.hash, runner.study.data.keep!.trajectory!, trajectory);
  if (isKept) file.remove();
  return row;
}

/** Advances the run to its end, and calls `between` every few steps. Returns false when a stop was requested before. */
function drive({ run }: RunInHand, shared: SharedProgress, between: () => void): boolean {
  for (let steps = 64; ; ) {
    const before = performance.now();
    if (run.advance(steps) === "done") return true;
    if (shared.stopped) return false;
    shared.progress(run.progress);
    between();
    const took = performance.now() - before;
    if (took < slice.shortest) steps *= 2;
    else if (took > slice.longest) steps = Math.max(1, steps >> 1);
  }
}
