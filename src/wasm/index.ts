export * from "./code.js";
export { type FunctionBuilder, instantiate, Module, type WasmExports } from "./module.js";
