export * from "./code.js";
export { ArenaFull, LinearMemory } from "./memory.js";
export { type FunctionBuilder, instantiate, Module, type WasmExports } from "./module.js";
