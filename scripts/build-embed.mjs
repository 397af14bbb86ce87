// Bundles <taut-lab> into dist/embed: taut-lab.js, its worker, and what they load when it is needed. The folder works from
// any static server.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { fewParts } from "./few-parts.mjs";
import { isNoted, noting } from "./third-party.mjs";
import { compiled, unlessUnchanged } from "./unchanged.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const made = isNoted("embed") ? "dist/embed/taut-lab.js" : "dist/bundled/embed.json";
const inputs = [...compiled(), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];

await unlessUnchanged({ stamp: "dist/.embed-inputs", made, inputs }, async () => {
  const notes = noting("embed");
  const names = { entryFileNames: "[name].js", chunkFileNames: "parts/[name]-[hash].js" };
  await build({
    root,
    base: "./",
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [notes.plugin],
    worker: {
      format: "es",
      plugins: () => [fewParts(), notes.plugin],
      rolldownOptions: { output: names },
    },
    build: {
      outDir: "dist/embed",
      emptyOutDir: true,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: { "taut-lab": join(root, "dist/widget/taut-lab.js") }, output: names },
    },
  });
  notes.done();
});
