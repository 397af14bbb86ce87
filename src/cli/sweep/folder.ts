/**
 * The result folder of a sweep. It alone records what is done, so any process that can read it can continue the sweep.
 * Each file in `parts/` holds rows and is written once, under a name of its own, so any number of threads, processes
 * and machines may write at the same time.
 *
 *     study.json          the study, with its model
 *     parts/              rows, a few seconds of work in each
 *     checkpoints/        runs that were interrupted
 *     trajectories/       one file for each run, when the study keeps them
 *     runs.parquet, ensembles.parquet, histograms.parquet, report.html, manifest.json
 */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { decodePart, encodePart, type Part, type Study, validateStudy } from "../../study/index.js";
import { CheckpointFile } from "../disk/checkpoint-file.js";
import { manifestName } from "../disk/manifest.js";
import { digestOf, readWhole } from "../disk/read.js";
import { makeFolder, readSealed, removeFiles, replaceResult, writeFiles, writeSealed } from "../disk/write.js";
import { UsageError } from "../exit.js";
import { readData } from "../files.js";

export const tableNames = ["runs.parquet", "ensembles.parquet", "histograms.parquet", "report.html", manifestName];
const studyName = "study.json";
const inner = ["parts", "checkpoints", "trajectories"] as const;

/** The name of a part: its batch, a hash of its runs, and their number. Other files in the folder are not read. */
export const partPattern = /^([0-9a-f]{20})-([0-9a-f]{10})-([1-9]\d{0,5})\.part$/;

/** A part that cannot be read. Its runs have to be run again. */
export interface DamagedPart {
  readonly name: string;
}

export class SweepFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get exists(): boolean {
    return existsSync(join(this.path, studyName));
  }

  readStudy(): Study {
    const file = join(this.path, studyName);
    // `begin` writes the model itself, so a file name did not come from a sweep
    return validateStudy(readData(file), () => {
      throw new UsageError(file, "the study must contain its model, and this one names a file. Run the sweep again.");
    });
  }

  /**
   * Makes this the folder of the study. Parts of an earlier study stay, because it may have had some of the same runs.
   */
  begin(study: Study): void {
    this.make(...inner);
    if (!this.exists || this.readStudy().id !== study.id)
      writeFiles(this.path, { [studyName]: `${JSON.stringify(study.data, null, 1)}\n` });
  }

  /** Makes the folder, and folders of these names in it. */
  make(...names: readonly string[]): void {
    try {
      for (const name of ["", ...names]) makeFolder(join(this.path, name));
    } catch {
      throw new UsageError("--out", `"${this.path}" cannot be used as a folder. Choose another one.`);
    }
  }

  /** Deletes the study and all its results. */
  clear(): void {
    removeFiles(this.path, [manifestName, ...inner, ...tableNames, studyName]);
  }

  /**
   * Writes a part of a batch. Its name is a hash of its runs, so two parts have the same name only if they hold the
   * same runs.
   */
  writePart(batch: string, part: Part): void {
    writeSealed(join(this.path, "parts"), `${batch}-${markOf(part)}-${part.rows.length}.part`, encodePart(part));
  }

  /** The sorted names of all parts, or of those whose names begin with `batch`. */
  partNames(batch = ""): string[] {
    return this.list("parts").filter((name) => name.startsWith(batch) && partPattern.test(name));
  }

  readPart(name: string): Part | DamagedPart {
    try {
      const bytes = readSealed(join(this.path, "parts", name));
      const part = bytes === undefined ? undefined : decodePart(bytes);
      if (part !== undefined && name.endsWith(`-${markOf(part)}-${part.rows.length}.part`)) return part;
    } catch {
      // the part is damaged, or was removed
    }
    return { name };
  }

  removeParts(names: readonly string[]): void {
    removeFiles(join(this.path, "parts"), names);
  }

  /** The time a part was written (ms), and the number of runs that its name states. */
  partInfo(name: string): { readonly time: number; readonly runs: number } {
    const runs = Number(partPattern.exec(name)![3]);
    return { time: statSync(join(this.path, "parts", name)).mtimeMs, runs };
  }

  /** The hashes of the runs that have a checkpoint. */
  checkpoints(): Set<string> {
    const names = this.list("checkpoints").map((name) => /^([0-9a-f]{64})(?:\.previous)?\.bin$/.exec(name)?.[1]);
    return new Set(names.filter((name) => name !== undefined));
  }

  checkpoint(hash: string): CheckpointFile {
    return new CheckpointFile(join(this.path, "checkpoints"), `${hash}.bin`);
  }

  writeTrajectory(hash: string, format: string, bytes: Uint8Array): void {
    // not flushed, which would cost more than many runs: a damaged one is noticed by the digest in its row
    writeFiles(join(this.path, "trajectories"), { [`${hash}.${format}`]: bytes }, { flush: false });
  }

  /** What is wrong with the trajectory of a run; undefined if it has this digest. */
  trajectoryFault(hash: string, format: string, digest: string): "damaged" | "missing" | undefined {
    const path = join(this.path, "trajectories", `${hash}.${format}`);
    if (!existsSync(path)) return "missing";
    return digestOf(readWhole(path)).toString("hex") === digest ? undefined : "damaged";
  }

  writeTables(files: Readonly<Record<string, string | Uint8Array>>, manifest: Readonly<Record<string, unknown>>): void {
    replaceResult(this.path, files, manifest, tableNames);
  }

  private list(name: (typeof inner)[number]): string[] {
    const folder = join(this.path, name);
    return existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => !file.startsWith("."))
          .sort()
      : [];
  }
}

/** A hash of the runs in a part. */
function markOf({ study, rows }: Part): string {
  const runs = rows.map(({ index }) => index).join(" ");
  return createHash("sha256").update(`${study} ${runs}`).digest("hex").slice(0, 10);
}
