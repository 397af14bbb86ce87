/**
 * The manifest of a result holds the SHA-256 digests of the result's files, and one of itself, so that damage to any of
 * them can be found.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { own } from "../../core/index.js";
import { digestOf, isFile, readBytes, readWhole } from "./read.js";

export const manifestName = "manifest.json";

type Data = Readonly<Record<string, unknown>>;

/** The text of a manifest for these files. */
export function manifestText(data: Data, files: Readonly<Record<string, string | Uint8Array>>): string {
  const digests = Object.entries(files).map(([name, content]) => [name, digestOf(content).toString("hex")]);
  return sealedText({ ...data, files: Object.fromEntries(digests) });
}

/** JSON with a digest of all that stands before it as the last entry. */
function sealedText(data: Data): string {
  const digest = digestOf(JSON.stringify(data)).toString("hex");
  return `${JSON.stringify({ ...data, digest }, null, 2)}\n`;
}

/** Largest size (bytes) of a manifest. */
const longestManifest = 50_000_000;

export interface Manifest {
  readonly data: Data;
  /** The digest of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
}

/** The manifest of a folder: undefined if there is none with digests, "damaged" if it is not as it was written. */
export function readManifest(folder: string): Manifest | "damaged" | undefined {
  const path = join(folder, manifestName);
  if (!existsSync(path)) return undefined;
  try {
    const bytes = readBytes(path, { longest: longestManifest });
    if (bytes === undefined) return "damaged";
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const { digest, ...data } = JSON.parse(text) as Record<string, unknown>;
    if (digest === undefined) return undefined;
    if (sealedText(data) !== text || !isDigests(data.files)) return "damaged";
    return { data, files: data.files };
  } catch {
    return "damaged";
  }
}

function isDigests(files: unknown): files is Record<string, string> {
  if (typeof files !== "object" || files === null || Array.isArray(files)) return false;
  return Object.entries(files).every(
    // the names are those of files in the folder itself
    ([name, digest]) => /^[\w.-]+$/.test(name) && !name.startsWith(".") && typeof digest === "string",
  );
}

/** What is wrong with a file of the manifest; undefined if it is as it was written. */
export function faultOf(folder: string, { files }: Manifest, name: string): "missing" | "damaged" | undefined {
  const path = join(folder, name);
  if (!existsSync(path)) return "missing";
  if (!isFile(path)) return "damaged";
  return digestOf(readWhole(path)).toString("hex") === own(files, name) ? undefined : "damaged";
}
