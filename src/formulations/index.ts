/** Every formulation of the library: its exports, and the list of its factories. A new formulation is added here. */

import type { Factory, Formulation } from "../core/index.js";
import { adiabaticFactory } from "./adiabatic.js";
import { averagedFactory } from "./averaged.js";
import { baumgarteFactory } from "./baumgarte.js";
import { daeFactory } from "./dae.js";
import { dampedSpringFactory } from "./damped-spring.js";
import { odeFactory } from "./ode.js";
import { regularisedFactory } from "./regularised.js";
import { rigidFactory } from "./rigid.js";
import { slowFieldFactory } from "./slow-field.js";
import { stabilisedFactory } from "./stabilised.js";
import { stiffFactory } from "./stiff.js";
import { underlyingFactory } from "./underlying.js";

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

/**
 * Every formulation as a factory, with its name and its options as data.
 *
 * @example
 * formulations.find(({ name }) => name === "stiff")?.options; // omega
 */
export const formulations: readonly Factory<Formulation>[] = [
  odeFactory,
  underlyingFactory,
  rigidFactory,
  daeFactory,
  stiffFactory,
  slowFieldFactory,
  averagedFactory,
  adiabaticFactory,
  baumgarteFactory,
  stabilisedFactory,
  regularisedFactory,
  dampedSpringFactory,
];
