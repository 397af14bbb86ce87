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
  plainName,
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
import { readModel } from "./files.js";
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
  const taken = new Set<string>();
  const plain = columns.map((column) => {
    const short = plainName(column.name);
    const own = taken.has(short) ? column.name : short;
    taken.add(own);
    return { ...column, name: own };
  });
  return { [name]: encodeTable(plain, format) };
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
  const { lowered, workspace } = prepareRun(readModel(model));
  const scene = sceneOf(lowered, workspace);
  if (scene.dimension === 0)
    throw new UsageError("export", `${format} files hold points, and the model has none. Use npz or csv.`);
  const byName = new Map(columns.map((column) => [column.name, column.data]));
  const { names } = workspace;
  const state = (row: number): number[] => names.map((entry) => byName.get(entry)?.[row] ?? 0);
  return { scene, names, byName, times: byName.get("t")!, state };
}

/** An animation lasts this many seconds, at least and at most, as in reports. */
const [shortest, longest] = [6, 20];

function glb(name: string, columns: readonly Column[], results: string): Files {
  const { scene, times, state } = motionOf(columns, results, "GLB");
  const span = times.length > 1 ? Math.abs(times[times.length - 1] - times[0]) : 1;
  const seconds = Math.min(longest, Math.max(shortest, span));
  const bytes = toGlb({ scene, times, state, secondsPerTime: seconds / span });
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
