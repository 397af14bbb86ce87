/**
 * A first-order system with algebraic variables as it stands, y' = F(t, y, z), 0 = h(t, y, z), of index 1 or 2: z is left to the
 * method (radau5).
 */

import { checkOptions, type Factory, type Formulation } from "../core/index.js";
import { leftToMethod } from "./algebraic-problem.js";

export function dae(): Formulation {
  const name = "dae";
  return {
    name,
    refuses(system) {
      if (system.algebraic !== undefined) return undefined;
      const use = system.mechanics === undefined || system.mechanics.m === 0 ? "ode" : "rigid";
      return `formulation "dae": "${system.name}" has no algebraic variables. Use "${use}".`;
    },
    apply: (system) => leftToMethod(system, name),
  };
}

export const daeFactory: Factory<Formulation> = {
  name: "dae",
  about: "Algebraic variables of a first-order system left to the method: for radau5.",
  options: {},
  make(options = {}) {
    checkOptions(daeFactory, options);
    return dae();
  },
};
