import { existsSync } from "node:fs";
import { join } from "node:path";
import { TautError } from "../../core/index.js";
import { UsageError } from "../exit.js";
import { type Lock, lockFolder, lockName } from "./lock.js";
import { reason } from "./reason.js";
import { makeFolder, removeTemporary } from "./write.js";

export interface Claim {
  /** The files that a result in this folder may consist of, and those of them that are checkpoints. */
  readonly names: readonly string[];
  readonly checkpoints?: readonly string[];
  /** Whether files that are there already may be replaced. */
  readonly force: boolean;
}

/**
 * Makes the folder, locks it, and removes temporary files that a killed process left in it. Throws if it cannot be
 * written, if another process writes there, or, without `force`, if it holds any of the files already.
 */
function claimFolder(folder: string, claim: Claim): Lock {
  // nothing is made if that is refused anyway; while another process writes there, what it holds says nothing
  if (!existsSync(join(folder, lockName))) checkFree(folder, claim);
  let lock: Lock | undefined;
  try {
    makeFolder(folder);
    lock = lockFolder(folder);
    // another process may have finished a result there since the first look
    checkFree(folder, claim);
    removeTemporary(folder);
    return lock;
  } catch (error) {
    lock?.release();
    if (error instanceof TautError) throw error;
    throw new UsageError("--out", `"${folder}" cannot be used: ${reason(error)}. Choose another folder.`);
  }
}

/** Does the work as the only writer of the folder, or without one if `folder` is undefined. */
export async function inFolder<T>(folder: string | undefined, claim: Claim, work: () => Promise<T>): Promise<T> {
  const lock = folder === undefined ? undefined : claimFolder(folder, claim);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

function checkFree(folder: string, { names, checkpoints = [], force }: Claim): void {
  if (force) return;
  const holds = (name: string): boolean => existsSync(join(folder, name));
  if (checkpoints.some(holds))
    throw new UsageError(
      "--out",
      `"${folder}" holds a run that was interrupted. Continue it with --resume ${folder} and the same options, or start again with --force.`,
    );
  const taken = names.find(holds);
  if (taken !== undefined)
    throw new UsageError(
      "--out",
      `"${folder}" already holds a result (${taken}). Choose another folder, or replace the result with --force.`,
    );
}
