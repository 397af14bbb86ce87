export { eventFunctions } from "./events.js";
export { type CompileOptions, compileSystem } from "./system.js";
