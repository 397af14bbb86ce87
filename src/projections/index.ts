/** Every projection of the library: its exports, and the list of its factories. A new projection is added here. */

import type { Factory, Projection } from "../core/index.js";
import { innerEulerFactory } from "./inner-euler.js";
import { innerTwoStageFactory } from "./inner-two-stage.js";
import { ipaFactory } from "./ipa.js";
import { newtonFactory } from "./newton.js";
import { relaxFactory } from "./relax.js";
import { slowAlgebraicFactory } from "./slow-algebraic.js";
import { stabiliseFactory } from "./stabilise.js";

export { type InnerEulerOptions, innerEuler } from "./inner-euler.js";
export { type InnerTwoStageOptions, innerTwoStage } from "./inner-two-stage.js";
export { type IpaOptions, ipa } from "./ipa.js";
export { type NewtonOptions, newton } from "./newton.js";
export { type RelaxOptions, relax } from "./relax.js";
export { type SlowAlgebraicOptions, slowAlgebraic } from "./slow-algebraic.js";
export { type StabiliseOptions, stabilise } from "./stabilise.js";

/**
 * Every projection as a factory, with its name and its options as data.
 *
 * @example
 * projections.find(({ name }) => name === "newton")?.options; // tolerance, maxIterations
 */
export const projections: readonly Factory<Projection>[] = [
  newtonFactory,
  stabiliseFactory,
  slowAlgebraicFactory,
  relaxFactory,
  innerEulerFactory,
  innerTwoStageFactory,
  ipaFactory,
];
