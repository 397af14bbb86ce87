/**
 * The rigid view: M q'' = f - grad V - G^T lambda, g(q, t) = 0, an index-3 system. Constraints are left to the method
 * (SHAKE, RATTLE, Radau), so there is no complete right-hand side.
 *
 * Derived as (1.1) in docs/theory/equations.md.
 */

import { type Formulation, factory, formulation } from "../core/index.js";
import { reactiveDiagnosis } from "./parts/reactive.js";
import { common, mechanicalEnergy, refusesWithoutConstraints, secondOrderOf } from "./parts/second-order.js";
import { refusesStates } from "./parts/states.js";

/**
 * Constraints kept by the method itself: for SHAKE, RATTLE and Radau.
 *
 * @example
 * run(pendulum, { formulation: rigid(), method: radau5({ index: 2 }), rtol: 1e-8, until: 10 });
 */
export function rigid(): Formulation {
  const name = "rigid";
  return formulation({
    name,
    treatment: "kept by the method itself",
    leaves: "constraints",
    refuses: (workspace) => refusesWithoutConstraints(workspace, name) ?? refusesStates(workspace, name),

    apply(workspace) {
      const mechanics = workspace.mechanics!;
      const { constraints } = mechanics;
      return {
        ...common(workspace, name, mechanics.n),
        secondOrder: secondOrderOf(mechanics, "soft"),
        constraints,
        manifold: { constraints, mechanics },
        results: mechanicalEnergy(mechanics),
        ...reactiveDiagnosis(mechanics),
        conserves: true,
      };
    },
  });
}

export const rigidFactory = factory({
  name: "rigid",
  about: "Constraints kept by the method itself: for SHAKE, RATTLE and Radau.",
  options: {},
  make: rigid,
});
