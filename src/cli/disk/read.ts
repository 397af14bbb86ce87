import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { UsageError } from "../exit.js";
import { reason } from "./reason.js";

/** Largest size (bytes) of a file. */
const longestFile = 2_000_000_000;

/** Whether this is a file and not a folder, a pipe or a device; reading a pipe would wait for a writer. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

interface ReadOptions {
  /** Largest size (bytes). */
  readonly longest?: number;
  /** Whether pipes and devices are read too, which only files that the user names may be. Default: false. */
  readonly pipes?: boolean;
}

/** The whole file, or undefined when it is longer than `longest`. Reading stops there, so endless devices are safe. */
export function readBytes(
  file: string,
  { longest = longestFile, pipes = false }: ReadOptions = {},
): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    if (!pipes && existsSync(file) && !isFile(file))
      throw new UsageError(file, "must be a file; it is a folder, a pipe or a device. Remove it.");
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
    if (error instanceof UsageError) throw error;
    throw new UsageError(file, `the file cannot be read: ${reason(error)}.`);
  }
}

/** The whole file. Throws if it is longer than any file of this program. */
export function readWhole(file: string): Uint8Array {
  const bytes = readBytes(file);
  if (bytes === undefined) throw new UsageError(file, `the file must not be longer than ${longestFile} bytes.`);
  return bytes;
}

/** SHA-256 by Node, which is ten times as fast as the library's own. */
export const digestOf = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
