/**
 * Baumgarte's stabilisation (Gear eq. 3.4, Ascher eq. 4.6): the acceleration level of the constraints is replaced by
 *
 *     g'' + alpha1 g' + alpha2 g = 0,        alpha1 = 2 gamma, alpha2 = gamma^2 unless given,
 *
 * whose double root -gamma brings the motion back. With algebraic variables of index 2: h' + gamma h = 0 (Ascher eq.
 * 1.6). Exact solutions are those of the rigid view. The best gamma depends on step and method and cannot be known
 * beforehand, which is why `stabilise` after every step is the default in this library.
 *
 * Derived as (4.1) in docs/theory/equations.md.
 */

import { type Checked, type Formulation, factory, formulation, type OptionTable } from "../core/index.js";
import { eliminated } from "./parts/algebraic-problem.js";
import { refusesReactive } from "./parts/reactive.js";
import { refusesReturnThroughVariables } from "./parts/refuses-return.js";
import { returningRate } from "./parts/returning-rate.js";
import { common, mechanicalEnergy } from "./parts/second-order.js";
import { withStates } from "./parts/states.js";

/** Options of `baumgarte`. */
export interface BaumgarteOptions {
  /** Rate of return, 1/time. Default 10. */
  readonly gamma?: number;
  /** Factor of g'. Default 2 gamma. */
  readonly alpha1?: number;
  /** Factor of g. Default gamma^2. */
  readonly alpha2?: number;
}

const options = {
  gamma: {
    type: "number",
    above: 0,
    about: "Rate at which the motion returns to the constraints.",
    default: 10,
    unit: "1/time",
  },
  alpha1: {
    type: "number",
    above: 0,
    about: "Factor of the velocity residual, instead of 2 gamma.",
    default: undefined,
  },
  alpha2: {
    type: "number",
    above: 0,
    about: "Factor of the position residual, instead of gamma^2.",
    default: undefined,
  },
} as const satisfies OptionTable;

/**
 * Baumgarte's stabilisation: the motion returns to the constraints with damping, at a rate that you choose.
 *
 * @example
 * run(pendulum, { formulation: baumgarte({ gamma: 20 }), rtol: 1e-8, until: 10 });
 */
export function baumgarte(given: BaumgarteOptions = {}): Formulation {
  return baumgarteFactory.make(given);
}

function make({ gamma, alpha1, alpha2 }: Checked<typeof options>): Formulation {
  const name = "baumgarte";
  const ofRate = alpha1 ?? 2 * gamma;
  const ofValue = alpha2 ?? gamma * gamma;
  return formulation({
    name,
    refuses: (workspace) => refusesReturnThroughVariables(workspace, name) ?? refusesReactive(workspace, name),
    apply(workspace) {
      if (workspace.algebraic !== undefined) return eliminated(workspace, name, { input: gamma });
      const mechanics = workspace.mechanics!;
      return withStates({
        ...common(workspace, name, mechanics.n),
        rate: returningRate(workspace, { eliminate: true, velocity: [ofValue, ofRate] }),
        manifold: { constraints: mechanics.constraints, mechanics },
        results: mechanicalEnergy(mechanics),
        // the return vanishes on the constraints, where exact solutions stay
        conserves: true,
      });
    },
  });
}

export const baumgarteFactory = factory({
  name: "baumgarte",
  about: "Baumgarte's stabilisation: the motion returns to the constraints with damping, at a rate that you choose.",
  options,
  make,
});
