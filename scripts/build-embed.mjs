// Bundles <taut-lab> into dist/embed: taut-lab.js, its worker, and what they load when it is needed. The folder works from
// any static server.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { isNoted, noteBundled } from "./third-party.mjs";
import { compiled, unlessUnchanged } from "./unchanged.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const made = isNoted("embed") ? "dist/embed/taut-lab.js" : "dist/bundled/embed.json";
const inputs = [...compiled(), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];

/** Puts the common parts in the place of all, so that the others are loaded when a run names them. */
const fewParts = {
  name: "few-parts",
  enforce: /** @type {const} */ ("pre"),
  /** @param {string} id @param {string | undefined} importer */
  resolveId: (id, importer) =>
    /(^|\/)parts\.js$/.test(id) && /[\\/]dist[\\/]run[\\/][\w-]+\.js$/.test(importer ?? "")
      ? join(root, "dist/widget/few-parts.js")
      : undefined,
};

await unlessUnchanged({ stamp: "dist/.embed-inputs", made, inputs }, async () => {
  /** @type {Set<string>} */
  const modules = new Set();
  const noting = {
    name: "note-modules",
    /** @param {unknown} _ @param {Record<string, { type: string; moduleIds?: readonly string[] }>} bundle */
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) for (const id of chunk.moduleIds ?? []) modules.add(id);
    },
  };
  const names = { entryFileNames: "[name].js", chunkFileNames: "parts/[name]-[hash].js" };
  await build({
    root,
    base: "./",
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [noting],
    worker: {
      format: "es",
      plugins: () => [fewParts, noting],
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
  noteBundled("embed", modules);
});
