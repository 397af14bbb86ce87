/**
 * The slow field: the slow motions of the stiff view (Ariel section 2) as a separate ordinary differential equation,
 *
 *     q' = v,   M q'' = f(t, q, v) - grad V(q) - G^T Lambda(t, q, v),
 *
 * Lambda = omega^2 g as an expansion in omega^-2 from exact derivatives (`SlowMotion`). It has no fast modes, so any
 * explicit method can take steps of the slow motion's time scale, whatever omega is. With 2, 3, 4 terms of Lambda its
 * solutions are within O(omega^-4), O(omega^-6), O(omega^-8) of the slow motions; one term would be the underlying ODE
 * of the rigid view, O(omega^-2).
 *
 * g = omega^-2 Lambda with one term less is an invariant, which drifts as g = 0 does in the underlying ODE. Projection
 * "algebraic" makes the start consistent and repairs the drift. For omega to infinity this is the rigid motion.
 *
 * Derived as (2.1) to (2.3) in docs/theory/equations.md.
 */

import {
  type Checked,
  type Formulation,
  factory,
  formulation,
  formulationRefuses,
  type OptionTable,
} from "../core/index.js";
import { halvesOf } from "../linalg/halves.js";
import { refusesReactive } from "./parts/reactive.js";
import { common, mechanicalEnergy, refusesWithoutConstraints } from "./parts/second-order.js";
import { refusesStates } from "./parts/states.js";
import { omegaOption, refusesWithoutStiffness } from "./parts/stiffness.js";

/** Options of `slowField`. */
export interface SlowFieldOptions {
  /** Replaces the model's omega of every constraint; 1/time when masses are 1. Default: the model's own. */
  readonly omega?: number;
  /** The power of 1/omega in the distance from the slow motions: 4, 6 or 8. */
  readonly order?: 4 | 6 | 8;
}

const options = {
  omega: omegaOption,
  order: {
    type: "choice",
    of: [4, 6, 8],
    about: "Power of 1/omega in the distance from the slow motion: 4, 6 or 8.",
    default: 6,
  },
} as const satisfies OptionTable;

/**
 * The slow motion of stiff constraints by algebra: for any explicit method, at a cost that does not depend on omega.
 *
 * @example
 * run(pendulum, { formulation: slowField({ omega: 1e6 }), rtol: 1e-8, until: 10 });
 */
export function slowField(given: SlowFieldOptions = {}): Formulation {
  return slowFieldFactory.make(given);
}

function make({ omega, order }: Checked<typeof options>): Formulation {
  const name = "slow-field";
  return formulation({
    name,
    treatment: "on the slow motion of stiff springs, by algebra, at a cost that does not depend on omega",
    projectsOnto: () => "slow-manifold",

    refuses(workspace) {
      const refusal =
        refusesWithoutConstraints(workspace, name) ??
        refusesStates(workspace, name) ??
        refusesReactive(workspace, name) ??
        refusesWithoutStiffness(workspace, name, omega);
      if (refusal !== undefined) return refusal;
      if (workspace.opaque)
        return formulationRefuses(name, {
          code: "needs-derivatives",
          needs: "the derivatives of the forces",
          found: `a force of "${workspace.name}" is a function, which has none`,
          instead: `Use "underlying" or "stiff", or write it as an expression`,
        });
      return undefined;
    },

    apply(workspace) {
      const mechanics = workspace.mechanics!;
      const { n } = mechanics;
      workspace.stiffen(omega);
      const slow = mechanics.slow!.expanded(order / 2, false);
      const halves = halvesOf(n);
      return {
        ...common(workspace, name, n),
        slow: { order },
        rate(dy, t, y) {
          const { q, v } = halves(y);
          const status = slow.evaluate(t, q, v);
          if (status !== "ok") return status;
          for (let k = 0; k < n; k++) {
            dy[k] = v[k];
            dy[n + k] = slow.acceleration[k];
          }
          return "ok";
        },
        results: {
          multipliers(lambda, t, q, v) {
            const status = slow.evaluate(t, q, v);
            lambda.set(slow.lambda);
            return status;
          },
          ...mechanicalEnergy(mechanics, true),
        },
      };
    },
  });
}

export const slowFieldFactory = factory({
  name: "slow-field",
  about:
    "The slow motion of stiff constraints by algebra: for any explicit method, at a cost that does not depend on omega.",
  options,
  make,
});
