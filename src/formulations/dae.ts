/**
 * A first-order system with algebraic variables, y' = F(t, y, z), 0 = h(t, y, z): z is left to the method (radau5).
 * Equations of index 1 and 2 are left as they are; higher ones are reduced to index 2 by derivatives, and what these
 * derivatives no longer enforce is a manifold to project onto. Any system with invariants becomes one of index 2 that keeps them (Ascher eq. 2.5,
 * `invariant-return.ts`).
 */

import { type Formulation, factory, formulation, formulationRefuses } from "../core/index.js";
import { refusesStates } from "../elimination/coupled.js";
import { leftToMethod } from "./parts/algebraic-problem.js";
import { hasOnlyInvariants, projectedInvariants, refusesProjected } from "./parts/invariant-return.js";

/**
 * Algebraic variables of a first-order system, or the invariants of any system, left to the method: for `radau5`.
 *
 * @example
 * const data = parseModelText(`
 * { taut: 1, states: { x: 1 }, algebraic: { z: 1 }, rates: { x: -z }, constraints: { balance: "z - x^2" } }`);
 * run(data, { formulation: dae(), method: radau5(), rtol: 1e-8, until: 1 });
 */
export function dae(): Formulation {
  const name = "dae";
  return formulation({
    name,
    leaves: "variables",
    projectsOnto: ({ algebraic }) => (algebraic?.hidden === undefined ? undefined : "manifold"),
    refuses(workspace) {
      if (workspace.algebraic !== undefined) return undefined;
      const beside = refusesStates(workspace, name);
      if (beside !== undefined) return beside;
      if (hasOnlyInvariants(workspace)) return refusesProjected(workspace, name);
      const use = workspace.mechanics === undefined || workspace.mechanics.m === 0 ? "ode" : "rigid";
      return formulationRefuses(name, {
        code: "needs-algebraic",
        needs: "algebraic variables or invariants",
        found: `"${workspace.name}" has neither algebraic variables nor invariants`,
        instead: `Use "${use}"`,
      });
    },
    apply: (workspace) =>
      hasOnlyInvariants(workspace) ? projectedInvariants(workspace, name) : leftToMethod(workspace, name),
  });
}

export const daeFactory = factory({
  name: "dae",
  about:
    "Algebraic variables of a first-order system, or the invariants of any system, left to the method: for radau5.",
  options: {},
  make: dae,
});
