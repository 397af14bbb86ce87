/**
 * The underlying ordinary differential equation of the rigid view: the multipliers are eliminated by the acceleration
 * level, G M^-1 G^T lambda = G M^-1 (f - grad V) + c, at every evaluation. Any explicit method steps it; g = 0 and
 * G v + g_t = 0 are then invariants that drift (linearly and quadratically; 004 section 4), and projections act on them.
 */

import { checkOptions, type Factory, type Formulation } from "../core/index.js";
import { keptInvariants } from "./kept-invariants.js";
import { common, mechanicalEnergy, refusesWithoutConstraints } from "./second-order.js";

export function underlying(): Formulation {
  const name = "underlying";
  return {
    name,
    refuses: (system) => refusesWithoutConstraints(system, name),

    apply(system) {
      const mechanics = system.mechanics!;
      const { constraints } = mechanics;
      const invariants = keptInvariants(system);
      return {
        ...common(system, name, mechanics.n),
        rate: constraints.underlying,
        manifold: { constraints, mechanics, ...(invariants !== undefined && { invariants }) },
        energy: mechanicalEnergy(mechanics),
      };
    },
  };
}

export const underlyingFactory: Factory<Formulation> = {
  name: "underlying",
  about: "Rigid constraints with the multipliers eliminated: any explicit method, with a projection against drift.",
  options: {},
  make(options = {}) {
    checkOptions(underlyingFactory, options);
    return underlying();
  },
};
