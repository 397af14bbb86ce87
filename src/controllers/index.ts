export { controllerFor, type Pacing } from "./controller-for.js";
export { type ErrorControlledOptions, errorControlled } from "./error-controlled.js";
export { type FixedOptions, fixed } from "./fixed.js";
