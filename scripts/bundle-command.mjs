// Bundles the command and the code of its threads into a few files in dist/command, because loading five hundred
// modules takes longer than many runs. It is skipped if the compiler has written nothing since: `prepare` runs at every
// install.

import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist/command");
/** The code that starts threads looks for their files beside its own, so these files keep their names. */
const names = {
  main: "dist/cli/main.js",
  "sweep-thread": "dist/cli/sweep/sweep-thread.js",
  thread: "dist/cli/crew/thread.js",
};
/** Piscina starts a worker file of its own, and the clients of a queue are optional. */
const external = ["piscina", "bullmq", "ioredis"];

/** @param {string} path */
const written = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const inputs = [join(root, "dist/.tsbuildinfo"), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];

if (!inputs.every((path) => written(path) <= written(join(folder, "main.js")))) {
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
      rolldownOptions: { input: names, output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" } },
    },
  });
  const chunks = "output" in made ? made.output : [];
  const modules = chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  writeFileSync(join(folder, "licences.txt"), licencesOf(modules));
}

/** The licences of the packages that these modules come from. @param {readonly string[]} modules */
function licencesOf(modules) {
  const packages = new Set(modules.flatMap((id) => /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []));
  const texts = [...packages].sort().map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"].map((one) => join(path, one)).find(existsSync);
    if (file === undefined) throw new Error(`${name} has no licence file to include. Leave it out of the bundle.`);
    return `${name} ${version}\n\n${readFileSync(file, "utf8").trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
