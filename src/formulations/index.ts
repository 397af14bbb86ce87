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

export * from "./public.js";

/** Every formulation by name. */
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
