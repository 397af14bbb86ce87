// Builds the lab into dist/lab, unless none of its inputs has changed: `prepare` runs at every install.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { isNoted, noteBundled } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "dist/.lab-inputs");

/** @param {string} folder @param {(path: string) => boolean} keep @returns {string[]} */
const files = (folder, keep) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(keep)
    .sort();

const inputs = [
  ...files("dist", (path) => /\.js$/.test(path) && !/[\\/]dist[\\/](lab|cli|command)[\\/]/.test(path)),
  ...files("lab", (path) => !/[\\/]node_modules[\\/]/.test(path)),
  ...files("gallery", () => true),
  join(root, "package-lock.json"),
];
const hash = createHash("sha256");
for (const path of inputs) hash.update(path.slice(root.length)).update(readFileSync(path));
const digest = hash.digest("hex");

const isBuilt = existsSync(join(root, "dist/lab/index.html")) && existsSync(stamp) && isNoted("lab");
if (!isBuilt || readFileSync(stamp, "utf8") !== digest) {
  /** @type {Set<string>} */
  const modules = new Set();
  const noting = {
    name: "note-modules",
    /** @param {unknown} _ @param {Record<string, { type: string; moduleIds?: readonly string[] }>} bundle */
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) for (const id of chunk.moduleIds ?? []) modules.add(id);
    },
  };
  await build({
    configFile: join(root, "lab/vite.config.ts"),
    logLevel: "warn",
    plugins: [noting],
    worker: { plugins: () => [noting] },
  });
  noteBundled("lab", modules);
  writeFileSync(stamp, digest);
}
