/**
 * Langevin dynamics, M q'' = -grad V - friction + noise, the canonical ensemble of temperature kT, by splitting: a
 * chosen method integrates the motion, and the exact Ornstein-Uhlenbeck flow of the velocities is the bath
 * (`parts/heat-bath.ts`).
 *
 *     gla    O_h o Phi_h          N. Bou-Rabee, H. Owhadi, SIAM J. Numer. Anal. 48 (2010) 278; Tao–Owhadi section 4.3
 *     baoab  B A O A B            B. Leimkuhler, C. Matthews (2013, 2016); `parts/baoab-stepper.ts`
 *
 * Trajectories are of order 1 (gla) and 2 (baoab) in the weak sense. What is sampled is more accurate: with a
 * symplectic Phi of order p gla samples exp(-H_h/kT) to O(h^p), H_h the energy that Phi nearly keeps. For an oscillator
 * of frequency nu, z = (h nu)^2:
 *
 *     verlet, rattle, gla   <p^2/m> = kT,   k <q^2> = kT/(1 - z/4)             the energy of positions is too high
 *     baoab                 <p^2/m> = kT (1 - z/4),   k <q^2> = kT             positions exact, velocities too cold
 *     zs, newmark, gla      <p^2/m> = kT,   k <q^2> = kT/(1 + (beta - 1/4) z)   at the physical point
 *
 * so that stiff springs whose periods the steps do not resolve hold the kinetic energy of their kT, but not their
 * potential energy. Rigid constraints have no such degrees of freedom: there the kinetic energy is kT/2 for each of n -
 * rank.
 *
 * Noise is addressed by (seed, step, coordinate), so a run has the same bits on any thread, resumed or not.
 */

import {
  factory,
  type Method,
  methodRefuses,
  type Problem,
  type Reason,
  type Refusal,
  TautError,
} from "../../core/index.js";
import { refuseEvaluator, refusesSecondOrder } from "../common/refusals.js";
import { rattle } from "../constrained/rattle.js";
import { verlet } from "../leapfrog/verlet.js";
import { BaoabStepper } from "./parts/baoab-stepper.js";
import type { Bath } from "./parts/bath.js";
import { withFixman } from "./parts/fixman.js";
import { GlaStepper } from "./parts/gla-stepper.js";
import { HeatBath } from "./parts/heat-bath.js";

/** Options of `langevin`. */
export interface LangevinOptions {
  /** The method that integrates the motion. Default: rattle if constraints are left to the method, otherwise verlet. */
  readonly inner?: Method;
  /** Temperature in the model's unit of energy. Default 1. */
  readonly kT?: number;
  /** Temperature in kelvin instead of kT, for models with units. */
  readonly temperature?: number;
  /** Rate at which velocities are forgotten, 1/time. With form "plain" it is gamma in p' = -gamma v, mass/time. Default
   * 1. */
  readonly friction?: number;
  /** Friction proportional to the momentum, p' = -gamma p, or to the velocity, p' = -gamma v, as in Tao–Owhadi. Default
   * "mass". */
  readonly form?: "mass" | "plain";
  /** How motion and bath are composed. Default "gla". */
  readonly order?: "gla" | "baoab";
  /** The seed of all noise. Default 0. */
  readonly seed?: number;
  /** Draw the velocities at the start from the distribution at kT. Default false. */
  readonly thermal?: boolean;
  /** Add Fixman's potential to rigid constraints, so that they have the ensemble of stiff springs. Default false. */
  readonly fixman?: boolean;
}

