export * from "./code.js";
export { type Arguments, type FunctionBuilder, instantiate, Module, type WasmExports } from "./module.js";
export { f32x4, i32x4 } from "./single.js";
