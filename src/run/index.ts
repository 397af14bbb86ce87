/** Models run by data alone: names to factories, choices, settings, one run. */

export type { Choice } from "./choice.js";
export { choose } from "./choose.js";
export { nameAndOptions, parseChoice, registry } from "./registry.js";
export { type PreparedRun, type PrepareOptions, prepareRun, run } from "./run.js";
export { mergeSettings, type RunSettings } from "./settings.js";
