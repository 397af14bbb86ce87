import { fileURLToPath } from "node:url";

const few = fileURLToPath(new URL("../dist/widget/few-parts.js", import.meta.url));

/**
 * A plugin that puts the common methods, formulations and projections in the place of all of them in the library that a worker
 * bundles, so that the others are loaded when a run names them. `virtual:parts` is the same module, for workers that load them.
 *
 * @returns {import("vite").Plugin}
 */
export const fewParts = () => ({
  name: "few-parts",
  enforce: "pre",
  resolveId: (id, importer = "") =>
    id === "virtual:parts" || (/(^|\/)parts\.js$/.test(id) && /[\\/]dist[\\/]run[\\/][\w-]+\.js$/.test(importer))
      ? few
      : undefined,
});
