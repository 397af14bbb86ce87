/** Every formulation of the library. */

export { type AdiabaticOptions, adiabatic } from "./adiabatic.js";
export { type AveragedOptions, averaged } from "./averaged.js";
export { type BaumgarteOptions, baumgarte } from "./baumgarte.js";
export { dae } from "./dae.js";
export { type DampedSpringOptions, dampedSpring } from "./damped-spring.js";
export { ode } from "./ode.js";
export { type RegularisedOptions, regularised } from "./regularised.js";
export { rigid } from "./rigid.js";
export { type SlowFieldOptions, slowField } from "./slow-field.js";
export { type StabilisedOptions, stabilised } from "./stabilised.js";
export { type StiffOptions, stiff } from "./stiff.js";
export { underlying } from "./underlying.js";
