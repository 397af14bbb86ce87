// Bundles the widget of notebooks into one file of the Python package, python/taut/widget.js: the code of its worker is a
// text in it, because a notebook has no server that could send other files.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { isNoted, noteBundled } from "./third-party.mjs";
import { compiled, unlessUnchanged } from "./unchanged.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = "python/taut/widget.js";
const made = isNoted("notebook") ? file : "dist/bundled/notebook.json";
const inputs = [...compiled(), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];
const entry = "widget-entry";
/** Stands for the module that looks for the worker's file beside the script. */
const noWorkerBeside = "export const startWorker = undefined;";

/**
 * The code of one bundled file, and the modules in it.
 *
 * @param {"es" | "iife"} format @param {string} from @param {string} [source] the entry's text
 */
async function bundled(format, from, source) {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [
      {
        name: "entry",
        enforce: /** @type {const} */ ("pre"),
        resolveId: (id) => (id === entry || id === "./start-worker.js" ? `\0${id}` : undefined),
        load: (id) => (id === `\0${entry}` ? source : id === "\0./start-worker.js" ? noWorkerBeside : undefined),
      },
    ],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: from,
        preserveEntrySignatures: "exports-only",
        output: { format, codeSplitting: false },
      },
    },
  });
  const [chunk, ...others] = "output" in result ? result.output : [];
  if (chunk?.type !== "chunk" || others.length > 0)
    throw new Error(
      `The widget of notebooks must be bundled into one file, and it became several: ${others.map(({ fileName }) => fileName)}.`,
    );
  return { code: chunk.code, modules: chunk.moduleIds };
}

await unlessUnchanged({ stamp: "dist/.notebook-inputs", made, inputs }, async () => {
  const worker = await bundled("iife", join(root, "dist/widget/worker.js"));
  const widget = await bundled(
    "es",
    entry,
    `import { notebookWidget } from ${JSON.stringify(join(root, "dist/widget/notebook.js"))};
export default notebookWidget(${JSON.stringify(worker.code)});`,
  );
  writeFileSync(join(root, file), widget.code);
  noteBundled("notebook", [...worker.modules, ...widget.modules]);
});
