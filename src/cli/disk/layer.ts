/**
 * Every change that the command makes on the disk goes through these functions, so that tests can let any of them fail,
 * as a full disk or a power failure would.
 */

import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";

/** The code that the system gave for an error. */
export const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code);

/** Errors of file systems on which a file has one name only. */
const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

export const disk = {
  /** Opens a file that must not exist yet. */
  create: (path: string): number => openSync(path, "wx"),
  /** Writes some of the bytes from `offset` on, and returns their number. */
  write: (handle: number, bytes: Uint8Array, offset: number): number => writeSync(handle, bytes, offset),
  /** Waits until the content of an open file or folder is on the disk. */
  sync: (handle: number): void => fsyncSync(handle),
  /** Gives a complete file a second name; false if that name is taken. */
  link(from: string, to: string): boolean {
    try {
      linkSync(from, to);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      if (!noLinks.includes(codeOf(error))) throw error;
    }
    try {
      copyFileSync(from, to, constants.COPYFILE_EXCL);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
  },
  rename: (from: string, to: string): void => renameSync(from, to),
  /** Removes a file, or a folder with all it holds, if it exists. */
  remove: (path: string): void => rmSync(path, { recursive: true, force: true }),
  makeFolder: (path: string): void => {
    mkdirSync(path);
  },
};

/** Writes all bytes to a new file; with `flush`, they are on the disk afterwards. */
export function createFile(path: string, content: string | Uint8Array, flush: boolean): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const handle = disk.create(path);
  try {
    for (let at = 0; at < bytes.length; ) at += disk.write(handle, bytes, at);
    if (flush) disk.sync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Errors of systems that cannot flush a folder; there, renames are as durable as the system makes them. */
const unsupported = ["EINVAL", "EISDIR", "EPERM", "EACCES", "ENOTSUP", "EBADF"];

/** Waits until the names in the folder are on the disk. */
export function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, "r");
    try {
      disk.sync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!unsupported.includes(codeOf(error))) throw error;
  }
}

/** Cleans up, as far as the disk allows: what is left is harmless, and is removed when the folder is used again. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // an error that matters has been reported already, or will be at the next write
  }
}
