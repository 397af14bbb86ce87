/** Systems from the caller's functions. */

export type { ConstraintFunctions } from "./constraints.js";
export { type OdeOptions, ode, type RateFunction } from "./ode.js";
export { type Equations, type PlainDescription, plainSystem } from "./plain-system.js";
export { type AccelerationFunction, type SecondOrderOptions, secondOrder } from "./second-order.js";
