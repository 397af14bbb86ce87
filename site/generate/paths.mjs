// Where things are. Pages are generated into a folder that is not part of the repository.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const generated = join(root, "site/.generated");

/** A file of the repository. @param {string} path */
export const read = (path) => readFileSync(join(root, path), "utf8");

/** Writes a page or a file of the site. @param {string} path @param {string} text */
export function write(path, text) {
  const file = join(generated, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
