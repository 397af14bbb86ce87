/**
 * The stabilised underlying ODE (Ascher eq. 2.3, 4.4), z = (q, v), h = (g, r), r = G v + g_t:
 *
 *     z' = f(z) - gamma F h        q' = v - gamma P g,   v' = q''(q, v) - gamma P r                  F of (4.8)
 *                                  q' = v - gamma P g,   v' = q''(q, v) - gamma (P r - P L P g)      F of (4.7), `coupled`
 *     z' = (I - F H) f - gamma F h                                                                   (2.4), `integral`
 *
 * P = M^-1 G^T (G M^-1 G^T)^-1, or G^T (G G^T)^-1 with weight "none"; unscaled (1.14) P = M^-1 G^T. Residuals of (4.7)
 * obey s' = r - gamma s, r' = -gamma r (4.5): unlike Baumgarte's (4.6) nothing is multiplied by gamma^2. Exact
 * solutions are those of the rigid view for every gamma. With algebraic variables of index 2: y' = F - gamma H^T (H
 * H^T)^-1 h (1.7), or unscaled y' = F - gamma H^T h (1.8). For systems with invariants only, see `invariant-return.ts`.
 *
 * Derived as (6.1) in docs/theory/equations.md.
 */

import { type Checked, type Formulation, factory, formulation, type OptionTable, TautError } from "../core/index.js";
import { eliminated } from "./parts/algebraic-problem.js";
import { hasOnlyInvariants, refusesInvariants, returningToInvariants } from "./parts/invariant-return.js";
import { refusesReactive } from "./parts/reactive.js";
import { refusesReturn } from "./parts/refuses-return.js";
import { returningRate } from "./parts/returning-rate.js";
import { common, mechanicalEnergy } from "./parts/second-order.js";
import { withStates } from "./parts/states.js";

/** Options of `stabilised`. */
export interface StabilisedOptions {
  /** Rate of return, 1/time. Default 10. */
  readonly gamma?: number;
  /** (4.7) rather than (4.8). Default true. */
  readonly coupled?: boolean;
  /** (2.4): h becomes an integral of the motion before it is stabilised. Default false. */
  readonly integral?: boolean;
  /** (1.13) rather than (1.14). Default true. */
  readonly scaled?: boolean;
  /** The metric of the return. Default "mass". */
  readonly weight?: "mass" | "none";
}

const options = {
  gamma: {
    type: "number",
    above: 0,
    about: "Rate at which the motion returns to the constraints.",
    default: 10,
    unit: "1/time",
  },
  coupled: {
    type: "boolean",
    about: "Account for the effect of the position correction on the velocity constraints.",
    default: true,
  },
  integral: { type: "boolean", about: "Make the constraints integrals of the motion first.", default: false },
  scaled: {
    type: "boolean",
    about: "Solve with G M^-1 G^T, so that every residual decays at the same rate.",
    default: true,
  },
  weight: { type: "choice", of: ["mass", "none"], about: "Metric of the return: mass, or none.", default: "mass" },
} as const satisfies OptionTable;

/**
 * The underlying equations with a built-in return to the position and velocity constraints, at a rate that you choose.
 *
 * @example
 * run(pendulum, { formulation: stabilised({ gamma: 20 }), rtol: 1e-8, until: 10 });
 */
export function stabilised(given: StabilisedOptions = {}): Formulation {
  return stabilisedFactory.make(given);
}

function make({ gamma, coupled, integral, scaled, weight }: Checked<typeof options>): Formulation {
  const name = "stabilised";
  if (integral && !(coupled && scaled)) {
    throw new TautError(
      "stabilised.integral",
      "must be combined with coupled and scaled, because F of (4.7) makes h an integral; got one of them false. Leave them out.",
    );
  }
  return formulation({
    name,
    refuses: (workspace) =>
      (hasOnlyInvariants(workspace) ? refusesInvariants(workspace, name, integral) : refusesReturn(workspace, name)) ??
      refusesReactive(workspace, name),
    apply(workspace) {
      if (hasOnlyInvariants(workspace)) return returningToInvariants(workspace, name, { gamma, scaled, integral });
      if (workspace.algebraic !== undefined) return eliminated(workspace, name, { gradient: gamma, scaled });
      const mechanics = workspace.mechanics!;
      return withStates({
        ...common(workspace, name, mechanics.n),
        rate: returningRate(workspace, {
          eliminate: true,
          position: [gamma, integral ? 1 : 0],
          velocity: [0, gamma],
          coupled,
          scaled,
          weight,
        }),
        manifold: { constraints: mechanics.constraints, mechanics },
        results: mechanicalEnergy(mechanics),
        conserves: true,
      });
    },
  });
}

export const stabilisedFactory = factory({
  name: "stabilised",
  about:
    "The underlying equations with a built-in return to the position and velocity constraints, at a rate that you choose.",
  options,
  make,
});
