/**
 * `--from`: begins at a state of an earlier result, read from a result folder, a trajectory or a file of atoms. It is
 * the last state, unless `--at` chooses another saved one.
 */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  type AtomFrame,
  beginAt,
  type NamedState,
  readAtoms,
  readTable,
  type TableReader,
  tableFormats,
} from "../io/index.js";
import { type Model, runSection } from "../model/index.js";
import { faultOf, manifestName, readManifest } from "./disk/manifest.js";
import { readWhole } from "./disk/read.js";
import { UsageError } from "./exit.js";
import { readAtomText, readResultModel } from "./files.js";
import { trajectoryNames } from "./result-folder.js";
import type { RunFlags } from "./run-options.js";
import { say } from "./terminal.js";

interface EarlierState {
  /** The file that was read. */
  readonly file: string;
  readonly state: NamedState | AtomFrame;
}

/** The model, changed to begin at the state that `--from` and `--at` name. */
export async function fromEarlier(model: Model, flags: RunFlags): Promise<Model> {
  const { from, at, until, set } = flags;
  if (from === undefined) {
    if (at !== undefined)
      throw new UsageError("--at", "needs --from, because it chooses a state of an earlier result. Name that result.");
    return model;
  }
  const { file, state } = await readEarlierState(from, at);
  if ("values" in state) checkUnits(file, model);
  const begun = beginAt(model, file, state, { ...(set && { set }) });
  const t = begun.begin?.time;
  const end = runSection(model, set).until;
  if (t !== undefined && until === undefined && end !== undefined && end <= t)
    throw new UsageError(
      "--until",
      `must be later than the state in "${file}", which is at t = ${t}; the model's run ends at ${end}. Give a later end.`,
    );
  if (t !== undefined && until !== undefined && until < t)
    throw new UsageError(
      "--until",
      `must be later than the state in "${file}", which is at t = ${t}; got ${until}. Give a later end, or choose an earlier state with --at.`,
    );
  say(
    `The run begins at the state in ${file}${t === undefined ? "" : `, t = ${t}`}${"values" in state || state.velocities ? "" : ", at rest"}.`,
  );
  return begun;
}

/** The numbers of a table are in the units of the model.json beside it, which must be those of this model. */
function checkUnits(file: string, { units }: Model): void {
  const beside = join(dirname(file), "model.json");
  const theirs = existsSync(beside) ? readResultModel(beside).units : units;
  if (theirs !== units)
    throw new UsageError(
      "--from",
      `"${file}" and the model must have the same units; found ${theirs ?? "none"} and ${units ?? "none"}. Change the model's units.`,
    );
}

async function readEarlierState(path: string, at: number | undefined): Promise<EarlierState> {
  const file = fileOf("--from", path);
  const ending = /\.([a-z]+)$/.exec(file)?.[1] ?? "";
  const isVerified = isInManifest("--from", file);
  const format = tableFormats.find((one) => one === ending);
  if (format === undefined) {
    if (at !== undefined)
      throw new UsageError(
        "--at",
        `needs a parquet, csv or npz trajectory; "${file}" holds atoms, and only its last frame can be read. Leave --at out.`,
      );
    return { file, state: readAtoms(file, readAtomText(file)) };
  }
  try {
    const table = await readTable(readWhole(file), format, isVerified);
    return { file, state: stateOf(table, rowAt(file, table.times, at)) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      "--from",
      `"${file}" cannot be read as a trajectory of taut: ${(error as Error).message}. Name a result folder, or its trajectory.`,
    );
  }
}

/** The table of a result, and the units of its columns; `option` is what errors name. */
export async function readTrajectory(
  option: string,
  path: string,
): Promise<{ readonly table: TableReader; readonly units: Readonly<Record<string, string>> }> {
  const file = fileOf(option, path);
  const format = tableFormats.find((one) => file.endsWith(`.${one}`));
  if (format === undefined)
    throw new UsageError(option, `must be a parquet, csv or npz trajectory; got "${file}". Name a result folder.`);
  const isVerified = isInManifest(option, file);
  try {
    const table = await readTable(readWhole(file), format, isVerified);
    return { table, units: isVerified ? unitsBeside(file) : {} };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(option, `"${file}" cannot be read as a trajectory of taut: ${(error as Error).message}.`);
  }
}

/** The units of columns that the manifest beside a file lists. */
function unitsBeside(file: string): Readonly<Record<string, string>> {
  const manifest = readManifest(dirname(file));
  const data = typeof manifest === "object" ? manifest.data : {};
  return (data.columnUnits as Readonly<Record<string, string>> | undefined) ?? {};
}

/** Whether the manifest beside the file has its digest. Throws if the file is not the one that the manifest describes. */
function isInManifest(option: string, file: string): boolean {
  const [folder, name] = [dirname(file), basename(file)];
  const manifest = readManifest(folder);
  if (manifest === "damaged")
    throw new UsageError(
      option,
      `${join(folder, manifestName)} is damaged, so "${file}" cannot be checked. Run it again.`,
    );
  if (manifest === undefined || !Object.hasOwn(manifest.files, name)) return false;
  if (faultOf(folder, manifest, name) === undefined) return true;
  throw new UsageError(
    option,
    `"${file}" must be as it was written, and its digest in ${manifestName} shows that it is not. Run it again, or delete the manifest if you changed the file.`,
  );
}

function fileOf(option: string, path: string): string {
  if (!existsSync(path))
    throw new UsageError(option, `"${path}" does not exist. Name a result folder, a trajectory or a file of atoms.`);
  if (!statSync(path).isDirectory()) return path;
  const name = trajectoryNames.find((one) => existsSync(join(path, one)));
  if (name === undefined)
    throw new UsageError(option, `"${path}" has no trajectory. Name a folder that "taut run --out" wrote.`);
  return join(path, name);
}

/** The index of the last row, or of the row saved at time `at`. */
function rowAt(file: string, times: ArrayLike<number>, at: number | undefined): number {
  const last = times.length - 1;
  if (last < 0) throw new UsageError("--from", `"${file}" holds no states. Run it again with --every.`);
  if (at === undefined) return last;
  let nearest = 0;
  for (let k = 1; k <= last; k++) if (Math.abs(times[k] - at) < Math.abs(times[nearest] - at)) nearest = k;
  // people round the times they type, so a match to nine digits is accepted
  if (Math.abs(times[nearest] - at) <= 1e-9 * Math.max(1, Math.abs(at))) return nearest;
  throw new UsageError(
    "--at",
    `no state was saved at t = ${at} in "${file}"; the nearest is at t = ${times[nearest]}. Give a saved time.`,
  );
}

/** The state in a row. Multipliers and the ledger follow from the state, so their columns are skipped. */
function stateOf({ names, row }: TableReader, k: number): NamedState {
  const numbers = row(k);
  const values = new Map<string, number>();
  names.forEach((name, column) => {
    if (name !== "t" && !/^(lambda|ledger) /.test(name)) values.set(name, numbers[column]);
  });
  return { t: numbers[names.indexOf("t")], values };
}
