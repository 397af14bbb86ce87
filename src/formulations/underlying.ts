/**
 * The underlying ordinary differential equation of the rigid view: the multipliers are eliminated by the acceleration
 * level, G M^-1 G^T lambda = G M^-1 (f - grad V) + c, at every evaluation. Any explicit method steps it; g = 0 and G v
 * + g_t = 0 are then invariants that drift (linearly and quadratically; Ascher section 4), and projections act on them.
 * In a first-order system the algebraic variables are eliminated (Ascher eq. 1.3); equations of which derivatives are
 * used, those of index 2 and above, are invariants.
 *
 * Derived as (1.4) in docs/theory/equations.md.
 */

import { type Formulation, factory, formulation } from "../core/index.js";
import { canDrift } from "../elimination/kept-equations.js";
import { keptInvariants } from "../elimination/kept-invariants.js";
import { eliminated } from "./parts/algebraic-problem.js";
import { reactiveDiagnosis } from "./parts/reactive.js";
import { common, mechanicalEnergy, refusesWithoutConstraints } from "./parts/second-order.js";
import { withStates } from "./parts/states.js";

/**
 * Rigid constraints with the multipliers eliminated: for any explicit method, with a projection against drift.
 *
 * @example
 * run(pendulum, { formulation: underlying(), projection: stabilise(), method: dop853(), rtol: 1e-9, until: 10 });
 */
export function underlying(): Formulation {
  const name = "underlying";
  return formulation({
    name,
    treatment: "in the rigid view, multipliers eliminated and drift stabilised after every step",
    eliminates: true,
    mayBeStiff: "with friction",
    projectsOnto: ({ algebraic }) => (algebraic === undefined || canDrift(algebraic) ? "manifold" : undefined),
    refuses: (workspace) =>
      workspace.algebraic === undefined ? refusesWithoutConstraints(workspace, name) : undefined,

    apply(workspace) {
      if (workspace.algebraic !== undefined) return eliminated(workspace, name);
      const mechanics = workspace.mechanics!;
      const { constraints } = mechanics;
      const invariants = keptInvariants(workspace);
      return withStates({
        ...common(workspace, name, mechanics.n),
        rate: constraints.underlying,
        manifold: { constraints, mechanics, ...(invariants !== undefined && { invariants }) },
        rotations: mechanics.rotations,
        results: mechanicalEnergy(mechanics),
        ...reactiveDiagnosis(mechanics),
        conserves: true,
      });
    },
  });
}

export const underlyingFactory = factory({
  name: "underlying",
  about: "Rigid constraints with the multipliers eliminated: for any explicit method, with a projection against drift.",
  options: {},
  make: underlying,
});
