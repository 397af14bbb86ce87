export { emitKernel } from "./emit.js";
export { evaluate, interpret, type KernelArguments } from "./interpreter.js";
export { callKernel, type KernelCall } from "./kernel-call.js";
export { type Lanes, pair, quad, scalar, singleOps } from "./lanes.js";
export { buildProgram, type Input, type Program, type Target } from "./program.js";
export { type IndexColumn, type ParamColumn, placeIndex, placeParam, placeSlots, type Tables } from "./tables.js";
