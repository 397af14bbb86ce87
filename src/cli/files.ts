/** Reading models and writing results: nothing is overwritten unless asked, and nothing is left half written. */

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

/** Bytes of a model file, and of a checkpoint. */
const longestModel = 50_000_000;
const longestFile = 2_000_000_000;

export function readModel(file: string): Model {
  return validateModel(readData(file), catalogue);
}

/** The data in a YAML or JSON file. */
export function readData(file: string): unknown {
  return parseModelText(readText(file), { file });
}

/** The text of a file that describes something to run. */
export function readText(file: string): string {
  const bytes = readBytes(file, longestModel);
  if (bytes === undefined)
    throw new ModelError(file, `more than ${longestModel} bytes are no model file. Write families with repeat.`);
  return decode(file, bytes);
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ModelError(file, "this is not UTF-8 text. Save it as UTF-8, or name a model file.");
  }
}

/** The whole file, or undefined when it is longer than `longest`. What never ends (a device) is not read to its end. */
export function readBytes(file: string, longest = longestFile): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const handle = openSync(file, "r");
    try {
      // in one piece, as far as the file says how long it is
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
    throw new UsageError(file, `it cannot be read: ${reason(error)}.`);
  }
}

/** Write files into a folder: all of them beside their places first, then each renamed, so that a full disk harms nothing. */
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

/** Make the folder and see that it can be written; without `force`, refuse one that has any of the files already. */
export function claimFolder(folder: string, names: readonly string[], force: boolean): void {
  const taken = force ? undefined : names.find((name) => existsSync(join(folder, name)));
  if (taken !== undefined)
    throw new UsageError(
      "--out",
      `"${folder}" already holds a result (${taken}). Choose another folder, or say --force to replace it.`,
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

/** Remove files that a replaced result has left. */
export function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true });
}

/** Bytes with their digest behind them, on the disk before they get their name: what is read back is whole or not there. */
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

/** The bytes that `writeSealed` wrote; undefined when they are not all there, or not the same. */
export function readSealed(file: string): Uint8Array | undefined {
  const all = readBytes(file);
  if (all === undefined || all.length < digestLength) return undefined;
  const bytes = all.subarray(0, all.length - digestLength);
  return digest(bytes).equals(all.subarray(bytes.length)) ? bytes : undefined;
}

const digestLength = 32;
const digest = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** Not `mkdirSync` with `recursive`, which never comes back from a folder that cannot have children, such as /proc. */
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
  EISDIR: "this is a folder",
  ENOTDIR: "this is a file, or lies below one",
  EACCES: "this is not permitted",
  EPERM: "this is not permitted",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "files may not be that large",
  ELOOP: "symbolic links lead in a circle",
};

/** Why the file system refused, in words. */
function reason(error: unknown): string {
  const { code } = error as { readonly code?: string };
  return code === undefined ? String(error) : (reasons[code] ?? code);
}
