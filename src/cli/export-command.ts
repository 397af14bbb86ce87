/** `taut export RESULTS FILE`: writes the motion of a result for other programs. */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Command } from "commander";
import { sceneOf } from "../analysis/index.js";
import {
  arraysToNpz,
  type Column,
  encodeTable,
  mostGlbNumbers,
  plainColumns,
  refusesColumns,
  toArrays,
  toGlb,
  toMat,
  toPvd,
  toVtp,
} from "../io/index.js";
import { prepareRun } from "../run/index.js";
import { poser } from "../scene/index.js";
import { writeFiles } from "./disk/write.js";
import { readTrajectory } from "./earlier-state.js";
import { UsageError } from "./exit.js";
import { readResultModel } from "./files.js";
import { crateName, crateOf } from "./ro-crate.js";
import { remark } from "./terminal.js";

type Files = Record<string, string | Uint8Array>;

interface Exporter {
  readonly about: string;
  /** The files to write, the first of which the user has named. */
  files(name: string, columns: readonly Column[], results: string): Files;
}

const table = (format: "csv" | "parquet") => (name: string, columns: readonly Column[]) => {
  const objection = refusesColumns(format, columns.length);
  if (objection !== undefined) throw new UsageError(name, objection);
  return { [name]: encodeTable(plainColumns(columns), format) };
};

const exporters: Readonly<Record<string, Exporter>> = {
  ".npz": {
    about: "NumPy: one array for each point, [time, xyz], or family of points, [time, member, xyz]",
    files: (name, columns) => ({ [name]: arraysToNpz(toArrays(columns)) }),
  },
  ".mat": {
    about: "MATLAB, Octave: the same arrays",
    files: (name, columns) => ({ [name]: toMat(toArrays(columns)) }),
  },
  ".csv": { about: "a table whose names need no quoting: bob_vx, lambda_rod_0", files: table("csv") },
  ".parquet": { about: "the same table", files: table("parquet") },
  ".pvd": { about: "ParaView: a .vtp file with points and lines for each saved time, and their list", files: vtk },
  ".glb": {
    about: "any viewer of glTF 2.0 (browsers, Blender, Windows): the animated picture of the model",
    files: glb,
  },
};

export function addExportCommand(program: Command): void {
  const kinds = Object.entries(exporters).map(([ending, { about }]) => `  ${ending.padEnd(9)} ${about}`);
  program
    .command("export")
    .argument("<results>", "a result folder, or its trajectory (parquet, csv, npz)")
    .argument("<file>", "the file to write; its ending decides the format")
    .summary("write the motion of a result for other programs")
    .description("Write the motion of a result for other programs.")
    .option("--force", "replace the file if it exists")
    .addHelpText(
      "after",
      `
Formats:
${kinds.join("\n")}
  ${crateName}: a description of the result folder for repositories of research data

Examples:
  taut run pendulum --out results && taut export results pendulum.npz
  taut export results pendulum.mat
  taut export results pendulum.glb
  taut export results results/${crateName}`,
    )
    .action(write);
}

async function write(results: string, file: string, { force }: { readonly force?: boolean }): Promise<void> {
  const files = basename(file) === crateName ? { [crateName]: crateOf(results) } : await filesOf(results, file);
  const folder = dirname(file);
  const before = Object.keys(files).find((name) => existsSync(join(folder, name)));
  if (before !== undefined && force !== true)
    throw new UsageError(
      "export",
      `"${join(folder, before)}" exists. Name another file, or add --force to replace it.`,
    );
  writeFiles(folder, files);
  remark(`written to ${file}`);
}

async function filesOf(results: string, file: string): Promise<Files> {
  const ending = extname(file).toLowerCase();
  if (!Object.hasOwn(exporters, ending))
    throw new UsageError(
      "export",
      `"${file}" must end in ${Object.keys(exporters).join(", ")}, or be ${crateName}. Rename it.`,
    );
  const { table } = await readTrajectory("export", results);
  const rows = Array.from({ length: table.times.length }, (_, k) => table.row(k));
  const columns = table.names.map((name, c) => ({ name, data: Float64Array.from(rows, (row) => row[c]) }));
  return exporters[ending].files(basename(file), columns, results);
}

