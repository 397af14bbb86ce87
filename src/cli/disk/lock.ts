/**
 * A lock makes a process the only writer of a folder. It is a file that is created exclusively and names its owner, so
 * that the lock of a process that died is recognised, also after a restart of the machine.
 */

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { UsageError } from "../exit.js";
import { attempt, codeOf, createFile, disk } from "./layer.js";
import { isFile } from "./read.js";
import { reason } from "./reason.js";

export const lockName = ".taut.lock";

export interface Lock {
  /** Removes the lock. A second call has no effect. */
  release(): void;
}

interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Differs between two processes that get the same number one after the other; empty where that is not known. */
  readonly started: string;
}

/** Locks an existing folder. Throws a `UsageError` if another process that may be alive has locked it. */
export function lockFolder(folder: string): Lock {
  const path = join(folder, lockName);
  const beside = `${path}.${randomBytes(4).toString("hex")}`;
  const own = JSON.stringify({ host: hostname(), pid: process.pid, started: startOf(process.pid) });
  try {
    createFile(beside, own, false);
    while (!disk.link(beside, path)) removeStale(folder, path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError("--out", `"${folder}" cannot be used: ${reason(error)}. Choose another folder.`);
  } finally {
    attempt(() => disk.remove(beside));
  }
  return {
    release() {
      attempt(() => {
        if (textOf(path) === own) disk.remove(path);
      });
    },
  };
}

/** Removes the lock of a process that is dead, or throws. */
function removeStale(folder: string, path: string): void {
  const found = textOf(path);
  if (found === undefined) return; // it was released in the meantime
  const owner = ownerOf(found);
  if (owner === undefined || isAlive(owner)) throw new UsageError("--out", refusal(folder, path, owner));
  // renamed first: only one process can do that, and it sees whether it got the lock that it has judged
  const aside = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    disk.rename(path, aside);
  } catch {
    return; // another process was faster
  }
  const isSame = textOf(aside) === found;
  if (!isSame) disk.link(aside, path);
  disk.remove(aside);
}

function refusal(folder: string, path: string, owner: Owner | undefined): string {
  const who = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
  return (
    `"${folder}" is in use by ${who}, and a folder can have only one writer. Wait for that process, or choose another ` +
    `folder. If the process no longer exists, delete ${path}.`
  );
}

function textOf(path: string): string | undefined {
  try {
    // a pipe would wait for a writer
    return existsSync(path) && !isFile(path) ? "" : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function ownerOf(text: string): Owner | undefined {
  try {
    const { host, pid, started } = JSON.parse(text) as Partial<Owner>;
    const isOwner = typeof host === "string" && Number.isSafeInteger(pid) && pid! > 0 && typeof started === "string";
    return isOwner ? { host, pid: pid!, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process may be alive; processes of other machines cannot be asked. */
function isAlive({ host, pid, started }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
  return started === startOf(pid);
}

/** The boot of the machine and the time since then at which a process started; empty where /proc does not say. */
function startOf(pid: number): string {
  const boot = "/proc/sys/kernel/random/boot_id";
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined || !existsSync(boot)) return "";
  // the second field, the name in parentheses, may contain spaces; the start is the 22nd
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return `${textOf(boot)?.trim()} ${fields[19]}`;
}
