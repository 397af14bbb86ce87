// Bundles the command and the code of its threads into a few files in dist/command, because loading five hundred
// modules takes longer than many runs. It is skipped if the compiler has written nothing since: `prepare` runs at every
// install.

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { isNoted, noteBundled } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist/command");
/** The code that starts threads looks for their files beside its own, so these files keep their names. */
const names = {
  launch: "dist/cli/launch.js",
  main: "dist/cli/main.js",
  "sweep-thread": "dist/cli/sweep/sweep-thread.js",
  thread: "dist/cli/crew/thread.js",
  "tool-thread": "dist/cli/mcp/tool-thread.js",
};
/** Piscina starts a worker file of its own, and the clients of a queue are optional. */
const external = ["piscina", "bullmq", "ioredis"];

/** Without white space and comments the code is read in half the time. Names stay, because defects are reported with them. */
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
const output = { entryFileNames: "[name].js", chunkFileNames: "[name].js", minify };

/** @param {string} path */
const written = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const inputs = [join(root, "dist/.tsbuildinfo"), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];

if (!isNoted("command") || !inputs.every((path) => written(path) <= written(join(folder, "main.js")))) {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      target: "node20",
      outDir: folder,
      minify: false,
      rolldownOptions: { input: names, output },
    },
  });
  const chunks = "output" in made ? made.output : [];
  const modules = chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  noteBundled("command", modules);
}