export const langevinFactory = factory({
  name: "langevin",
  about:
    "Heat bath: composes a method for forces or constraints with friction and noise, at fixed steps, to sample the ensemble at temperature kT.",
  options: {
    inner: {
      type: "method",
      about:
        "Method that integrates the motion, as name or name:option=value. By default rattle for rigid constraints, otherwise verlet.",
      default: undefined,
    },
    kT: {
      type: "number",
      from: 0,
      about: "Temperature in the model's unit of energy. It is 1 when neither kT nor temperature is given.",
      default: undefined,
    },
    temperature: {
      type: "number",
      from: 0,
      about: "Temperature in kelvin, for models that declare units.",
      default: undefined,
      unit: "K",
    },
    friction: {
      type: "number",
      from: 0,
      about: "Rate at which velocities are forgotten.",
      default: 1,
      unit: "1/time",
    },
    form: {
      type: "choice",
      of: ["mass", "plain"],
      about: `Friction p' = -friction p ("mass"), or p' = -friction v ("plain").`,
      default: "mass",
    },
    order: {
      type: "choice",
      of: ["gla", "baoab"],
      about: `The motion, then the bath ("gla"), or kick, drift, bath, drift, kick ("baoab").`,
      default: "gla",
    },
    seed: {
      type: "integer",
      from: 0,
      about: "Seed of all noise. By default the seed of the run, if it has one.",
      default: 0,
    },
    thermal: {
      type: "boolean",
      about: "Draw the velocities at the start from the distribution at kT.",
      default: false,
    },
    fixman: {
      type: "boolean",
      about: "Add Fixman's potential to rigid constraints, so that they have the ensemble of stiff springs.",
      default: false,
    },
  },
  make(options): Method {
    const { inner, order, temperature, kT = 1, friction, form, seed, thermal, fixman } = options;
    const bath: Bath = { kT, friction, form, seed, thermal, fixman };
    if (temperature !== undefined && options.kT !== undefined)
      throw new TautError(
        "langevin.temperature",
        `must not be given together with kT; got ${temperature}. Give one of the two.`,
      );
    if (inner?.estimatesError || inner?.needsTolerance)
      throw new TautError(
        "langevin.inner",
        `must be a method with fixed steps; got "${inner.name}", which chooses its own. Use "verlet", "rattle" or "zs".`,
      );
    if (order === "baoab" && inner !== undefined && inner.kicksAndDrifts !== true)
      throw new TautError(
        "langevin.order",
        `"baoab" must be made of kicks and drifts; got the method "${inner.name}", which is not. Use "gla", or inner "verlet" or "rattle".`,
      );
    const innerFor = (problem: Problem): Method => inner ?? (problem.constraints === undefined ? verlet() : rattle());
    const around = inner === undefined ? "" : `, around ${inner.name}`;
    const rate = form === "mass" ? "p' = -friction p" : "p' = -friction v";
    return {
      name: "langevin",
      order: friction === 0 ? (inner?.order ?? 2) : order === "gla" ? 1 : 2,
      estimatesError: false,
      // without an inner method: rigid constraints if the model has some, with "rattle" to keep them
      wants: inner?.wants ?? "constraints",
      ...(inner?.stability && { stability: inner.stability }),
      random: true,
      note: `Heat bath of ${temperature === undefined ? `kT = ${kT}` : `${temperature} K`}: friction ${friction} (${rate}), seed ${seed}, order ${order}${around}${thermal ? ", velocities drawn at the start" : ""}${fixman ? ", with Fixman's potential" : ""}.`,
      refuses: (problem) => refusesKelvin(problem, temperature) ?? refuses(problem, innerFor(problem), bath),
      bind(problem, evaluator) {
        refuseEvaluator("langevin", evaluator);
        const energy = temperature === undefined ? kT : temperature * problem.workspace.units!.boltzmann;
        const heat = new HeatBath(problem, { ...bath, kT: energy });
        const moved = fixman ? withFixman(problem, energy) : problem;
        return order === "gla" ? new GlaStepper(innerFor(moved).bind(moved), heat) : new BaoabStepper(moved, heat);
      },
    };
  },
});

/**
 * A heat bath: composes a method for forces or constraints with friction and noise, at fixed steps, to sample the
 * ensemble at temperature kT.
 *
 * @example
 * run(springs, { method: langevin({ kT: 1, friction: 0.5, seed: 7 }), step: 0.05, until: 10 });
 */
export function langevin(options: LangevinOptions = {}): Method {
  return langevinFactory.make(options);
}

/** A temperature in kelvin needs the units of the model. */
function refusesKelvin({ workspace }: Problem, temperature: number | undefined): Refusal | undefined {
  if (temperature === undefined || workspace.units !== undefined) return undefined;
  return refusal({
    code: "needs-units",
    needs: `the units of the model to convert ${temperature} K to an energy`,
    found: `"${workspace.name}" declares no units`,
    instead: `Use "kT", or give the model units`,
  });
}

const refusal = (reason: Reason): Refusal => methodRefuses("langevin", reason);

function refuses(problem: Problem, inner: Method, { form, fixman }: Bath): Refusal | undefined {
  const own = refusesSecondOrder("langevin", problem, problem.workspace.mechanics?.m ? "rigid" : "stiff");
  if (own !== undefined) return own;
  const within = inner.refuses(problem);
  if (within !== undefined) return { ...within, who: { kind: "method", name: "langevin", inner: inner.name } };
  if (problem.constraints !== undefined && inner.keeps === undefined)
    return refusal({
      code: "constraints-left-to-method",
      needs: "velocities tangential to rigid constraints",
      found: `inner "${inner.name}" does not keep them tangential`,
      instead: `Use inner "rattle", or formulation "stiff"`,
    });
  const { mass, massBlocks } = problem.secondOrder!.mechanics;
  const model = `"${problem.workspace.name}"`;
  if (mass !== "diagonal" && (form === "plain" || massBlocks === undefined))
    return refusal({
      code: "mass-blocks",
      needs: `masses without blocks for friction of form "${form}"`,
      found: `${model} has some`,
      instead: `Use "mass"`,
    });
  if (!fixman) return undefined;
  if (problem.constraints === undefined)
    return refusal({
      code: "constraints-not-left",
      needs: "rigid constraints for Fixman's potential",
      found: `formulation "${problem.name}" has none`,
      instead: `Use "rigid"`,
    });
  if (mass !== "diagonal")
    return refusal({
      code: "mass-blocks",
      needs: "masses without blocks for Fixman's potential",
      found: `${model} has some`,
      instead: `Use "stiff"`,
    });
  if (!problem.workspace.autonomous)
    return refusal({
      code: "time-dependent",
      needs: "a system that does not depend on t for Fixman's potential",
      found: `${model} does`,
      instead: `Use "stiff"`,
    });
  return undefined;
}
