/** `taut check FOLDER`: verifies that the files of a result folder are as they were written. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { StudyRunner } from "../study/index.js";
import { called } from "./called.js";
import { checkpointNames } from "./checkpoint.js";
import { faultOf, manifestName, readManifest } from "./disk/manifest.js";
import { readSealed } from "./disk/write.js";
import { exitCode, UsageError } from "./exit.js";
import { collect } from "./sweep/collect.js";
import { SweepFolder } from "./sweep/folder.js";
import { print, printJson } from "./terminal.js";

export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .argument("<folder>", "result folder of a run, a sweep, a comparison or a reproduction")
    .summary("verify that the files of a result are as they were written")
    .description(
      "Compare the files of a result folder with the digests in its manifest, and check its checkpoints; for a sweep, check also the rows " +
        "and trajectories of its runs. Nothing is changed. Exit codes: 0 all files are sound, 5 some are damaged or missing.",
    )
    .option("--json", "print one JSON object instead of text")
    .action(run);
}

/** Something that is not as it was written, and what to do about it. */
interface Fault {
  readonly file: string;
  readonly fault: "damaged" | "missing";
}

function run(path: string, { json }: { readonly json?: boolean }): void {
  if (!existsSync(path)) throw new UsageError(path, "the folder does not exist. Name a result folder.");
  if (!statSync(path).isDirectory())
    throw new UsageError(
      path,
      "this is a file. Name the folder of a result; its manifest says which files belong to it.",
    );
  const sweep = new SweepFolder(path);
  const results = [checkManifest(path), checkCheckpoints(path), ...(sweep.exists ? [checkSweep(sweep)] : [])];
  const faults = results.flatMap((result) => result.faults);
  const checked = results.reduce((sum, result) => sum + result.checked, 0);
  if (checked === 0)
    throw new UsageError(
      path,
      existsSync(join(path, manifestName))
        ? `its ${manifestName} has no digests, which results of taut 0.1.0 and later have, so an earlier version or another program wrote it. Run it again to have it checked.`
        : "this folder holds no result with digests. Name the --out folder of a command.",
    );
  if (faults.length > 0) process.exitCode = exitCode.partial;
  if (json) printJson({ folder: path, checked, faults });
  else
    print(
      `${[...faults.map(({ file, fault }) => `${file}: ${fault}`), summary(path, checked, faults, sweep)].join("\n")}\n`,
    );
}

function summary(path: string, checked: number, faults: readonly Fault[], sweep: SweepFolder): string {
  if (faults.length === 0) return `${checked} files in ${path} are as they were written`;
  const advice = sweep.exists
    ? `${called} sweep ${path} --resume repeats what is damaged`
    : "run it again with --force";
  return `${faults.length} of ${checked} files in ${path} are damaged or missing; ${advice}`;
}

interface Checked {
  readonly checked: number;
  readonly faults: readonly Fault[];
}

function checkManifest(folder: string): Checked {
  const manifest = readManifest(folder);
  if (manifest === undefined) return { checked: 0, faults: [] };
  if (manifest === "damaged") return { checked: 1, faults: [{ file: manifestName, fault: "damaged" }] };
  const names = Object.keys(manifest.files);
  const faults = names.flatMap((file) => {
    const fault = faultOf(folder, manifest, file);
    return fault === undefined ? [] : [{ file, fault }];
  });
  return { checked: 1 + names.length, faults };
}

/** Checkpoints of a run, a sweep and a reproduction carry their digest themselves. */
function checkCheckpoints(folder: string): Checked {
  const inner = join(folder, "checkpoints");
  const files = [
    ...readdirSync(folder).filter((name) => checkpointNames.includes(name) || name.endsWith(".checkpoint")),
    ...(existsSync(inner) ? readdirSync(inner).map((name) => join("checkpoints", name)) : []),
  ];
  const faults = files.flatMap((file) =>
    readSealed(join(folder, file)) === undefined ? [{ file, fault: "damaged" as const }] : [],
  );
  return { checked: files.length, faults };
}

function checkSweep(folder: SweepFolder): Checked {
  const { results, damaged, trajectories } = collect(new StudyRunner(folder.readStudy()), [folder]);
  const faults = [
    ...damaged.map((name) => ({ file: join("parts", name), fault: "damaged" as const })),
    ...trajectories.map(({ name, fault }) => ({ file: join("trajectories", name), fault })),
  ];
  const kept = results.rows.filter((row) => row !== undefined && row.trajectory !== "").length;
  return { checked: folder.partNames().length + kept + trajectories.length, faults };
}
