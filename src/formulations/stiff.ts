/**
 * The stiff view: constraints become penalties,
 *
 *     M q'' = f(t, q, v) - grad V(q) - G^T omega^2 g(q, t),
 *
 * an ordinary differential equation with frequencies omega sqrt(eig(G M^-1 G^T)). The constraints are not enforced, so
 * there is no manifold: exact solutions do not satisfy g = 0 but stay within O(omega^-2) of it at best (Ariel section
 * 2).
 *
 * Derived as (1.5) in docs/theory/equations.md.
 */

import { type Checked, type Formulation, factory, formulation, type OptionTable } from "../core/index.js";
import {
  common,
  firstOrderRate,
  mechanicalEnergy,
  refusesWithoutConstraints,
  secondOrderOf,
  springForces,
} from "./parts/second-order.js";
import { withStates } from "./parts/states.js";
import { omegaOption, refusesWithoutStiffness } from "./parts/stiffness.js";

/** Options of `stiff`. */
export interface StiffOptions {
  /** Replaces the model's omega of every constraint; 1/time when masses are 1. Default: the model's own. */
  readonly omega?: number;
}

const options = { omega: omegaOption } as const satisfies OptionTable;

/**
 * Constraints as stiff springs: an ordinary differential equation with fast oscillations.
 *
 * @example
 * run(pendulum, { formulation: stiff({ omega: 100 }), method: verlet(), step: 0.002, until: 1 });
 */
export function stiff(given: StiffOptions = {}): Formulation {
  return stiffFactory.make(given);
}

function make({ omega }: Checked<typeof options>): Formulation {
  const name = "stiff";
  return formulation({
    name,
    treatment: "as stiff springs, whose fast motion is followed",
    mayBeStiff: "always",
    refuses: (workspace) =>
      refusesWithoutConstraints(workspace, name) ?? refusesWithoutStiffness(workspace, name, omega),

    apply(workspace) {
      const mechanics = workspace.mechanics!;
      workspace.stiffen(omega);
      return withStates({
        ...common(workspace, name, mechanics.n),
        secondOrder: secondOrderOf(mechanics, "all"),
        rate: firstOrderRate(mechanics, "all"),
        results: {
          ...mechanicalEnergy(mechanics, true),
          multipliers: springForces(mechanics, workspace.arena, (row) => mechanics.omega2[row]),
        },
        conserves: true,
      });
    },
  });
}

export const stiffFactory = factory({
  name: "stiff",
  about: "Constraints as stiff springs: an ordinary differential equation with fast oscillations.",
  options,
  make,
});
