export { combine, row } from "./combine.js";
export { type HostEvaluation, onHost } from "./host.js";
export { linked } from "./linked.js";
export { remember } from "./remember.js";
export { givenInteger, StepText } from "./text.js";
