import type { Factory, Formulation } from "../core/index.js";
import { odeFactory } from "./ode.js";
import { rigidFactory } from "./rigid.js";
import { slowFieldFactory } from "./slow-field.js";
import { stiffFactory } from "./stiff.js";
import { underlyingFactory } from "./underlying.js";

export { ode } from "./ode.js";
export { rigid } from "./rigid.js";
export { type SlowFieldOptions, slowField } from "./slow-field.js";
export { type StiffOptions, stiff } from "./stiff.js";
export { underlying } from "./underlying.js";

/** Every formulation by name. */
export const formulations: readonly Factory<Formulation>[] = [
  odeFactory,
  rigidFactory,
  stiffFactory,
  slowFieldFactory,
  underlyingFactory,
];
