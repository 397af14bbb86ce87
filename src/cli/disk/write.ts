/** Writes files so that a reader finds each of them whole or not at all, whatever happens in between. */

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { seal, unseal } from "../../core/index.js";
import { UsageError } from "../exit.js";
import { attempt, codeOf, createFile, disk, flushFolder } from "./layer.js";
import { manifestName, manifestText } from "./manifest.js";
import { digestOf, readBytes } from "./read.js";
import { reason } from "./reason.js";

type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Writes the files under temporary names and, when all of them are on the disk, calls `commit` with a function that
 * gives a file its name. What is left under a temporary name is removed, as far as the disk allows.
 */
function staged(folder: string, files: Files, flush: boolean, commit: (rename: (name: string) => void) => void): void {
  const mark = randomBytes(4).toString("hex");
  const beside = (name: string): string => join(folder, `.${name}.${mark}`);
  try {
    for (const [name, content] of Object.entries(files)) createFile(beside(name), content, flush);
    commit((name) => disk.rename(beside(name), join(folder, name)));
    if (flush) flushFolder(folder);
  } catch (error) {
    for (const name of Object.keys(files)) attempt(() => disk.remove(beside(name)));
    throw new UsageError(folder, `nothing can be written there: ${reason(error)}.`);
  }
}

/** Writes files into a folder: all or, if an error occurs before the first is renamed, none. */
export function writeFiles(folder: string, files: Files, { flush = true } = {}): void {
  staged(folder, files, flush, (rename) => Object.keys(files).forEach(rename));
}

/**
 * Replaces a result, and adds the digests of its files to the manifest. The manifest is removed first and written last, so a folder with a manifest holds the files that
 * the manifest describes. Those of `names` that the new result does not have are removed.
 */
export function replaceResult(
  folder: string,
  files: Files,
  manifest: Readonly<Record<string, unknown>>,
  names: readonly string[],
): void {
  staged(folder, { ...files, [manifestName]: manifestText(manifest, files) }, true, (rename) => {
    disk.remove(join(folder, manifestName));
    flushFolder(folder);
    Object.keys(files).forEach(rename);
    for (const name of names) if (name !== manifestName && !Object.hasOwn(files, name)) disk.remove(join(folder, name));
    flushFolder(folder);
    rename(manifestName);
  });
}

/** Removes files, for example those that a replaced result left. */
export function removeFiles(folder: string, names: readonly string[]): void {
  try {
    for (const name of names) disk.remove(join(folder, name));
  } catch (error) {
    throw new UsageError(folder, `nothing can be removed there: ${reason(error)}.`);
  }
}

/** A temporary file of `staged`. */
const temporary = /^\..+\.[0-9a-f]{8}$/;

/** Removes the temporary files that a process left when it was killed. The caller must be the folder's only writer. */
export function removeTemporary(folder: string): void {
  for (const name of readdirSync(folder)) if (temporary.test(name)) disk.remove(join(folder, name));
}

/**
 * Writes bytes with their seal. With `previous`, an undamaged file of this name is kept under that name, which is done
 * only when the new file is complete.
 */
export function writeSealed(folder: string, name: string, bytes: Uint8Array, previous?: string): void {
  staged(folder, { [name]: seal(bytes, digestOf) }, true, (rename) => {
    const path = join(folder, name);
    if (previous !== undefined && existsSync(path) && readSealed(path) !== undefined)
      disk.rename(path, join(folder, previous));
    rename(name);
  });
}

/** The bytes that `writeSealed` wrote; undefined when the file is incomplete or damaged. */
export function readSealed(file: string): Uint8Array | undefined {
  const all = readBytes(file);
  return all === undefined ? undefined : unseal(all, digestOf);
}

/** Makes a folder and its parents. `mkdirSync` with `recursive` would loop for ever below a folder such as /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw Object.assign(new Error(), { code: "ENOTDIR" });
  }
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    disk.makeFolder(folder);
  } catch (error) {
    // another process may have made it in the meantime
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
