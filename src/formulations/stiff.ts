/**
 * The stiff view: constraints become penalties,
 *
 *     M q'' = f(t, q, v) - grad V(q) - G^T omega^2 g(q, t),
 *
 * an ordinary differential equation with frequencies omega sqrt(eig(G M^-1 G^T)). The constraints are not enforced, so
 * there is no manifold: exact solutions do not satisfy g = 0 but stay within O(omega^-2) of it at best (Ariel section
 * 2).
 */

import { type Checked, type Formulation, factory, formulation, type OptionTable } from "../core/index.js";
import {
  common,
  firstOrderJacobian,
  firstOrderRate,
  mechanicalEnergy,
  refusesWithoutConstraints,
} from "./parts/second-order.js";
import { omegaOption, refusesWithoutStiffness } from "./parts/stiffness.js";

export interface StiffOptions {
  /** Replaces the model's omega of every constraint; 1/time when masses are 1. Default: the model's own. */
  readonly omega?: number;
}

const options = { omega: omegaOption } as const satisfies OptionTable;

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
      const secondOrder = {
        mechanics,
        part: "all" as const,
        force: mechanics.stiffForce.bind(mechanics),
      };
      return {
        ...common(workspace, name, mechanics.n),
        secondOrder,
        rate: firstOrderRate(mechanics, true),
        jacobian: firstOrderJacobian(mechanics, "all"),
        ...mechanicalEnergy(mechanics, true),
      };
    },
  });
}

export const stiffFactory = factory({
  name: "stiff",
  about: "Constraints as stiff springs: an ordinary differential equation with fast oscillations.",
  options,
  make,
});
