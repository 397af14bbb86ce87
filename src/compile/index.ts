export { eventFunctions, readingFunctions, type ValueFunction } from "./events.js";
export { writeStart } from "./initial-state.js";
export { linkForces, linkNumbers } from "./link-forces.js";
export { lazyStateNames, stateLength } from "./names.js";
export { type OutputKernel, outputKernel } from "./outputs.js";
export { refusesThreads } from "./pairs/pair-tables.js";
export { inPrecision, mixedNote } from "./pairs/precision.js";
export { type CompileOptions, compileSystem } from "./system.js";
