export { bindStep, type Calls, constraintCalls, infallible, rateCalls, together } from "./calls.js";
export { combine, row } from "./combine.js";
export { type HostEvaluation, onHost } from "./host.js";
export { linked } from "./linked.js";
export { placesOn } from "./places.js";
export { remember } from "./remember.js";
export { atMost, equal, givenInteger, less, StepText } from "./text.js";
