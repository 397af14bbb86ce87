/**
 * What `taut reproduce --out` keeps in its folder until the report is complete: the outcomes of finished experiments, and checkpoints of
 * long runs. After an interruption, or when the process was killed, the same command continues from there. Short versions have files of their own.
 */

import { readdirSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import type { CheckpointShelf, Outcome, OutcomeShelf } from "../papers/harness/index.js";
import { CheckpointFile } from "./disk/checkpoint-file.js";
import { removeFiles } from "./disk/write.js";
import { say } from "./terminal.js";
import { version } from "./version.js";

const kept = /\.(outcome|checkpoint)$/;

export interface Shelf {
  readonly checkpoints: CheckpointShelf;
  readonly outcomes: OutcomeShelf;
  /** Removes everything that is kept, of short versions too. */
  clear(): void;
}

export function shelfIn(folder: string, quick: boolean): Shelf {
  const file = (name: string, ending: string) =>
    new CheckpointFile(folder, `${name}${quick ? ".quick" : ""}.${ending}`);
  const read = <T>(from: CheckpointFile, decode: (bytes: Uint8Array) => T | undefined): T | undefined => {
    const found = from.read(decode);
    if (found?.remark !== undefined) say(found.remark);
    return found?.value;
  };
  return {
    checkpoints: {
      read: (name) => read(file(name, "checkpoint"), (bytes) => bytes),
      write: (name, bytes) => file(name, "checkpoint").write(bytes),
      remove: (name) => file(name, "checkpoint").remove(),
    },
    outcomes: {
      read: (id) => read(file(id, "outcome"), outcomeOf),
      write: (id, outcome) => file(id, "outcome").write(serialize({ taut: version, outcome: detached(outcome) })),
    },
    clear: () =>
      removeFiles(
        folder,
        readdirSync(folder).filter((name) => kept.test(name)),
      ),
  };
}

/** The same outcome with curves in memory of their own: those of a run may be views of its whole memory. */
function detached({ items, figures }: Outcome): Outcome {
  const copy = (values: ArrayLike<number>): Float64Array => Float64Array.from(values);
  return {
    items,
    figures: figures.map((figure) => ({
      ...figure,
      series: figure.series.map((series) => ({ ...series, x: copy(series.x), y: copy(series.y) })),
    })),
  };
}

/** The outcome in these bytes; undefined if another version of taut has written them. */
function outcomeOf(bytes: Uint8Array): Outcome | undefined {
  const { taut, outcome } = deserialize(bytes) as { taut?: string; outcome?: Outcome };
  return taut === version ? outcome : undefined;
}
