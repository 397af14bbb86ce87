/** Runs of models given as data: parts by name, choices, settings, one run. */

export { type JointArrows, jointArrows, type ReactionOptions } from "./asked-reactions.js";
export type { Choice, Parts } from "./choice.js";
export { loadParts } from "./parts.js";
export type { Reaction } from "./reactions.js";
export { nameAndOptions, parseChoice, registry } from "./registry.js";
export { type PreparedRun, type PrepareOptions, prepareRun, retried } from "./run.js";
export { type RunOptions, run } from "./run-model.js";
export { expressionAlong, type RunSolution, type StateAt } from "./run-solution.js";
export type { RunSettings } from "./settings.js";
export { type Live, type SimulateOptions, simulate } from "./simulate.js";
