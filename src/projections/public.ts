/** Every projection of the library. */

export { type InnerEulerOptions, innerEuler } from "./inner-euler.js";
export { type InnerTwoStageOptions, innerTwoStage } from "./inner-two-stage.js";
export { type IpaOptions, ipa } from "./ipa.js";
export { type NewtonOptions, newton } from "./newton.js";
export { type RelaxOptions, relax } from "./relax.js";
export { type SlowAlgebraicOptions, slowAlgebraic } from "./slow-algebraic.js";
export { type StabiliseOptions, stabilise } from "./stabilise.js";
