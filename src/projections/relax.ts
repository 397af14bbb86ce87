/**
 * One correction toward the manifold after a step, in any of the forms of Ascher (z the state, h what must vanish):
 *
 *     end         z -= alpha F(z) h(z)                          (3.9), the method of choice
 *     start       z -= alpha F(z_n) h(z_n), z_n the start       (3.4), forward Euler for the stabilising term
 *     implicit    z = z~ - alpha F(z) h(z), z~ the end          (3.7), backward Euler; alpha to infinity: coordinate projection
 *
 * F is D (H D)^-1 (1.13) or, unscaled, D (1.14). Constraints: see `relax/constraint-relaxation.ts` and `relax/full-relaxation.ts`;
 * invariants: `relax/invariant-relaxation.ts`. `stabilise` is the one to use; this is for comparing.
 */

import { checkOptions, type Factory, type Problem, type Projection, type Projector, TautError } from "../core/index.js";
import { constraintRelaxation } from "./parts/constraint-relaxation.js";
import { fullRelaxation, mostConstraints } from "./parts/full-relaxation.js";
import { type Direction, invariantRelaxation } from "./parts/invariant-relaxation.js";
import { refusesWithoutManifold } from "./parts/refusal.js";
import type { Relaxation } from "./parts/relaxation.js";

const choices = {
  at: ["end", "start", "implicit"],
  form: ["levels", "coupled", "full"],
  level: ["both", "position", "velocity"],
  weight: ["mass", "none"],
  direction: ["gradient", "velocity", "input"],
} as const;

export interface RelaxOptions {
  readonly at?: (typeof choices.at)[number];
  readonly form?: (typeof choices.form)[number];
  readonly level?: (typeof choices.level)[number];
  readonly weight?: (typeof choices.weight)[number];
  readonly direction?: Direction;
  readonly scaled?: boolean;
  readonly alpha?: number;
  readonly reuse?: number;
  readonly sweeps?: number;
  readonly overRelaxation?: number;
}

const defaults = {
  at: "end",
  form: "levels",
  level: "both",
  weight: "mass",
  direction: "gradient",
  scaled: true,
  alpha: 1,
  reuse: 1,
  sweeps: 0,
  overRelaxation: 1,
} as const satisfies Required<RelaxOptions>;

export function relax(options: RelaxOptions = {}): Projection {
  const settings: Required<RelaxOptions> = { ...defaults, ...options };
  check(settings);
  return {
    name: "relax",
    refuses: (problem) => refusesWithoutManifold("relax", problem) ?? refusal(problem, settings),
    bind: (problem) => bind(problem, settings),
  };
}

function bind(problem: Problem, settings: Required<RelaxOptions>): Projector {
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
    save: () => relaxation.save(),
    restore(bytes) {
      relaxation.restore(bytes);
    },
  };
}

function relaxationOf(problem: Problem, settings: Required<RelaxOptions>): Relaxation {
  const { form, direction, scaled } = settings;
  if (problem.manifold!.constraints === undefined) return invariantRelaxation(problem, direction, scaled);
  return form === "full"
    ? fullRelaxation(problem)
    : constraintRelaxation(problem, { ...settings, coupled: form === "coupled" });
}

function check(settings: Required<RelaxOptions>): void {
  for (const name of Object.keys(choices) as (keyof typeof choices)[]) {
    const known: readonly string[] = choices[name];
    if (!known.includes(settings[name])) {
      throw new TautError(`relax.${name}`, `"${String(settings[name])}" is not one of: ${known.join(", ")}.`);
    }
  }
  const { alpha, scaled, at, form, level, reuse, sweeps, overRelaxation } = settings;
  if (!(Number.isFinite(alpha) && alpha > 0))
    throw new TautError("relax.alpha", `${alpha} is no part of a correction. Give a number above 0.`);
  if (scaled && at !== "implicit" && alpha >= 2)
    throw new TautError("relax.alpha", `${alpha} does not contract. Give a number between 0 and 2.`);
  if (!(Number.isInteger(reuse) && reuse >= 1))
    throw new TautError("relax.reuse", `${reuse} is no number of calls. Give a whole number >= 1.`);
  if (!(Number.isInteger(sweeps) && sweeps >= 0))
    throw new TautError("relax.sweeps", `${sweeps} is no number of sweeps. Give a whole number >= 0.`);
  if (!(overRelaxation > 0 && overRelaxation < 2))
    throw new TautError("relax.overRelaxation", `${overRelaxation} does not converge. Give a number between 0 and 2.`);
  if (at === "implicit" && (form !== "levels" || !scaled || sweeps > 0 || reuse > 1)) {
    throw new TautError(
      "relax.at",
      "implicit solves level by level with a factorisation of its own. Leave the rest out.",
    );
  }
  if (form === "full" && (!scaled || sweeps > 0 || reuse > 1 || level !== "both")) {
    throw new TautError("relax.form", "full corrects both levels by a solution of its own. Leave the rest out.");
  }
}

function refusal(problem: Problem, { sweeps, weight, form, direction }: Required<RelaxOptions>): string | undefined {
  const { constraints, invariants, mechanics } = problem.manifold!;
  if (constraints !== undefined && invariants !== undefined)
    return 'projection "relax": acts on constraints or on invariants, and this problem has both. Use "stabilise".';
  if (constraints === undefined) {
    if (direction === "velocity" && problem.n === 0)
      return 'projection "relax": direction "velocity" needs velocities, and this is a first-order system. Use "gradient".';
    if (direction === "input" && invariants?.input === undefined)
      return 'projection "relax": direction "input" needs algebraic variables. Use "gradient".';
    return undefined;
  }
  if (sweeps > 0 && weight === "mass" && mechanics!.inverseMass === undefined)
    return 'projection "relax": sweeps need a diagonal mass. Use weight "none", or leave sweeps out.';
  if (form === "full" && constraints.m > mostConstraints)
    return `projection "relax": form "full" is dense and for ${mostConstraints} constraints at most, and these are ${constraints.m}. Use form "coupled".`;
  return undefined;
}

export const relaxFactory: Factory<Projection> = {
  name: "relax",
  about: "One correction in any of the forms of Ascher, Qin and Reich, for comparing; stabilise is the one to use.",
  options: {
    at: {
      about: "Where the correction is taken: end, start (forward Euler) or implicit (backward Euler).",
      default: defaults.at,
    },
    form: { about: "Positions and velocities: levels, coupled, or full (minimum norm).", default: defaults.form },
    level: { about: "Which constraints to correct: both, position or velocity.", default: defaults.level },
    weight: { about: "Metric of the correction: mass, or none.", default: defaults.weight },
    direction: { about: "How invariants are corrected: gradient, velocity, or input.", default: defaults.direction },
    scaled: { about: "Divide by what a correction achieves; without it alpha has units.", default: defaults.scaled },
    alpha: { about: "Part of the correction that is applied.", default: defaults.alpha },
    reuse: { about: "Calls that one factorisation serves.", default: defaults.reuse },
    sweeps: { about: "Sweeps of over-relaxation instead of a factorisation; 0 for none.", default: defaults.sweeps },
    overRelaxation: { about: "Factor of the sweeps, between 0 and 2.", default: defaults.overRelaxation },
  },
  make(options = {}) {
    checkOptions(relaxFactory, options);
    return relax(options as RelaxOptions);
  },
};
