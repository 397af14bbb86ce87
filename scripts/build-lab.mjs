// Builds the lab into dist/lab, unless none of its inputs has changed.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { isNoted, noting } from "./third-party.mjs";
import { compiled, filesIn, unlessUnchanged } from "./unchanged.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const inputs = [
  ...compiled(),
  ...filesIn("lab", (path) => !/[\\/]node_modules[\\/]/.test(path)),
  ...filesIn("gallery"),
  join(root, "package-lock.json"),
];
const made = isNoted("lab") ? "dist/lab/index.html" : "dist/bundled/lab.json";

await unlessUnchanged({ stamp: "dist/.lab-inputs", made, inputs }, async () => {
  const notes = noting("lab");
  await build({
    configFile: join(root, "lab/vite.config.ts"),
    logLevel: "warn",
    plugins: [notes.plugin],
    worker: { plugins: () => [notes.plugin] },
  });
  notes.done();
});
