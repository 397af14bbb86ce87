/**
 * Puts the common methods, formulations and projections in the place of all of them in the library that a worker bundles, and gives
 * the lab the function that loads the others (`virtual:parts`). The element `<taut-lab>` is bundled in the same way.
 */

import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const few = fileURLToPath(new URL("../../dist/widget/few-parts.js", import.meta.url));

export function fewParts(): Plugin {
  return {
    name: "taut-few-parts",
    enforce: "pre",
    resolveId: (id, importer = "") =>
      id === "virtual:parts" || (/(^|\/)parts\.js$/.test(id) && /[\\/]dist[\\/]run[\\/][\w-]+\.js$/.test(importer))
        ? few
        : undefined,
  };
}
