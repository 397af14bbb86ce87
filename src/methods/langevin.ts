/**
 * Langevin dynamics, M q'' = -grad V - friction + noise, the canonical ensemble of temperature kT, by splitting: the motion by a
 * method of choice, the bath by the exact Ornstein-Uhlenbeck flow of the velocities (`langevin/heat-bath.ts`).
 *
 *     gla    O_h o Phi_h          N. Bou-Rabee, H. Owhadi, SIAM J. Numer. Anal. 48 (2010) 278; 003 section 4.3
 *     baoab  B A O A B            B. Leimkuhler, C. Matthews (2013, 2016); `langevin/baoab-stepper.ts`
 *
 * Trajectories are of order 1 (gla) and 2 (baoab) in the weak sense. What is sampled is more accurate: with a symplectic Phi of order p
 * gla samples exp(-H_h/kT) to O(h^p), H_h the energy that Phi nearly keeps. For an oscillator of frequency nu, z = (h nu)^2:
 *
 *     verlet, rattle, gla   <p^2/m> = kT,   k <q^2> = kT/(1 - z/4)             the energy of positions is too high
 *     baoab                 <p^2/m> = kT (1 - z/4),   k <q^2> = kT             positions exact, velocities too cold
 *     zs, newmark, gla      <p^2/m> = kT,   k <q^2> = kT/(1 + (beta - 1/4) z)   at the physical point
 *
 * so that stiff springs whose periods the steps do not resolve hold the kinetic energy of their kT, but not their potential energy.
 * Rigid constraints have no such degrees of freedom: there the kinetic energy is kT/2 for each of n - rank.
 *
 * Noise is by address (seed, step, coordinate): a run has the same bits on any thread, resumed or not.
 */

import { type Method, type Problem, TautError } from "../core/index.js";
import { BaoabStepper } from "./langevin/baoab-stepper.js";
import type { Bath } from "./langevin/bath.js";
import { GlaStepper } from "./langevin/gla-stepper.js";
import { HeatBath } from "./langevin/heat-bath.js";
import { rattle } from "./rattle.js";
import { refuseEvaluator, refusesSecondOrder } from "./refusals.js";
import { verlet } from "./verlet.js";

export interface LangevinOptions {
  /** What moves the system between noise. Default: rattle where constraints are left to the method, otherwise verlet. */
  readonly inner?: Method;
  /** Temperature in the model's unit of energy. Default 1. */
  readonly kT?: number;
  /** Rate at which velocities are forgotten, 1/time; with form "plain" gamma of p' = -gamma v, mass/time. Default 1. */
  readonly friction?: number;
  /** Friction in proportion to the mass, p' = -gamma p, or as in 003, p' = -gamma v. Default "mass". */
  readonly form?: "mass" | "plain";
  /** How motion and bath are composed. Default "gla". */
  readonly order?: "gla" | "baoab";
  /** What all noise follows from. Default 0. */
  readonly seed?: number;
  /** Draw the velocities of the start at kT. Default false. */
  readonly thermal?: boolean;
}

/** Methods that BAOAB is made of. */
const splits = ["verlet", "rattle"];

export function langevin(options: LangevinOptions = {}): Method {
  const { inner, order = "gla" } = options;
  const bath = checkBath(options);
  if (inner?.estimatesError || inner?.needsTolerance)
    throw new TautError(
      "langevin.inner",
      `method "${inner.name}" chooses its steps, and a bath needs fixed ones. Use "verlet", "rattle" or "zs".`,
    );
  if (order !== "gla" && order !== "baoab")
    throw new TautError("langevin.order", `"${String(order)}" is no order of the parts. Give "gla" or "baoab".`);
  if (order === "baoab" && inner !== undefined && !splits.includes(inner.name))
    throw new TautError(
      "langevin.order",
      `"baoab" is made of kicks and drifts, and method "${inner.name}" is not. Use "gla", or inner "verlet" or "rattle".`,
    );
  const innerFor = (problem: Problem): Method => inner ?? (problem.constraints === undefined ? verlet() : rattle());
  const around = inner === undefined ? "" : `, around ${inner.name}`;
  const rate = bath.form === "mass" ? "p' = -friction p" : "p' = -friction v";
  return {
    name: "langevin",
    order: bath.friction === 0 ? (inner?.order ?? 2) : order === "gla" ? 1 : 2,
    estimatesError: false,
    ...(inner?.stability && { stability: inner.stability }),
    note: `Heat bath of kT = ${bath.kT}: friction ${bath.friction} (${rate}), seed ${bath.seed}, order ${order}${around}${bath.thermal ? ", velocities of the start drawn" : ""}.`,
    refuses: (problem) => refuses(problem, innerFor(problem), bath),
    bind(problem, evaluator) {
      refuseEvaluator("langevin", evaluator);
      const heat = new HeatBath(problem, bath);
      return order === "gla" ? new GlaStepper(innerFor(problem).bind(problem), heat) : new BaoabStepper(problem, heat);
    },
  };
}

function checkBath({ kT = 1, friction = 1, form = "mass", seed = 0, thermal = false }: LangevinOptions): Bath {
  const refuse = (option: string, value: unknown, why: string): never => {
    throw new TautError(`langevin.${option}`, `${String(value)} ${why}`);
  };
  if (!(typeof kT === "number" && kT >= 0 && kT < Number.POSITIVE_INFINITY))
    refuse("kT", kT, "is no temperature. Give a number from 0, in the model's unit of energy.");
  if (!(typeof friction === "number" && friction >= 0 && friction < Number.POSITIVE_INFINITY))
    refuse("friction", friction, "is no rate of friction. Give a number from 0.");
  if (form !== "mass" && form !== "plain") refuse("form", form, 'is no form of friction. Give "mass" or "plain".');
  if (!(Number.isSafeInteger(seed) && seed >= 0)) refuse("seed", seed, "is no seed. Give a whole number from 0.");
  if (typeof thermal !== "boolean") refuse("thermal", thermal, "is neither true nor false.");
  return { kT, friction, form, seed, thermal };
}

function refuses(problem: Problem, inner: Method, { form }: Bath): string | undefined {
  const own = refusesSecondOrder("langevin", problem, problem.system.mechanics?.m ? "rigid" : "stiff");
  if (own !== undefined) return own;
  const refusal = inner.refuses(problem);
  if (refusal !== undefined)
    return refusal.replace(`method "${inner.name}"`, `method "langevin", inner "${inner.name}"`);
  if (problem.constraints !== undefined && inner.name === "gn-zs")
    return `method "langevin": "gn-zs" does not keep velocities tangential to rigid constraints. Use inner "rattle", or formulation "stiff".`;
  const { mass, massBlocks } = problem.secondOrder!.mechanics;
  if (mass !== "diagonal" && (form === "plain" || massBlocks === undefined))
    return `method "langevin": friction of form "${form}" needs masses without blocks, and "${problem.system.name}" has some. Use "mass".`;
  return undefined;
}
