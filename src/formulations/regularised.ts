/**
 * Gear's regularisations of the rigid view, with P = M^-1 G^T (G M^-1 G^T)^-1 and r = G v + g_t:
 *
 *     decay       q' = v - beta P g,      v' = M^-1 f - beta P r       eigenvalues -beta           (3.10), methods S2, P1
 *     rotation    q' = v + beta P r,      v' = M^-1 f - beta P g       eigenvalues +- i beta       (3.11), method P2
 *
 * Solutions stay O(1/beta) from the constraints and from the rigid motion. With the inner steps of `inner-euler`
 * (decay) and `inner-two-stage` (rotation) at every evaluation, explicit methods follow them with steps of the slow
 * motion; a stiff solver does so for decay, at beta up to about 1e4.
 *
 * Derived as (4.3) and (4.4) in docs/theory/equations.md.
 */

import { type Checked, type Formulation, factory, formulation, type OptionTable } from "../core/index.js";
import { refusesReactive } from "./parts/reactive.js";
import { returningRate } from "./parts/returning-rate.js";
import { common, mechanicalEnergy, refusesWithoutConstraints } from "./parts/second-order.js";
import { withStates } from "./parts/states.js";

/** Options of `regularised`. */
export interface RegularisedOptions {
  /** Rate of return, 1/time. Default 1e7. */
  readonly beta?: number;
  /** (3.10) or (3.11). Default "decay". */
  readonly form?: "decay" | "rotation";
}

const options = {
  beta: {
    type: "number",
    above: 0,
    about: "Rate at which the motion returns to the constraints.",
    default: 1e7,
    unit: "1/time",
  },
  form: {
    type: "choice",
    of: ["decay", "rotation"],
    about: "Form of the return: decay (real eigenvalues) or rotation (imaginary ones).",
    default: "decay",
  },
} as const satisfies OptionTable;

/**
 * Gear's regularisation: positions and velocities return to the constraints at a very fast rate, without multipliers.
 *
 * @example
 * run(pendulum, { formulation: regularised({ beta: 1e6 }), projection: innerEuler(), rtol: 1e-6, until: 1 });
 */
export function regularised(given: RegularisedOptions = {}): Formulation {
  return regularisedFactory.make(given);
}

function make({ beta, form }: Checked<typeof options>): Formulation {
  const name = "regularised";
  return formulation({
    name,
    refuses: (workspace) => refusesWithoutConstraints(workspace, name) ?? refusesReactive(workspace, name),
    apply(workspace) {
      const mechanics = workspace.mechanics!;
      return withStates({
        ...common(workspace, name, mechanics.n),
        rate: returningRate(
          workspace,
          form === "decay"
            ? { position: [beta, 0], velocity: [0, beta] }
            : { position: [0, -beta], velocity: [beta, 0] },
        ),
        conserves: "nearly",
        slow: form === "decay" ? { decay: beta } : { rotation: beta },
        results: mechanicalEnergy(mechanics),
      });
    },
  });
}

export const regularisedFactory = factory({
  name: "regularised",
  about:
    "Gear's regularisation: positions and velocities return to the constraints at a very fast rate, without multipliers.",
  options,
  make,
});
