export { eventFunctions, readingFunctions, type ValueFunction } from "./events.js";
export { type CompileOptions, compileSystem } from "./system.js";
