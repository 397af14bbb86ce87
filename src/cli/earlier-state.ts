/**
 * `--from`: begins at a state of an earlier result, read from a result folder, a trajectory or a file of atoms. It is
 * the last state, unless `--at` chooses another saved one.
 */

import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { type AtomFrame, beginAt, type NamedState, readAtoms, tableFormats } from "../io/index.js";
import { type Model, runSection } from "../model/index.js";
import { readBytes } from "./disk/read.js";
import { UsageError } from "./exit.js";
import { readData, readText } from "./files.js";
import { trajectoryNames } from "./result-folder.js";
import type { RunFlags } from "./run-options.js";
import { say } from "./terminal.js";

interface EarlierState {
  /** The file that was read. */
  readonly file: string;
  readonly state: NamedState | AtomFrame;
}

/** The model, changed to begin at the state that `--from` and `--at` name. */
export async function fromEarlier(model: Model, { from, at, set, until }: RunFlags): Promise<Model> {
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
  say(
    `The run begins at the state in ${file}${t === undefined ? "" : `, t = ${t}`}${"values" in state || state.velocities ? "" : ", at rest"}.`,
  );
  return begun;
}

/** The numbers of a table are in the units of the model.json beside it, which must be those of this model. */
function checkUnits(file: string, { units }: Model): void {
  const beside = join(dirname(file), "model.json");
  const theirs = existsSync(beside) ? (readData(beside) as Partial<Model>).units : units;
  if (theirs !== units)
    throw new UsageError(
      "--from",
      `"${file}" and the model must have the same units; found ${theirs ?? "none"} and ${units ?? "none"}. Change the model's units.`,
    );
}

async function readEarlierState(path: string, at: number | undefined): Promise<EarlierState> {
  const file = fileOf(path);
  const ending = /\.([a-z]+)$/.exec(file)?.[1] ?? "";
  if (!(tableFormats as readonly string[]).includes(ending)) {
    if (at !== undefined)
      throw new UsageError(
        "--at",
        `needs a parquet, csv or npz trajectory; "${file}" holds atoms, and only its last frame can be read. Leave --at out.`,
      );
    return { file, state: readAtoms(file, readText(file)) };
  }
  try {
    const bytes = readBytes(file)!;
    const table = ending === "csv" ? fromCsv(bytes) : ending === "npz" ? fromNpz(bytes) : await fromParquet(bytes);
    return { file, state: await table.row(rowAt(file, table.times, at)) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      "--from",
      `"${file}" cannot be read as a trajectory of taut: ${(error as Error).message}. Name a result folder, or its trajectory.`,
    );
  }
}

function fileOf(path: string): string {
  if (!existsSync(path))
    throw new UsageError("--from", `"${path}" does not exist. Name a result folder, a trajectory or a file of atoms.`);
  if (!statSync(path).isDirectory()) return path;
  const name = trajectoryNames.find((one) => existsSync(join(path, one)));
  if (name === undefined)
    throw new UsageError("--from", `"${path}" has no trajectory. Name a folder that "taut run --out" wrote.`);
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

interface StateTable {
  readonly times: ArrayLike<number>;
  row(k: number): NamedState | Promise<NamedState>;
}

/** Multipliers and the ledger follow from the state, so their columns are skipped. */
function stateOf(names: readonly string[], value: (name: string, column: number) => number): NamedState {
  const values = new Map<string, number>();
  names.forEach((name, column) => {
    if (name !== "t" && !/^(lambda|ledger) /.test(name)) values.set(name, value(name, column));
  });
  return { t: value("t", names.indexOf("t")), values };
}

function fromCsv(bytes: Uint8Array): StateTable {
  const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
  // names that contain commas are quoted: "argon[0,0,1]_x"
  const names = Array.from(lines[0].matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
  const time = names.indexOf("t");
  if (time < 0) throw new Error("it has no column t");
  const cells = (k: number) => lines[k + 1].split(",");
  return {
    times: lines.slice(1).map((line) => Number(line.split(",", time + 1)[time])),
    row: (k) => {
      const numbers = cells(k);
      return stateOf(names, (_, column) => Number(numbers[column] || Number.NaN));
    },
  };
}

function fromNpz(bytes: Uint8Array): StateTable {
  const columns = new Map(
    Object.entries(unzipSync(bytes)).map(([name, column]) => [name.replace(/\.npy$/, ""), fromNpy(column)] as const),
  );
  const times = columns.get("t");
  if (times === undefined) throw new Error("it has no column t");
  return { times, row: (k) => stateOf([...columns.keys()], (name) => columns.get(name)![k]) };
}

/** Reads the one layout that our writer makes: format 1, little-endian doubles. */
function fromNpy(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 10 + view.getUint16(8, true);
  return Float64Array.from({ length: (bytes.length - start) / 8 }, (_, k) => view.getFloat64(start + 8 * k, true));
}

async function fromParquet(bytes: Uint8Array): Promise<StateTable> {
  const file = Uint8Array.from(bytes).buffer;
  const times = (await parquetReadObjects({ file, columns: ["t"] })).map((row) => Number(row.t));
  return {
    times,
    async row(k) {
      const [row] = await parquetReadObjects({ file, rowStart: k, rowEnd: k + 1 });
      return stateOf(Object.keys(row), (name) => Number(row[name]));
    },
  };
}
