/**
 * Constraints as damped springs (Gear section 3, methods S1 and R1):
 *
 *     M q'' = f - grad V - G^T (E g + F g'),        E = beta^2, F = 2 beta unless given,
 *
 * a double eigenvalue -beta where G M^-1 G^T = 1. Solutions stay O(1/beta^2) from the constraints. The problem is
 * stiff, and two explicit steps of length 1/beta do not damp it (Gear: the first multiplies errors by beta), so use bdf
 * or radau5.
 *
 * Derived as (4.2) in docs/theory/equations.md.
 */

import { type Checked, type Formulation, factory, formulation, type OptionTable } from "../core/index.js";
import { refusesReactive } from "./parts/reactive.js";
import { returningRate } from "./parts/returning-rate.js";
import { common, mechanicalEnergy, refusesWithoutConstraints, springForces } from "./parts/second-order.js";
import { withStates } from "./parts/states.js";

/** Options of `dampedSpring`. */
export interface DampedSpringOptions {
  /** Rate of decay, 1/time. Default 100. */
  readonly beta?: number;
  /** E. Default beta^2. */
  readonly stiffness?: number;
  /** F. Default 2 beta. */
  readonly damping?: number;
}

const options = {
  beta: { type: "number", above: 0, about: "Rate at which the fast motion decays.", default: 100, unit: "1/time" },
  stiffness: {
    type: "number",
    above: 0,
    about: "Force per unit of the constraint residual, instead of beta^2.",
    default: undefined,
  },
  damping: {
    type: "number",
    above: 0,
    about: "Force per unit of the residual's rate, instead of 2 beta.",
    default: undefined,
  },
} as const satisfies OptionTable;

/**
 * Constraints as stiff springs with friction, so that the fast motion decays. For stiff solvers.
 *
 * @example
 * run(pendulum, { formulation: dampedSpring({ beta: 1000 }), method: bdf(), rtol: 1e-6, until: 1 });
 */
export function dampedSpring(given: DampedSpringOptions = {}): Formulation {
  return dampedSpringFactory.make(given);
}

function make({ beta, stiffness, damping }: Checked<typeof options>): Formulation {
  const name = "damped-spring";
  const E = stiffness ?? beta * beta;
  const F = damping ?? 2 * beta;
  return formulation({
    name,
    refuses: (workspace) => refusesWithoutConstraints(workspace, name) ?? refusesReactive(workspace, name),
    apply(workspace) {
      const mechanics = workspace.mechanics!;
      return withStates({
        ...common(workspace, name, mechanics.n),
        rate: returningRate(workspace, { scaled: false, velocity: [E, F] }),
        conserves: "nearly",
        slow: { decay: beta },
        results: {
          ...mechanicalEnergy(mechanics),
          multipliers: springForces(mechanics, workspace.arena, () => E, F),
        },
      });
    },
  });
}

export const dampedSpringFactory = factory({
  name: "damped-spring",
  about: "Constraints as stiff springs with friction, so that the fast motion decays. For stiff solvers.",
  options,
  make,
});