/** The picture of the model of a result, and its places and states at the saved times. */
function motionOf(columns: readonly Column[], results: string, format: string) {
  const model = join(statSync(results).isDirectory() ? results : dirname(results), "model.json");
  if (!existsSync(model))
    throw new UsageError(
      "export",
      `the motion is drawn from the model, and "${model}" does not exist. Name a result folder.`,
    );
  const { lowered, workspace } = prepareRun(readResultModel(model));
  const scene = sceneOf(lowered, workspace);
  if (scene.dimension === 0)
    throw new UsageError("export", `${format} files hold points, and the model has none. Use npz or csv.`);
  const byName = new Map(columns.map((column) => [column.name, column.data]));
  const { names } = workspace;
  const times = byName.get("t")!;
  checkMotion(["t", ...names, ...names.slice(0, lowered.n).map((name) => `${name}'`)], byName, model);
  const state = (row: number): number[] => names.map((entry) => byName.get(entry)![row]);
  return { scene, names, byName, times, state };
}

/** A picture needs every column of its model, with a number at every time, and times that follow each other. */
function checkMotion(names: readonly string[], columns: ReadonlyMap<string, Float64Array>, model: string): void {
  const refuse = (found: string): never => {
    throw new UsageError(
      "export",
      `the motion must be that of "${model}", at times that follow each other; ${found}. Name a result folder that taut wrote.`,
    );
  };
  const times = columns.get("t")!;
  if (times.length === 0) refuse("no time was saved");
  for (const name of names) {
    const column = columns.get(name) ?? refuse(`there is no column ${name}`);
    const row = column.findIndex((value) => !Number.isFinite(value));
    if (row >= 0) refuse(`column ${name} has ${column[row]} in row ${row + 1}`);
  }
  const way = Math.sign(times[times.length - 1] - times[0]);
  for (let k = 1; k < times.length; k++)
    if ((times[k] - times[k - 1]) * way < 0 || way === 0) refuse(`t = ${times[k]} follows t = ${times[k - 1]}`);
}

/** An animation lasts this many seconds, at least and at most, as in reports. */
const [shortest, longest] = [6, 20];

function glb(name: string, columns: readonly Column[], results: string): Files {
  const { scene, times: all, state } = motionOf(columns, results, "GLB");
  // the times of an animation ascend: one that was saved twice is shown once
  const rows = Array.from(all.keys()).filter((k) => k === 0 || all[k] !== all[k - 1]);
  const times = rows.map((row) => all[row]);
  // negative for a run that goes backwards, which an animation begins at its start too
  const span = times.length > 1 ? times[times.length - 1] - times[0] : 1;
  const seconds = Math.min(longest, Math.max(shortest, Math.abs(span)));
  const bytes = toGlb({ scene, times, state: (k) => state(rows[k]), secondsPerTime: seconds / span });
  if (bytes === undefined)
    throw new UsageError(
      "export",
      `an animation may have at most ${mostGlbNumbers} numbers; this one has more. Save fewer states, with a larger --every.`,
    );
  return { [name]: bytes };
}

/** The most files that are written for one motion. */
const mostFrames = 10_000;

function vtk(name: string, columns: readonly Column[], results: string): Files {
  const { scene, names, byName, times, state } = motionOf(columns, results, "VTK");
  const { points, dimension } = scene;
  if (times.length > mostFrames)
    throw new UsageError(
      "export",
      `at most ${mostFrames} times can be written; there are ${times.length}. Save fewer states, with a larger --every.`,
    );
  // places that only pictures need are left out
  const ends = new Set(scene.links.flatMap(({ from, to }) => [from, to]));
  const kept = points.flatMap(({ role }, i) => (role !== "place" || ends.has(i) ? [i] : []));
  const number = new Map(kept.map((i, k) => [i, k]));
  const lines = Int32Array.from(scene.links.flatMap(({ from, to }) => [number.get(from)!, number.get(to)!]));
  const placesAt = poser(scene);
  const stem = name.slice(0, -".pvd".length);
  const width = String(times.length - 1).length;
  const frames = Array.from(times, (t, row) => {
    const [at, velocities] = [new Float64Array(3 * kept.length), new Float64Array(3 * kept.length)];
    const places = placesAt(t, state(row));
    kept.forEach((i, k) => {
      const { offset } = points[i];
      at.set(places.subarray(3 * i, 3 * i + 3), 3 * k);
      for (let c = 0; c < dimension && offset >= 0; c++)
        velocities[3 * k + c] = byName.get(`${names[offset + c]}'`)![row];
    });
    return {
      t,
      file: `${stem}_${String(row).padStart(width, "0")}.vtp`,
      text: toVtp({ points: at, velocities }, lines),
    };
  });
  return { [name]: toPvd(frames), ...Object.fromEntries(frames.map(({ file, text }) => [file, text])) };
}
