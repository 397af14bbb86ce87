export { type CompileOptions, compileSystem } from "./system.js";
