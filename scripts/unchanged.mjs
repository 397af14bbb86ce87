import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The files of a folder of the project, in a fixed order.
 *
 * @param {string} folder @param {(path: string) => boolean} keep @returns {string[]}
 */
export const filesIn = (folder, keep = () => true) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(keep)
    .sort();

/** The compiled library, without what is bundled from it. */
export const compiled = () =>
  filesIn("dist", (path) => /\.js$/.test(path) && !/[\\/]dist[\\/](lab|cli|command|embed)[\\/]/.test(path));

/**
 * Runs `make` unless it has been run with the same contents of `inputs` before, and what it made is still there:
 * `prepare` runs at every install.
 *
 * @param {{ stamp: string, made: string, inputs: readonly string[] }} what paths; the first two from the project's folder
 * @param {() => Promise<void>} make
 */
export async function unlessUnchanged({ stamp, made, inputs }, make) {
  const hash = createHash("sha256");
  for (const path of inputs) hash.update(path.slice(root.length)).update(readFileSync(path));
  const digest = hash.digest("hex");
  const note = join(root, stamp);
  if (existsSync(join(root, made)) && existsSync(note) && readFileSync(note, "utf8") === digest) return;
  await make();
  writeFileSync(note, digest);
}
