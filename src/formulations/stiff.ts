/**
 * The stiff view: constraints become penalties,
 *
 *     M q'' = f(t, q, v) - grad V(q) - G^T omega^2 g(q, t),
 *
 * an ordinary differential equation with frequencies omega sqrt(eig(G M^-1 G^T)). Nothing is enforced, so there is no
 * manifold: exact solutions do not satisfy g = 0, they stay within O(omega^-2) of it at best (000 section 2).
 */

import { checkOptions, type Factory, type Formulation, TautError } from "../core/index.js";
import {
  common,
  firstOrderJacobian,
  firstOrderRate,
  mechanicalEnergy,
  refusesWithoutConstraints,
} from "./second-order.js";

export interface StiffOptions {
  /** Replaces the model's omega of every constraint; 1/time when masses are 1. Default: the model's own. */
  readonly omega?: number;
}

export function stiff({ omega }: StiffOptions = {}): Formulation {
  const name = "stiff";
  if (omega !== undefined && !(Number.isFinite(omega) && omega > 0 && omega < 1e150)) {
    throw new TautError("stiff.omega", `${omega} cannot be a stiffness. Give a number above 0 and below 1e150.`);
  }
  return {
    name,

    refuses(system) {
      const refusal = refusesWithoutConstraints(system, name);
      if (refusal !== undefined || omega !== undefined) return refusal;
      const { omega2, constraintNames, m } = system.mechanics!;
      for (let i = 0; i < m; i++) {
        if (!(omega2[i] > 0 && omega2[i] < Number.POSITIVE_INFINITY)) {
          return `formulation "stiff": constraint "${constraintNames[i]}" has no stiffness. Give omega in the model or for the run.`;
        }
      }
      return undefined;
    },

    apply(system) {
      const mechanics = system.mechanics!;
      if (omega !== undefined) mechanics.omega2.fill(omega * omega);
      const secondOrder = {
        mechanics,
        part: "all" as const,
        force: mechanics.stiffForce.bind(mechanics),
      };
      return {
        ...common(system, name, mechanics.n),
        secondOrder,
        rate: firstOrderRate(mechanics, true),
        jacobian: firstOrderJacobian(mechanics, "all"),
        energy: mechanicalEnergy(mechanics, true),
      };
    },
  };
}

export const stiffFactory: Factory<Formulation> = {
  name: "stiff",
  about: "Constraints as stiff springs: an ordinary differential equation with fast oscillations.",
  options: {
    omega: { about: "Stiffness of every constraint, instead of the model's own.", default: undefined },
  },
  make(options = {}) {
    checkOptions(stiffFactory, options);
    return stiff(options as StiffOptions);
  },
};
