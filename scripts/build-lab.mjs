// Builds the lab into dist/lab, unless none of its inputs has changed: `prepare` runs at every install.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

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

if (!existsSync(join(root, "dist/lab/index.html")) || !existsSync(stamp) || readFileSync(stamp, "utf8") !== digest) {
  await build({ configFile: join(root, "lab/vite.config.ts"), logLevel: "warn" });
  writeFileSync(stamp, digest);
}
