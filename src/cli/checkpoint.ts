/** Checkpoint files: what the run was, so that another one is noticed, then the bytes that go on. */

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
    throw new UsageError("--resume", `"${path}" is no checkpoint of this version. Start the run again.`);
  }
}

export function encodeCheckpoint(prepared: PreparedRun): Uint8Array {
  const to = new ByteWriter();
  to.text(format);
  to.text(JSON.stringify(runKey(prepared)));
  to.raw(prepared.run.save());
  return to.finish();
}

/** Write it beside nothing else: a name that is taken gets a number. */
export function keepCheckpoint(path: string, bytes: Uint8Array): string {
  let free = path;
  for (let k = 2; existsSync(free); k++) free = path.replace(/(\.\w+)$/, `-${k}$1`);
  writeFiles(dirname(free), { [basename(free)]: bytes });
  return free;
}

/** Refuse to go on with another model or other options than those of the checkpoint. */
export function checkSameRun(there: RunKey, prepared: Parameters<typeof runKey>[0]): void {
  const here = JSON.parse(JSON.stringify(runKey(prepared))) as RunKey;
  const shown = (value: unknown): string => (value === undefined ? "not given" : JSON.stringify(value));
  for (const name of Object.keys({ ...there, ...here })) {
    if (shown(there[name]) === shown(here[name])) continue;
    const difference =
      name === "model"
        ? "the model or its parameters are not the same"
        : `${name} was ${shown(there[name])}, and is ${shown(here[name])} now`;
    throw new UsageError(
      "--resume",
      `the checkpoint belongs to another run: ${difference}. Say the same as then; only --until and --max-steps may change.`,
    );
  }
}
