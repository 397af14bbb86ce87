/**
 * Checkpoints of `taut run` hold the key of their run, so that resuming a different run is refused, and then the saved
 * state.
 */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ByteReader, ByteWriter } from "../core/index.js";
import { type RunKey, runKey } from "../io/index.js";
import type { PreparedRun } from "../run/index.js";
import { CheckpointFile, previousName } from "./disk/checkpoint-file.js";
import { readBytes } from "./disk/read.js";
import { writeSealed } from "./disk/write.js";
import { UsageError } from "./exit.js";

const format = "taut checkpoint file 2";
/** The format of versions before 0.1.0, which had no digest. */
const earlierFormat = "taut checkpoint file 1";

export const checkpointName = "checkpoint.bin";
/** The files of a result folder that are checkpoints. */
export const checkpointNames: readonly string[] = [checkpointName, previousName(checkpointName)];

interface SavedRun {
  readonly key: RunKey;
  readonly bytes: Uint8Array;
  /** The folder of the checkpoint, whether that is what was named, and a sentence if it is not the newest. */
  readonly folder: string;
  readonly isFolder: boolean;
  readonly remark?: string;
}

/** Reads the checkpoint in a result folder or in a file. Throws a `UsageError` if there is none that can be used. */
export function readCheckpoint(path: string): SavedRun {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const name = isFolder ? checkpointName : basename(path);
  const file = new CheckpointFile(folder, name);
  if (!file.exists)
    throw new UsageError(
      "--resume",
      isFolder
        ? `"${path}" holds no checkpoint: its run is complete, or was never begun. Name the folder of a run that was interrupted.`
        : `"${path}" does not exist. Name the checkpoint or the result folder of a run that was interrupted.`,
    );
  const found = file.read(decode);
  if (found === undefined)
    throw new UsageError(
      "--resume",
      isEarlier(join(folder, name))
        ? `"${join(folder, name)}" was written by a version before 0.1.0 and has no digest, so damage to it could not be noticed. Start the run again, or continue it with that version.`
        : `"${join(folder, name)}" must be an undamaged checkpoint of this version of taut; it is damaged, or another version wrote it. Start the run again.`,
    );
  return { ...found.value, folder, isFolder, ...(found.remark !== undefined && { remark: found.remark }) };
}

/** Whether a file begins as checkpoints of earlier versions do: with the length of the name of their format, and that. */
function isEarlier(path: string): boolean {
  const bytes = existsSync(path) ? readBytes(path) : undefined;
  return bytes !== undefined && new TextDecoder().decode(bytes.subarray(0, 64)).includes(earlierFormat);
}

function decode(bytes: Uint8Array): Pick<SavedRun, "key" | "bytes"> | undefined {
  try {
    const from = new ByteReader(bytes);
    if (from.text() !== format) return undefined;
    return { key: JSON.parse(from.text()) as RunKey, bytes: from.raw() };
  } catch {
    return undefined;
  }
}

export function encodeCheckpoint(prepared: PreparedRun): Uint8Array {
  const to = new ByteWriter();
  to.text(format);
  to.text(JSON.stringify(runKey(prepared)));
  to.raw(prepared.run.save());
  return to.finish();
}

/**
 * Writes the checkpoint under `path`, or with a number added to the name when that file exists. Returns the path used.
 */
export function keepCheckpoint(path: string, bytes: Uint8Array): string {
  let free = path;
  for (let k = 2; existsSync(free); k++) free = path.replace(/(\.\w+)$/, `-${k}$1`);
  writeSealed(dirname(free), basename(free), bytes);
  return free;
}

/** Throws unless the model and the options are those of the checkpoint. */
export function checkSameRun(there: RunKey, prepared: Parameters<typeof runKey>[0]): void {
  const here = JSON.parse(JSON.stringify(runKey(prepared))) as RunKey;
  const shown = (value: unknown): string => (value === undefined ? "not given" : JSON.stringify(ordered(value)));
  for (const name of Object.keys({ ...there, ...here })) {
    if (shown(there[name]) === shown(here[name])) continue;
    const difference =
      name === "model"
        ? "the model or its parameters have changed"
        : `${name} was ${shown(there[name])} and is now ${shown(here[name])}`;
    throw new UsageError(
      "--resume",
      `the checkpoint belongs to a different run: ${difference}. Repeat the options of that run; only --until and --max-steps may change.`,
    );
  }
}

/** The same data with the keys of every map in order, so that equal data has equal text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, ordered(entry)]),
  );
}
