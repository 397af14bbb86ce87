/** Reading models and writing results: nothing is overwritten unless asked, and nothing is left half written. */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { catalogue } from "../elements/index.js";
import { type Model, parseModelText, validateModel } from "../model/index.js";
import { UsageError } from "./exit.js";

const longestFile = 50_000_000;

export function readModel(file: string): Model {
  const text = readText(file);
  return validateModel(parseModelText(text, { file: basename(file) }), catalogue);
}

function readText(file: string): string {
  const reason = (error: unknown): string => {
    const { code } = error as { readonly code?: string };
    if (code === "ENOENT") return "there is no such file. Check the path, or pick one from the gallery.";
    if (code === "EISDIR") return "this is a folder. Name a model file in it.";
    if (code === "EACCES") return "this file may not be read. Check its permissions.";
    return `it cannot be read (${code ?? String(error)}).`;
  };
  try {
    const { size } = statSync(file);
    if (size > longestFile)
      throw new UsageError(
        file,
        `the file has ${size} bytes, more than a model file should. Use \`repeat\` for large models.`,
      );
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(file, reason(error));
  }
}

/** Write a file beside its place and rename it there. */
export function writeFile(path: string, content: string | Uint8Array): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString("hex")}`);
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UsageError(path, `it cannot be written (${(error as { code?: string }).code ?? String(error)}).`);
  }
}

/** Refuse to write into a folder that already holds a result. */
export function claimFolder(folder: string, force: boolean): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError("--out", `"${folder}" is a file. Name a folder.`);
  if (!force && existsSync(join(folder, "manifest.json")))
    throw new UsageError(
      "--out",
      `"${folder}" already holds a result. Choose another folder, or say --force to replace it.`,
    );
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError("--out", `"${folder}" cannot be made (${(error as { code?: string }).code}).`);
  }
}
