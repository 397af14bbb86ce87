import type { Factory, Projection } from "../core/index.js";
import { innerEulerFactory } from "./inner-euler.js";
import { innerTwoStageFactory } from "./inner-two-stage.js";
import { ipaFactory } from "./ipa.js";
import { newtonFactory } from "./newton.js";
import { relaxFactory } from "./relax.js";
import { slowAlgebraicFactory } from "./slow-algebraic.js";
import { stabiliseFactory } from "./stabilise.js";

export * from "./public.js";

/** Every projection by name. */
export const projections: readonly Factory<Projection>[] = [
  newtonFactory,
  stabiliseFactory,
  slowAlgebraicFactory,
  relaxFactory,
  innerEulerFactory,
  innerTwoStageFactory,
  ipaFactory,
];
