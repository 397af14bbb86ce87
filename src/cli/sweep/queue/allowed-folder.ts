/** The result folder that a worker uses for a job. The path in a job is a request, and never leads out of `--results`. */

import { existsSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { UsageError } from "../../exit.js";
import { SweepFolder } from "../folder.js";
import type { JobData } from "./job-schema.js";

/**
 * The folder of the job's sweep: the path in the job, if that is within `results`; otherwise `results` itself, or the
 * folder in it with the same last name, because the folder may be mounted elsewhere on this machine. Without `results`
 * the path in the job is used; the caller must have checked its signature.
 */
export function allowedFolder({ folder }: JobData, results: string | undefined): SweepFolder {
  const found = results === undefined ? new SweepFolder(folder) : within(results, folder);
  if (found?.exists === true) return found;
  if (results === undefined || !existsSync(results))
    throw new UsageError(
      results ?? folder,
      "the result folder does not exist on this machine. Mount it, or give its path with --results.",
    );
  throw new UsageError(
    "job.folder",
    `"${folder.slice(0, 200)}" must be a result folder within this worker's --results, and it is not. Name its path on this machine with --results.`,
  );
}

function within(results: string, folder: string): SweepFolder | undefined {
  if (!existsSync(results)) return undefined;
  const root = realpathSync(results);
  const inside = [folder, root, join(root, basename(folder))].filter((path) => isWithin(root, path));
  return inside.map((path) => new SweepFolder(path)).find(({ exists }) => exists);
}

/** Whether the folder exists and lies within `root`, after all symbolic links are followed. */
function isWithin(root: string, folder: string): boolean {
  if (!existsSync(folder)) return false;
  const path = realpathSync(folder);
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}
