export * from "./code.js";
export { type Arguments, type FunctionBuilder, instantiate, Module, type WasmExports } from "./module.js";
