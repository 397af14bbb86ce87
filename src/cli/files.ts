/** Reads models and writes results. Nothing is overwritten without --force, and no file is left half written. */

import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ModelError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { type Model, parseModelText, validateModel } from "../model/index.js";
import { UsageError } from "./exit.js";

/** Largest sizes (bytes) of a model file and of any other file. */
const longestModel = 50_000_000;
const longestFile = 2_000_000_000;

export function readModel(file: string): Model {
  return validateModel(readData(file), catalogue);
}

/** The data in a YAML or JSON file. */
export function readData(file: string): unknown {
  return parseModelText(readText(file), { file });
}

/** The text of a model, study or atoms file. */
export function readText(file: string): string {
  const bytes = readBytes(file, longestModel);
  if (bytes === undefined)
    throw new ModelError(
      file,
      `a model file must not be longer than ${longestModel} bytes, and this one is. Write repeated elements with repeat.`,
    );
  return decode(file, bytes);
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ModelError(file, "the file must be UTF-8 text, and it is not. Save it as UTF-8, or name a model file.");
  }
}

/** The whole file, or undefined when it is longer than `longest`. Reading stops there, so endless devices are safe. */
export function readBytes(file: string, longest = longestFile): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const handle = openSync(file, "r");
    try {
      // the first read asks for the size that the file reports; devices report 0 and are read in pieces
      let size = Math.min(fstatSync(handle).size, longest) + 1;
      for (;;) {
        const part = new Uint8Array(size);
        const count = readSync(handle, part);
        if (count === 0) return Buffer.concat(parts);
        parts.push(part.subarray(0, count));
        length += count;
        size = 1 << 16;
        if (length > longest) return undefined;
      }
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new UsageError(file, `the file cannot be read: ${reason(error)}.`);
  }
}

/** Writes files into a folder: all under temporary names first, then renamed, so that a full disk damages nothing. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  const mark = randomBytes(4).toString("hex");
  const beside = (name: string): string => join(folder, `.${name}.${mark}`);
  const names = Object.keys(files);
  try {
    for (const name of names) writeFileSync(beside(name), files[name]);
    for (const name of names) renameSync(beside(name), join(folder, name));
  } catch (error) {
    for (const name of names) rmSync(beside(name), { force: true });
    throw new UsageError(folder, `nothing can be written there: ${reason(error)}.`);
  }
}

/**
 * Makes the folder and checks that it is writable. Throws if it holds any of the files already, unless `force` is set.
 */
export function claimFolder(folder: string, names: readonly string[], force: boolean): void {
  const taken = force ? undefined : names.find((name) => existsSync(join(folder, name)));
  if (taken !== undefined)
    throw new UsageError(
      "--out",
      `"${folder}" already holds a result (${taken}). Choose another folder, or replace the result with --force.`,
    );
  try {
    makeFolder(folder);
    const probe = join(folder, `.taut.${randomBytes(4).toString("hex")}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    throw new UsageError("--out", `"${folder}" cannot be used: ${reason(error)}. Choose another folder.`);
  }
}

/** Removes files, for example those that a replaced result left. */
export function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true });
}

/**
 * Writes bytes followed by their digest, and renames the file only when it is on the disk: `readSealed` finds all of
 * the bytes or none.
 */
export function writeSealed(folder: string, name: string, bytes: Uint8Array): void {
  const beside = join(folder, `.${name}.${randomBytes(4).toString("hex")}`);
  try {
    const handle = openSync(beside, "wx");
    try {
      writeFileSync(handle, Buffer.concat([bytes, digest(bytes)]));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, join(folder, name));
  } catch (error) {
    rmSync(beside, { force: true });
    throw new UsageError(folder, `nothing can be written there: ${reason(error)}.`);
  }
}

/** The bytes that `writeSealed` wrote; undefined when the file is incomplete or damaged. */
export function readSealed(file: string): Uint8Array | undefined {
  const all = readBytes(file);
  if (all === undefined || all.length < digestLength) return undefined;
  const bytes = all.subarray(0, all.length - digestLength);
  return digest(bytes).equals(all.subarray(bytes.length)) ? bytes : undefined;
}

const digestLength = 32;
const digest = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** Makes a folder and its parents. `mkdirSync` with `recursive` would loop for ever below a folder such as /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw Object.assign(new Error(), { code: "ENOTDIR" });
  }
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "it is a file, or lies below one",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the file would be larger than the system allows",
  ELOOP: "symbolic links lead in a circle",
};

/** The reason that the file system gave, in words. */
function reason(error: unknown): string {
  const { code } = error as { readonly code?: string };
  return code === undefined ? String(error) : (reasons[code] ?? code);
}
