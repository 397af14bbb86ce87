/** Damaged checkpoints, result folders and lone tables: each is refused with a sentence, or gives what it held. */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCheckpoint } from "../src/cli/checkpoint.js";
import { faultOf, readManifest } from "../src/cli/disk/manifest.js";
import { TautError } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { readTable, type TableFormat } from "../src/io/index.js";
import { parseModelText, validateModel } from "../src/model/index.js";
import { type PreparedRun, prepareRun } from "../src/run/index.js";
import type { Campaign, Dice, Outcome } from "./campaign.js";
import { encodedCheckpoint, taut } from "./command.js";
import { damagedBytes } from "./mutate.js";
import { sampleTables } from "./samples.js";

const patience = 2;
const model = () => validateModel(parseModelText(readFileSync("gallery/double-pendulum.yaml", "utf8")), catalogue);
const prepared = (checkpoint?: Uint8Array): PreparedRun =>
  prepareRun(model(), { settings: { until: 2 }, ...(checkpoint && { checkpoint }) });

/** A checkpoint file of the command: the run that `--resume` continues must be the one that was saved. */
function checkpointFile(dice: Dice, folder: string, sound: Uint8Array): Outcome {
  const bytes = damagedBytes(sound, dice);
  const path = join(folder, "checkpoint.bin");
  writeFileSync(path, bytes);
  return judged("checkpoint file", bytes, () => {
    readCheckpoint(path);
    return "accepted";
  });
}

/** What `Run.save` returned: a run that continues from it must end in the bits of the undisturbed one. */
function savedRun(dice: Dice, sound: Uint8Array): Outcome {
  const bytes = damagedBytes(sound, dice);
  return judged("saved run", bytes, () => {
    prepared(bytes).workspace.release();
    return "accepted";
  });
}

function resultFile(dice: Dice, folder: string): Outcome {
  const name = dice.pick(readdirSync(folder));
  const path = join(folder, name);
  const sound = readFileSync(path);
  const bytes = damagedBytes(sound, dice);
  writeFileSync(path, bytes);
  const outcome = judged("result folder", bytes, () => {
    const manifest = readManifest(folder);
    if (manifest === undefined || manifest === "damaged") return "found";
    return Object.keys(manifest.files).some((file) => faultOf(folder, manifest, file) !== undefined)
      ? "found"
      : "accepted";
  });
  writeFileSync(path, sound);
  return outcome;
}

async function loneTable(dice: Dice): Promise<Outcome> {
  const format = dice.pick<TableFormat>(["parquet", "npz"]);
  const sound = sampleTables().bytes.get(format)!;
  const bytes = damagedBytes(sound, dice);
  const last = async (from: Uint8Array): Promise<Map<string, number>> => {
    const { names, times, row } = await readTable(from, format, false);
    const values = await row(times.length - 1);
    return new Map(names.map((name, k) => [name, values[k]]));
  };
  const before = process.cpuUsage();
  let ended = "refused";
  let failure: string | undefined;
  try {
    const [found, wanted] = [await last(bytes), await last(sound)];
    const isSame = [...wanted].every(([name, value]) => Object.is(found.get(name), value));
    // a state that lacks a name is refused for its model
    const lacks = [...wanted.keys()].some((name) => !found.has(name));
    ended = lacks ? "refused by name" : isSame ? "the same state" : "another state";
    if (!lacks && !isSame) failure = "another state was read";
  } catch (error) {
    // a table that cannot be read says why, and the command puts the name of the file before it
    if (!(error instanceof Error)) failure = String(error);
  }
  return finished(`lone ${format}`, bytes, before, ended, failure);
}

function judged(kind: string, input: Uint8Array, use: () => string): Outcome {
  const before = process.cpuUsage();
  let ended = "refused";
  let failure: string | undefined;
  try {
    ended = use();
    if (ended === "accepted") failure = "damaged bytes were accepted";
  } catch (error) {
    if (!(error instanceof TautError)) failure = `internal error: ${error instanceof Error ? error.stack : error}`;
  }
  return finished(kind, input, before, ended, failure);
}

function finished(
  kind: string,
  input: Uint8Array,
  before: NodeJS.CpuUsage,
  ended: string,
  failure: string | undefined,
): Outcome {
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const late = seconds > patience ? `it took ${seconds.toFixed(1)} s` : undefined;
  const wrong = failure ?? late;
  return { kind, ended, most: seconds, ...(wrong !== undefined && { failure: wrong, input }) };
}

export const damage: Campaign = {
  about:
    "Damaged checkpoints, result folders and tables are refused with a sentence within 2 s, or hold what they held.",
  measures: "seconds",
  async run(dice, goesOn, report) {
    const folder = mkdtempSync(join(tmpdir(), "taut-damage-"));
    try {
      const begun = prepared();
      begun.run.advance(30);
      const [file, saved] = [encodedCheckpoint(begun), begun.run.save()];
      begun.workspace.release();
      const result = join(folder, "result");
      const { code, stderr } = await taut([
        "run",
        "gallery/pendulum.yaml",
        "--until",
        "1",
        "--every",
        "0.1",
        "--out",
        result,
      ]);
      if (code !== 0) throw new Error(stderr);
      const copy = join(folder, "copy");
      cpSync(result, copy, { recursive: true });
      for (let k = 0; goesOn(k); k++) {
        if (k % 4 === 0) report(checkpointFile(dice, folder, file));
        else if (k % 4 === 1) report(savedRun(dice, saved));
        else if (k % 4 === 2) report(resultFile(dice, copy));
        else report(await loneTable(dice));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
