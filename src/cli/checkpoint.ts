/**
 * Checkpoint files hold the key of their run, so that resuming a different run is refused, and then the saved state.
 */

import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ByteReader, ByteWriter } from "../core/index.js";
import { type RunKey, runKey } from "../io/index.js";
import type { PreparedRun } from "../run/index.js";
import { UsageError } from "./exit.js";
import { readBytes, writeFiles } from "./files.js";

const format = "taut checkpoint file 1";

interface CheckpointFile {
  readonly key: RunKey;
  readonly bytes: Uint8Array;
}

export function readCheckpoint(path: string): CheckpointFile {
  const bytes = readBytes(path);
  try {
    const from = new ByteReader(bytes!);
    if (from.text() !== format) throw new RangeError("another format");
    return { key: JSON.parse(from.text()) as RunKey, bytes: from.raw() };
  } catch {
    throw new UsageError(
      "--resume",
      `"${path}" must be a checkpoint that this version wrote, and it is not one. Start the run again.`,
    );
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
  writeFiles(dirname(free), { [basename(free)]: bytes });
  return free;
}

/** Throws unless the model and the options are those of the checkpoint. */
export function checkSameRun(there: RunKey, prepared: Parameters<typeof runKey>[0]): void {
  const here = JSON.parse(JSON.stringify(runKey(prepared))) as RunKey;
  const shown = (value: unknown): string => (value === undefined ? "not given" : JSON.stringify(value));
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
