/**
 * The system without changes: y' = F(t, y), or M q'' = f - grad V for mechanics without constraints. Invariants of the
 * model (energy, momenta, …) become a manifold that projections act on.
 */

import { type Formulation, factory, formulation, formulationRefuses } from "../core/index.js";
import { withStates } from "../elimination/coupled.js";
import { keptInvariants } from "../elimination/kept-invariants.js";
import { common, firstOrderRate, mechanicalEnergy, secondOrderOf } from "./parts/second-order.js";

/**
 * A plain system of differential equations, with its invariants if it has any. The function `ode` of `taut` is another
 * one: it makes systems.
 *
 * @example
 * run(springs, { formulation: ode(), rtol: 1e-8, until: 10 });
 */
export function ode(): Formulation {
  const name = "ode";
  return formulation({
    name,
    mayBeStiff: "with friction",
    projectsOnto: ({ invariants }) => (invariants === undefined ? undefined : "manifold"),

    refuses({ mechanics, rate, algebraic, name: model }) {
      if (algebraic !== undefined)
        return formulationRefuses(name, {
          code: "has-algebraic",
          needs: "a system without algebraic variables",
          found: `"${model}" has some, beginning with "${algebraic.names[0]}"`,
          instead: `Use "underlying" or "dae"`,
        });
      if (mechanics !== undefined && mechanics.m > 0) {
        return formulationRefuses(name, {
          code: "has-constraints",
          needs: "a system without constraints",
          found: `"${model}" has some, beginning with "${mechanics.constraintNames[0]}"`,
          instead: `Use "underlying", "rigid" or "stiff"`,
        });
      }
      if (mechanics === undefined && rate === undefined)
        return formulationRefuses(name, {
          code: "needs-rate",
          needs: "a right-hand side",
          found: `"${model}" has none`,
          instead: "Give the equations",
        });
      return undefined;
    },

    apply(workspace) {
      const { mechanics } = workspace;
      const invariants = keptInvariants(workspace);
      const manifold = invariants && { invariants };
      if (mechanics === undefined) {
        return {
          ...common(workspace, name, 0),
          rate: workspace.rate!,
          conserves: true,
          ...(manifold && { manifold }),
        };
      }
      return withStates({
        ...common(workspace, name, mechanics.n),
        secondOrder: secondOrderOf(mechanics, "soft"),
        rate: firstOrderRate(mechanics, "soft"),
        results: mechanicalEnergy(mechanics),
        conserves: true,
        ...(manifold && { manifold }),
      });
    },
  });
}

export const odeFactory = factory({
  name: "ode",
  about: "A plain system of differential equations, with its invariants if it has any.",
  options: {},
  make: ode,
});
