/**
 * One correction toward the manifold after a step, in any of the forms of Ascher (z is the state, h the residual):
 *
 *     end         z -= alpha F(z) h(z)                          (3.9), the method of choice
 *     start       z -= alpha F(z_n) h(z_n), z_n the start       (3.4), forward Euler for the stabilising term
 *     implicit    z = z~ - alpha F(z) h(z), z~ the end          (3.7), backward Euler; alpha to infinity: coordinate projection
 *
 * F is D (H D)^-1 (1.13) or, unscaled, D (1.14). For constraints see `parts/constraint-relaxation.ts` and
 * `parts/full-relaxation.ts`, for invariants `parts/invariant-relaxation.ts`. This projection is for comparison; use
 * `stabilise` otherwise.
 *
 * Derived as (6.2) in docs/theory/equations.md.
 */

import {
  type Checked,
  factory,
  type OptionTable,
  type Problem,
  type Projection,
  type Projector,
  projectionRefuses,
  type Refusal,
  TautError,
} from "../core/index.js";
import { constraintRelaxation } from "./parts/constraint-relaxation.js";
import { fullRelaxation, mostConstraints } from "./parts/full-relaxation.js";
import { type Direction, invariantRelaxation } from "./parts/invariant-relaxation.js";
import { refusesWithoutManifold } from "./parts/refusal.js";
import type { Relaxation } from "./parts/relaxation.js";

/** Options of `relax`. */
export interface RelaxOptions {
  readonly at?: "end" | "start" | "implicit";
  readonly form?: "levels" | "coupled" | "full";
  readonly level?: "both" | "position" | "velocity";
  readonly weight?: "mass" | "none";
  readonly direction?: Direction;
  readonly scaled?: boolean;
  readonly alpha?: number;
  readonly reuse?: number;
  readonly sweeps?: number;
  readonly overRelaxation?: number;
}

const options = {
  at: {
    type: "choice",
    of: ["end", "start", "implicit"],
    about: "Where the correction is evaluated: end, start (forward Euler) or implicit (backward Euler).",
    default: "end",
  },
  form: {
    type: "choice",
    of: ["levels", "coupled", "full"],
    about: "How positions and velocities are corrected: levels, coupled, or full (minimum norm).",
    default: "levels",
  },
  level: {
    type: "choice",
    of: ["both", "position", "velocity"],
    about: "Which constraints to correct: both, position or velocity.",
    default: "both",
  },
  weight: { type: "choice", of: ["mass", "none"], about: "Metric of the correction: mass, or none.", default: "mass" },
  direction: {
    type: "choice",
    of: ["gradient", "velocity", "input"],
    about: "Direction in which invariants are corrected: gradient, velocity, or input.",
    default: "gradient",
  },
  scaled: {
    type: "boolean",
    about: "Scale the correction so that alpha = 1 removes the residual; without scaling alpha has units.",
    default: true,
  },
  alpha: { type: "number", above: 0, about: "Fraction of the correction that is applied.", default: 1 },
  reuse: { type: "integer", from: 1, about: "Number of calls for which one factorisation is used.", default: 1 },
  sweeps: {
    type: "integer",
    from: 0,
    about: "Number of sweeps of over-relaxation instead of a factorisation; 0 uses a factorisation.",
    default: 0,
  },
  overRelaxation: {
    type: "number",
    above: 0,
    below: 2,
    about: "Over-relaxation factor of the sweeps, between 0 and 2.",
    default: 1,
  },
} as const satisfies OptionTable;

/**
 * One correction in any of the forms of Ascher, Qin and Reich, for comparison; otherwise use `stabilise`.
 *
 * @example
 * run(pendulum, { projection: relax({ form: "coupled", reuse: 4 }), method: rk4(), step: 0.01, until: 10 });
 */
export function relax(given: RelaxOptions = {}): Projection {
  return relaxFactory.make(given);
}

type Settings = Checked<typeof options>;

function make(settings: Settings): Projection {
  check(settings);
  return {
    name: "relax",
    filters: true,
    refuses: (problem) => refusesWithoutManifold("relax", problem) ?? refusal(problem, settings),
    bind: (problem) => bind(problem, settings),
  };
}

function bind(problem: Problem, settings: Settings): Projector {
  const { work } = problem;
  const { at, alpha } = settings;
  const relaxation = relaxationOf(problem, settings);
  let residual = 0;
  return {
    get iterations() {
      return relaxation.iterations;
    },
    get residual() {
      return residual;
    },
    drift: (s) => relaxation.residual(s),
    apply(s, from = s) {
      work.projections++;
      residual = relaxation.residual(s);
      const status =
        at === "implicit"
          ? relaxation.relaxImplicitly!(s, alpha)
          : relaxation.relax(s, at === "start" ? from : s, alpha);
      work.iterations += relaxation.iterations;
      return status;
    },
    checkpoint: relaxation.checkpoint,
  };
}

function relaxationOf(problem: Problem, settings: Settings): Relaxation {
  const { form, direction, scaled } = settings;
  if (problem.manifold!.constraints === undefined) return invariantRelaxation(problem, direction, scaled);
  return form === "full"
    ? fullRelaxation(problem)
    : constraintRelaxation(problem, { ...settings, coupled: form === "coupled" });
}

/** Checks that involve more than one option. */
function check({ alpha, scaled, at, form, level, reuse, sweeps }: Settings): void {
  if (scaled && at !== "implicit" && alpha >= 2)
    throw new TautError("relax.alpha", `must be below 2, or the correction grows; got ${alpha}. The default is 1.`);
  if (at === "implicit" && (form !== "levels" || !scaled || sweeps > 0 || reuse > 1)) {
    throw new TautError(
      "relax.at",
      `"implicit" must solve level by level with a factorisation of its own; got another form, scaled, sweeps or reuse. Leave these out.`,
    );
  }
  if (form === "full" && (!scaled || sweeps > 0 || reuse > 1 || level !== "both")) {
    throw new TautError(
      "relax.form",
      `"full" must correct both levels by a solution of its own; got another level, scaled, sweeps or reuse. Leave these out.`,
    );
  }
}

function refusal(problem: Problem, { sweeps, weight, form, direction }: Settings): Refusal | undefined {
  const { constraints, invariants, mechanics } = problem.manifold!;
  const refuse = (needs: string, found: string, instead: string): Refusal =>
    projectionRefuses("relax", { code: "option", needs, found, instead });
  if (constraints !== undefined && invariants !== undefined)
    return refuse("either constraints or invariants", "this problem has both", `Use "stabilise"`);
  if (constraints === undefined) {
    if (direction === "velocity" && problem.n === 0)
      return refuse(`velocities for direction "velocity"`, "this is a first-order system", `Use "gradient"`);
    if (direction === "input" && invariants?.input === undefined)
      return refuse(`algebraic variables for direction "input"`, "this problem has none", `Use "gradient"`);
    return undefined;
  }
  if (sweeps > 0 && weight === "mass" && mechanics!.inverseMass === undefined)
    return refuse("a diagonal mass for sweeps", "this one has blocks", `Use weight "none", or leave sweeps out`);
  if (form === "full" && constraints.m > mostConstraints)
    return refuse(
      `at most ${mostConstraints} constraints for form "full", which is dense`,
      `these are ${constraints.m}`,
      `Use form "coupled"`,
    );
  return undefined;
}

export const relaxFactory = factory({
  name: "relax",
  about: "One correction in any of the forms of Ascher, Qin and Reich, for comparison; otherwise use stabilise.",
  options,
  make,
});
