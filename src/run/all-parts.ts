/** Every formulation, method and projection that a file or a command can name. */

import type { Factory, Formulation, Method, Projection } from "../core/index.js";
import { formulations } from "../formulations/index.js";
import { autoFactory } from "../methods/composed/auto.js";
import { methods } from "../methods/index.js";
import { langevinFactory } from "../methods/stochastic/langevin.js";
import { projections } from "../projections/index.js";

/** Lists of parts by their kind. */
export interface PartLists {
  readonly formulation: readonly Factory<Formulation>[];
  readonly method: readonly Factory<Method>[];
  readonly projection: readonly Factory<Projection>[];
}

export const allParts: PartLists = {
  formulation: formulations,
  method: [...methods, langevinFactory, autoFactory],
  projection: projections,
};
