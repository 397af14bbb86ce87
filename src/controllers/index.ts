import type { Controller, Factory } from "../core/index.js";
import { errorControlledFactory } from "./error-controlled.js";
import { fixedFactory } from "./fixed.js";

export { controllerFor, type Pacing } from "./controller-for.js";
export { type ErrorControlledOptions, errorControlled } from "./error-controlled.js";
export { type FixedOptions, fixed } from "./fixed.js";

/** Every controller by name. */
export const controllers: readonly Factory<Controller>[] = [fixedFactory, errorControlledFactory];
