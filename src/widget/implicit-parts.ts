/** Implicit methods, multistep methods, and the one that switches between explicit and implicit. */

import type { Factory, Method } from "../core/index.js";
import { autoFactory } from "../methods/composed/auto.js";
import { gaussFactories } from "../methods/implicit/gauss.js";
import { rosenbrockFactories } from "../methods/implicit/rosenbrock.js";
import { trapezoidalFactories } from "../methods/implicit/trapezoidal.js";
import { ab2Factory } from "../methods/multistep/ab2.js";
import { adamsFactory } from "../methods/multistep/adams.js";
import { bdfFactory } from "../methods/multistep/bdf.js";
import { radau5Factory } from "../methods/radau/radau5.js";

export const factories: readonly Factory<Method>[] = [
  ...[ab2Factory, adamsFactory, radau5Factory, bdfFactory],
  ...[...rosenbrockFactories, ...trapezoidalFactories, ...gaussFactories, autoFactory],
];
