/** One batch of runs, from start to end in one thread: rows go to the folder every few seconds. */

import { createHash } from "node:crypto";
import type { Row, RunInHand, RunSpec, StudyRunner } from "../../study/index.js";
import type { Board } from "./board.js";
import type { SweepFolder } from "./folder.js";

/** What a kill may cost (ms): rows that are not on the disk yet. */
const longestUnsaved = 2000;
/** A slice of steps should take about this long (ms): Ctrl-C acts between slices. */
const slice = { shortest: 5, longest: 20 };

export interface Batch {
  /** The same runs have the same name, whoever runs them. */
  readonly name: string;
  readonly indices: readonly number[];
}

/** Runs of a batch, at most: large enough not to count. */
const mostInBatch = 256;

/**
 * Runs in batches, in the order they are in, for so many who take the next one when they are done: smaller and smaller towards the end,
 * so that nobody waits for the last.
 */
export function batchesOf(study: string, indices: readonly number[], lanes: number): Batch[] {
  const batches: Batch[] = [];
  for (let at = 0, size = 0; at < indices.length; at += size) {
    size = Math.min(mostInBatch, Math.ceil((indices.length - at) / (4 * lanes)));
    const part = indices.slice(at, at + size);
    const name = createHash("sha256")
      .update(`${study} ${part.join(" ")}`)
      .digest("hex")
      .slice(0, 20);
    batches.push({ name, indices: part });
  }
  return batches;
}

/** Run the batch; runs that the folder already has from it are left out. Ends early when the board says stop. */
export function runBatch(runner: StudyRunner, folder: SweepFolder, { name, indices }: Batch, board: Board): void {
  const { study } = runner;
  const done = doneIn(folder, name);
  const saved = folder.checkpoints();
  let rows: Row[] = [];
  let written = Date.now();
  const flush = (): void => {
    if (rows.length > 0) folder.writePart(name, { study: study.id, columns: runner.columns, rows });
    rows = [];
    written = Date.now();
  };

  for (const index of indices) {
    if (board.stopped) break;
    if (done.has(index)) {
      board.finished("ok");
      continue;
    }
    const row = runOne(runner, folder, study.run(index), saved, board);
    if (row === undefined) break;
    rows.push(row);
    board.finished(row.status);
    if (Date.now() - written > longestUnsaved) flush();
  }
  flush();
}

function doneIn(folder: SweepFolder, batch: string): Set<number> {
  const done = new Set<number>();
  for (const name of folder.partNames(`${batch}-`)) {
    const part = folder.readPart(name);
    if ("rows" in part) for (const { index } of part.rows) done.add(index);
  }
  return done;
}

/** Undefined when it was stopped; then its checkpoint is in the folder. */
function runOne(
  runner: StudyRunner,
  folder: SweepFolder,
  spec: RunSpec,
  saved: ReadonlySet<string>,
  board: Board,
): Row | undefined {
  const hash = saved.size === 0 ? undefined : runner.study.hash(spec);
  const checkpoint = hash !== undefined && saved.has(hash) ? folder.readCheckpoint(hash) : undefined;
  let begun = runner.begin(spec, checkpoint);
  // a checkpoint of another version is no reason to fail
  if (checkpoint !== undefined && !("run" in begun)) begun = runner.begin(spec);
  if (!("run" in begun)) return begun;
  if (!drive(begun, board)) {
    folder.writeCheckpoint(runner.study.hash(spec), begun.run.save());
    return undefined;
  }
  const { row, trajectory } = begun.finish();
  if (trajectory !== undefined) folder.writeTrajectory(row.hash, runner.study.data.keep!.trajectory!, trajectory);
  if (hash !== undefined && saved.has(hash)) folder.removeCheckpoint(hash);
  return row;
}

/** To the end, or until the board says stop: then false. */
function drive({ run }: RunInHand, board: Board): boolean {
  for (let steps = 64; ; ) {
    const before = performance.now();
    if (run.advance(steps) === "done") return true;
    if (board.stopped) return false;
    board.progress(run.progress);
    const took = performance.now() - before;
    if (took < slice.shortest) steps *= 2;
    else if (took > slice.longest) steps = Math.max(1, steps >> 1);
  }
}
