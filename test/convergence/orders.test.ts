/**
 * The convergence table: every method of the registry on every formulation that it accepts, with fixed steps that are
 * halved twice, and errors against solutions by hand (see problems.ts). The slope of the error over the row's window of
 * steps must be the stated order within 0.1, for q, v and lambda each.
 *
 * The error is the root mean square over the components and over 24 states spread over the run: ends of steps, or states
 * inside steps ("inside"), which come from dense output. Rounding leaves 1e-15 in these runs (the slope then falls to 0); a
 * row's floor says above which level its errors stay, so that no slope is measured on rounding.
 *
 * The multipliers have the order of q and v, because the reported lambda is the KKT multiplier of the reported (q, v), or
 * the force of a spring in the views with springs: a smooth function of them that does not depend on the method. So
 * SHAKE and RATTLE report lambda at order 2, although RATTLE's own two multipliers per step are of order 1 each (docs/theory/tao-owhadi.md). SHAKE's velocities
 * (q_2 - q_0)/2h are of order 2, and they miss the tangent space by as much; reported ones are projected, which does not
 * change the order. A projection, after steps or at stages, moves the state by the error of the step, and so keeps the
 * order too. Dense output keeps it where its own error over one step is of the order of the global error, which holds for
 * every method except radau5.
 */

import { describe, expect, test } from "vitest";
import { type RunSettings, registry, run } from "../../src/index.js";
import { order } from "../fixtures/stepping.js";
import {
  angles,
  block,
  bond,
  circling,
  damped,
  damping,
  decaying,
  driven,
  type Exact,
  indexTwo,
  orbit,
  penalty,
  pendula,
  type Reference,
  returning,
  rotating,
  springs,
  varying,
} from "./problems.js";
import { triangle, turning } from "./rigid-motions.js";

type Choice = NonNullable<RunSettings["method"]>;
type Projection = NonNullable<RunSettings["projection"]>;
type Row = readonly [
  method: Choice,
  formulation: Choice,
  projection: Projection,
  problem: Reference,
  where: "ends" | "inside",
  until: number,
  /** Numbers of steps of the runs: multiples of 24, each twice the one before. */
  steps: readonly [number, number, number],
  floor: number,
  /** The orders of q, v and lambda; a problem without constraints has no lambda, and a first-order system has no v. */
  orders: readonly number[],
];

/** Newton's method to rounding, because the default of 1e-12 would be visible in the errors. */
const newton: Projection = { name: "newton", tolerance: 1e-15 };
const atEveryStage: Projection = { ...newton, when: "evaluation" };
/** At its default order, 8, extrapolation on springs reaches rounding before the slope has settled. */
const gbs6: Choice = { name: "gbs", order: 6 };

/** So many terms that the truncated ones are below the errors. */
const longLincs: Choice = { name: "lincs", expansion: 24, iterations: 3 };
const cayleyEuler: Choice = { name: "lie-cayley", order: 1 };

/** Constraints on the accelerations or the velocities of the stages. */
const radauOn = (index: number, keepPositions = true): Choice => ({ name: "radau5", index, keepPositions });

/** Springs with friction, and Gear's regularisations, all slow enough to be resolved. */
const spring: Choice = { name: "damped-spring", beta: damping };
const decay: Choice = { name: "regularised", beta: returning };
const rotation: Choice = { name: "regularised", beta: returning, form: "rotation" };
/** So fast that with inner steps the motion is the rigid one to 1e-8. Two inner steps would leave beta times the fourth
 * power of the distance of a stage from the constraints in the rate. */
const fastDecay: Choice = { name: "regularised", beta: 1e9 };
const fastRotation: Choice = { name: "regularised", beta: 1e9, form: "rotation" };
const threeSteps: Projection = { name: "inner-euler", steps: 3 };
/** A heat bath without friction, so that the method is the one inside it. */
const bath: Choice = { name: "langevin", friction: 0 };
const baoab: Choice = { ...bath, order: "baoab" };
/** omega^-2 = 1e-16, so that the stiffness changes only rounding. */
const stiffPendula: Reference = { ...pendula, model: { ...pendula.model, omega: 1e8 } };

/** Ariel eq. 38: every stage is projected onto the slow manifold and takes the filtered force. On a circle the multiplier is
 * the energy, which a method of even order loses one order higher. */
const everyStage: Projection = { name: "ipa", when: "evaluation" };

const table: readonly Row[] = [
  // no constraints: springs, constant diagonal mass
  ["euler", "ode", "none", springs, "ends", 2, [1536, 3072, 6144], 1e-4, [1, 1]],
  ["midpoint", "ode", "none", springs, "ends", 8, [768, 1536, 3072], 1e-5, [2, 2]],
  ["bs32", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-7, [3, 3]],
  ["rk4", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-9, [4, 4]],
  ["dopri5", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-12, [5, 5]],
  ["dop853", "ode", "none", springs, "ends", 8, [96, 192, 384], 1e-14, [8, 8]],
  ["verlet", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  ["variational-euler", "ode", "none", springs, "ends", 2, [1536, 3072, 6144], 1e-5, [1, 1]],
  ["newmark", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  ["newmark-1", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  ["pushforward-newmark", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  ["zs", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  ["zss", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  [bath, "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  [baoab, "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-6, [2, 2]],
  ["ab2", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-5, [2, 2]],
  [gbs6, "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-14, [6, 6]],
  ["radau5", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-11, [5, 5]],
  ["bdf", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-10, [5, 5]],
  ["rosenbrock23", "ode", "none", springs, "ends", 8, [768, 1536, 3072], 1e-6, [2, 2]],
  ["rosenbrock4", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-9, [4, 4]],
  ["implicit-euler", "ode", "none", springs, "ends", 2, [1536, 3072, 6144], 1e-5, [1, 1]],
  ["trapezoidal", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-6, [2, 2]],
  ["tr-bdf2", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-6, [2, 2]],
  ["implicit-midpoint", "ode", "none", springs, "ends", 8, [384, 768, 1536], 1e-6, [2, 2]],
  ["gauss4", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-9, [4, 4]],
  ["gauss6", "ode", "none", springs, "ends", 8, [96, 192, 384], 1e-12, [6, 6]],
  ["verlet-4", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-10, [4, 4]],
  ["verlet-6", "ode", "none", springs, "ends", 8, [96, 192, 384], 1e-10, [6, 6]],
  ["verlet-8", "ode", "none", springs, "ends", 8, [96, 192, 384], 1e-13, [8, 8]],
  ["zs-4", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-10, [4, 4]],
  ["zs-6", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-13, [6, 6]],
  ["zss-4", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-10, [4, 4]],
  ["zss-6", "ode", "none", springs, "ends", 8, [192, 384, 768], 1e-13, [6, 6]],

  // no constraints: angles, a mass that depends on q
  ["variational-euler", "ode", "none", angles, "ends", 2, [1536, 3072, 6144], 1e-5, [1, 1]],
  ["rk4", "ode", "none", angles, "ends", 8, [96, 192, 384], 1e-9, [4, 4]],
  ["dopri5", "ode", "none", angles, "ends", 8, [192, 384, 768], 1e-13, [5, 5]],
  ["dop853", "ode", "none", angles, "ends", 8, [24, 48, 96], 1e-14, [8, 8]],
  ["gbs", "ode", "none", angles, "ends", 8, [24, 48, 96], 1e-15, [8, 8]],
  ["radau5", "ode", "none", angles, "ends", 8, [96, 192, 384], 1e-12, [5, 5]],
  ["gauss6", "ode", "none", angles, "ends", 8, [48, 96, 192], 1e-13, [6, 6]],

  // a first-order system, and kept on its two invariants
  ["midpoint", "ode", "none", orbit, "ends", 8, [384, 768, 1536], 1e-5, [2]],
  ["bs32", "ode", "none", orbit, "ends", 8, [384, 768, 1536], 1e-8, [3]],
  ["bs32", "ode", "stabilise", orbit, "ends", 8, [384, 768, 1536], 1e-8, [3]],
  ["rk4", "ode", "stabilise", orbit, "ends", 8, [192, 384, 768], 1e-9, [4]],
  ["rk4", "ode", newton, orbit, "ends", 8, [192, 384, 768], 1e-9, [4]],

  // the stiff view, with an omega that the steps resolve
  ["euler", "stiff", "none", penalty, "ends", 2, [1536, 3072, 6144], 1e-4, [1, 1, 1]],
  ["midpoint", "stiff", "none", penalty, "ends", 8, [768, 1536, 3072], 1e-5, [2, 2, 2]],
  ["bs32", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-7, [3, 3, 3]],
  ["rk4", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-9, [4, 4, 4]],
  ["dopri5", "stiff", "none", penalty, "ends", 8, [768, 1536, 3072], 1e-13, [5, 5, 5]],
  ["dop853", "stiff", "none", penalty, "ends", 8, [96, 192, 384], 1e-14, [8, 8, 8]],
  ["verlet", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["trigonometric", "stiff", "none", bond, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["trigonometric", "stiff", "none", bond, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  [{ name: "trigonometric", filter: "gautschi" }, "stiff", "none", bond, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["variational-euler", "stiff", "none", penalty, "ends", 2, [1536, 3072, 6144], 1e-5, [1, 1, 1]],
  [bath, "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["newmark", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  ["newmark-1", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  ["pushforward-newmark", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  ["zs", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  ["zss", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  ["zss-stiff", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  ["gn-zs", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  ["zs-4", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["zs-6", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-13, [6, 6, 6]],
  ["zss-4", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["zss-6", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-13, [6, 6, 6]],
  ["zss-stiff-4", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["zss-stiff-6", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-13, [6, 6, 6]],
  ["ab2", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-5, [2, 2, 2]],
  [gbs6, "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-14, [6, 6, 6]],
  ["radau5", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-11, [5, 5, 5]],
  ["bdf", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-10, [5, 5, 5]],
  ["rosenbrock23", "stiff", "none", penalty, "ends", 8, [768, 1536, 3072], 1e-6, [2, 2, 2]],
  ["rosenbrock4", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-9, [4, 4, 4]],
  ["implicit-euler", "stiff", "none", penalty, "ends", 2, [1536, 3072, 6144], 1e-5, [1, 1, 1]],
  ["trapezoidal", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["tr-bdf2", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["implicit-midpoint", "stiff", "none", penalty, "ends", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["gauss4", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-9, [4, 4, 4]],
  ["gauss6", "stiff", "none", penalty, "ends", 8, [96, 192, 384], 1e-12, [6, 6, 6]],
  ["verlet-4", "stiff", "none", penalty, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["verlet-6", "stiff", "none", penalty, "ends", 8, [96, 192, 384], 1e-10, [6, 6, 6]],
  ["verlet-8", "stiff", "none", penalty, "ends", 8, [96, 192, 384], 1e-13, [8, 8, 8]],

  // the underlying equation, left to drift
  ["euler", "underlying", "none", pendula, "ends", 8, [1536, 3072, 6144], 1e-4, [1, 1, 1]],
  ["midpoint", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-5, [2, 2, 2]],
  ["bs32", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-8, [3, 3, 3]],
  ["rk4", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["dopri5", "underlying", "none", pendula, "ends", 4, [96, 192, 384], 1e-14, [5, 5, 5]],
  ["dop853", "underlying", "none", pendula, "ends", 8, [24, 48, 96], 1e-14, [8, 8, 8]],
  ["ab2", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-5, [2, 2, 2]],
  ["radau5", "underlying", "none", pendula, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],
  ["bdf", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-11, [5, 5, 5]],
  ["rosenbrock23", "underlying", "none", pendula, "ends", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["rosenbrock4", "underlying", "none", pendula, "ends", 8, [384, 768, 1536], 1e-12, [4, 4, 4]],
  ["implicit-euler", "underlying", "none", pendula, "ends", 8, [1536, 3072, 6144], 1e-4, [1, 1, 1]],
  ["trapezoidal", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["tr-bdf2", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["implicit-midpoint", "underlying", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["gauss4", "underlying", "none", pendula, "ends", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["gauss6", "underlying", "none", pendula, "ends", 8, [48, 96, 192], 1e-13, [6, 6, 6]],

  // the slow field of rods so stiff that its solution is the rigid one to rounding
  ["rk4", "slow-field", "none", stiffPendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["dop853", "slow-field", "none", stiffPendula, "ends", 8, [24, 48, 96], 1e-14, [8, 8, 8]],
  ["rk4", "slow-field", "algebraic", stiffPendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["gbs", "slow-field", "algebraic", stiffPendula, "ends", 8, [24, 48, 96], 1e-15, [8, 8, 8]],

  // the adiabatic motion of rods that do not vibrate
  ["dopri5", "adiabatic", "stabilise", stiffPendula, "ends", 8, [192, 384, 768], 1e-13, [5, 5, 5]],

  // stabilised once after every step
  ["euler", "underlying", "stabilise", pendula, "ends", 8, [1536, 3072, 6144], 1e-4, [1, 1, 1]],
  ["midpoint", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-5, [2, 2, 2]],
  ["bs32", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-8, [3, 3, 3]],
  ["rk4", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["dopri5", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-13, [5, 5, 5]],
  ["dop853", "underlying", "stabilise", pendula, "ends", 8, [24, 48, 96], 1e-14, [8, 8, 8]],
  ["ab2", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-5, [2, 2, 2]],
  ["gbs", "underlying", "stabilise", pendula, "ends", 8, [24, 48, 96], 1e-15, [8, 8, 8]],
  ["radau5", "underlying", "stabilise", pendula, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],
  ["bdf", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-11, [5, 5, 5]],
  ["rosenbrock23", "underlying", "stabilise", pendula, "ends", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["rosenbrock4", "underlying", "stabilise", pendula, "ends", 8, [384, 768, 1536], 1e-12, [4, 4, 4]],
  ["trapezoidal", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["tr-bdf2", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["implicit-midpoint", "underlying", "stabilise", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["gauss4", "underlying", "stabilise", pendula, "ends", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["gauss6", "underlying", "stabilise", pendula, "ends", 8, [48, 96, 192], 1e-13, [6, 6, 6]],

  // one correction in a form of Ascher
  ["rk4", "underlying", "relax", pendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["rk4", "underlying", { name: "relax", at: "start" }, pendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],

  // brought back by Newton after every step, or at every stage
  ["euler", "underlying", newton, pendula, "ends", 8, [1536, 3072, 6144], 1e-4, [1, 1, 1]],
  ["midpoint", "underlying", newton, pendula, "ends", 8, [192, 384, 768], 1e-5, [2, 2, 2]],
  ["bs32", "underlying", newton, pendula, "ends", 8, [192, 384, 768], 1e-8, [3, 3, 3]],
  ["rk4", "underlying", newton, pendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["dopri5", "underlying", newton, pendula, "ends", 8, [192, 384, 768], 1e-13, [5, 5, 5]],
  ["dop853", "underlying", newton, pendula, "ends", 8, [24, 48, 96], 1e-14, [8, 8, 8]],
  ["rk4", "underlying", atEveryStage, pendula, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["dopri5", "underlying", atEveryStage, pendula, "ends", 8, [192, 384, 768], 1e-13, [5, 5, 5]],
  ["dop853", "underlying", atEveryStage, pendula, "ends", 8, [24, 48, 96], 1e-14, [8, 8, 8]],

  // equations with a return to the constraints: the solution is the same for any rate of return
  ["rk4", "baumgarte", "none", pendula, "ends", 4, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["radau5", "baumgarte", "none", pendula, "ends", 4, [24, 48, 96], 1e-11, [5, 5, 5]],
  ["rk4", "stabilised", "none", pendula, "ends", 4, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["radau5", "stabilised", "none", pendula, "ends", 4, [24, 48, 96], 1e-11, [5, 5, 5]],

  // other equations, whose solutions come near the rigid one
  ["rk4", spring, "none", damped, "ends", 8, [768, 1536, 3072], 1e-12, [4, 4, 4]],
  ["gauss4", spring, "none", damped, "ends", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["rk4", decay, "none", decaying, "ends", 8, [384, 768, 1536], 1e-12, [4, 4, 4]],
  ["gauss4", decay, "none", decaying, "ends", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["rk4", rotation, "none", rotating, "ends", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  // lambda is omega^2 g here, so rounding of g sets its error above omega = 1e4
  ["midpoint", "stiff", everyStage, circling(1e4), "ends", 4, [96, 192, 384], 1e-7, [2, 2, 3]],
  ["rk4", "averaged", "none", circling(1e4), "ends", 4, [24, 48, 96], 1e-9, [4, 4, 4]],
  ["rk4", fastDecay, threeSteps, pendula, "ends", 8, [24, 48, 96], 1e-7, [4, 4, 4]],
  ["rk4", fastRotation, "inner-two-stage", driven, "ends", 4, [24, 48, 96], 1e-8, [4, 4, 4]],

  // constraints kept by the method
  ["shake", "rigid", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["rattle", "rigid", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["rattle-1", "rigid", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  [bath, "rigid", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  [baoab, "rigid", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["gn-zs", "rigid", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  [longLincs, "rigid", "none", pendula, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["settle", "rigid", "none", triangle, "ends", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["rattle", "rigid", "none", triangle, "ends", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["lie-cayley", "rigid", "none", turning, "ends", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  [cayleyEuler, "rigid", "none", turning, "ends", 4, [768, 1536, 3072], 1e-5, [1, 1, 1]],
  ["rk4", "underlying", "none", turning, "ends", 4, [96, 192, 384], 1e-11, [4, 4, 4]],
  ["rattle-4", "rigid", "none", pendula, "ends", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["rattle-6", "rigid", "none", pendula, "ends", 8, [48, 96, 192], 1e-12, [6, 6, 6]],
  ["rattle-8", "rigid", "none", pendula, "ends", 8, [24, 48, 96], 1e-14, [8, 8, 8]],
  ["radau5", "rigid", "none", pendula, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],

  // a constraint that reads t
  ["rk4", "underlying", "none", driven, "ends", 4, [96, 192, 384], 1e-11, [4, 4, 4]],
  ["dopri5", "underlying", "none", driven, "ends", 4, [96, 192, 384], 1e-14, [5, 5, 5]],
  ["dopri5", "underlying", "stabilise", driven, "ends", 4, [96, 192, 384], 1e-14, [5, 5, 5]],
  ["shake", "rigid", "none", driven, "ends", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["rattle", "rigid", "none", driven, "ends", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["gn-zs", "rigid", "none", driven, "ends", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["rattle-1", "rigid", "none", driven, "ends", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["radau5", "rigid", "none", driven, "ends", 4, [24, 48, 96], 1e-12, [5, 5, 5]],

  // a dense block as mass, and a mass that depends on q
  ["rk4", "underlying", "none", block, "ends", 8, [96, 192, 384], 1e-9, [4, 4, 4]],
  ["dopri5", "underlying", "stabilise", block, "ends", 8, [192, 384, 768], 1e-14, [5, 5, 5]],
  ["shake", "rigid", "none", block, "ends", 8, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["rattle", "rigid", "none", block, "ends", 8, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["gn-zs", "rigid", "none", block, "ends", 8, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["rattle-1", "rigid", "none", block, "ends", 8, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["rk4", "underlying", "none", varying, "ends", 8, [96, 192, 384], 1e-9, [4, 4, 4]],
  ["dopri5", "underlying", "stabilise", varying, "ends", 8, [192, 384, 768], 1e-14, [5, 5, 5]],
  ["rattle", "rigid", "none", varying, "ends", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["rattle-4", "rigid", "none", varying, "ends", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["rattle-6", "rigid", "none", varying, "ends", 8, [48, 96, 192], 1e-13, [6, 6, 6]],
  ["radau5", "rigid", "none", varying, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],
  [radauOn(2, false), "rigid", "none", varying, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],
  [radauOn(3), "rigid", "none", varying, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],
  [radauOn(1), "rigid", "none", varying, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],
  ["radau5", "underlying", "stabilise", varying, "ends", 8, [48, 96, 192], 1e-11, [5, 5, 5]],
  ["rattle", "ode", "none", angles, "ends", 8, [192, 384, 768], 1e-6, [2, 2]],
  ["rattle-4", "ode", "none", angles, "ends", 8, [96, 192, 384], 1e-10, [4, 4]],
  ["rattle-8", "ode", "none", angles, "ends", 8, [24, 48, 96], 1e-14, [8, 8]],

  // algebraic variables, eliminated and left to the method
  ["rk4", "underlying", "stabilise", indexTwo, "ends", 1, [24, 48, 96], 1e-12, [4, 4]],
  ["radau5", "dae", "none", indexTwo, "ends", 1.8, [24, 48, 96], 1e-14, [5, 5]],

  // dense output
  ["euler", "underlying", "stabilise", pendula, "inside", 8, [1536, 3072, 6144], 1e-4, [1, 1, 1]],
  ["midpoint", "underlying", "stabilise", pendula, "inside", 8, [192, 384, 768], 1e-5, [2, 2, 2]],
  ["bs32", "underlying", "stabilise", pendula, "inside", 8, [192, 384, 768], 1e-8, [3, 3, 3]],
  ["rk4", "underlying", "stabilise", pendula, "inside", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["dopri5", "underlying", "none", pendula, "inside", 4, [96, 192, 384], 1e-14, [5, 5, 5]],
  ["dop853", "underlying", "none", pendula, "inside", 8, [24, 48, 96], 1e-14, [8, 8, 8]],
  ["verlet", "stiff", "none", penalty, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["variational-euler", "stiff", "none", penalty, "inside", 2, [1536, 3072, 6144], 1e-5, [1, 1, 1]],
  ["newmark", "stiff", "none", penalty, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["newmark-1", "stiff", "none", penalty, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["pushforward-newmark", "stiff", "none", penalty, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["zs", "stiff", "none", penalty, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["zss", "stiff", "none", penalty, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["zss-stiff", "stiff", "none", penalty, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["gn-zs", "rigid", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["zs-4", "stiff", "none", penalty, "inside", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["zs-6", "stiff", "none", penalty, "inside", 8, [192, 384, 768], 1e-13, [6, 6, 6]],
  ["zss-4", "stiff", "none", penalty, "inside", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["zss-6", "stiff", "none", penalty, "inside", 8, [192, 384, 768], 1e-13, [6, 6, 6]],
  ["zss-stiff-4", "stiff", "none", penalty, "inside", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["zss-stiff-6", "stiff", "none", penalty, "inside", 8, [192, 384, 768], 1e-13, [6, 6, 6]],
  ["shake", "rigid", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  [bath, "rigid", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["rattle", "rigid", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["rattle-1", "rigid", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  [longLincs, "rigid", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["settle", "rigid", "none", triangle, "inside", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["lie-cayley", "rigid", "none", turning, "inside", 4, [96, 192, 384], 1e-6, [2, 2, 2]],
  ["ab2", "underlying", "none", pendula, "inside", 8, [192, 384, 768], 1e-5, [2, 2, 2]],
  ["gbs", "underlying", "stabilise", pendula, "inside", 8, [24, 48, 96], 1e-15, [8, 8, 8]],
  ["bdf", "underlying", "none", pendula, "inside", 8, [192, 384, 768], 1e-11, [5, 5, 5]],
  ["rosenbrock23", "underlying", "none", pendula, "inside", 8, [384, 768, 1536], 1e-6, [2, 2, 2]],
  ["rosenbrock4", "underlying", "none", pendula, "inside", 8, [384, 768, 1536], 1e-12, [4, 4, 4]],
  ["implicit-euler", "underlying", "none", pendula, "inside", 8, [1536, 3072, 6144], 1e-4, [1, 1, 1]],
  ["trapezoidal", "underlying", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["tr-bdf2", "underlying", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["implicit-midpoint", "underlying", "none", pendula, "inside", 8, [192, 384, 768], 1e-6, [2, 2, 2]],
  ["gauss4", "underlying", "none", pendula, "inside", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["gauss6", "underlying", "none", pendula, "inside", 8, [48, 96, 192], 1e-13, [6, 6, 6]],
  ["verlet-4", "stiff", "none", penalty, "inside", 8, [192, 384, 768], 1e-10, [4, 4, 4]],
  ["verlet-6", "stiff", "none", penalty, "inside", 8, [96, 192, 384], 1e-10, [6, 6, 6]],
  ["verlet-8", "stiff", "none", penalty, "inside", 8, [96, 192, 384], 1e-13, [8, 8, 8]],
  ["rattle-4", "rigid", "none", pendula, "inside", 8, [96, 192, 384], 1e-10, [4, 4, 4]],
  ["rattle-6", "rigid", "none", pendula, "inside", 8, [48, 96, 192], 1e-12, [6, 6, 6]],
  ["rattle-8", "rigid", "none", pendula, "inside", 8, [24, 48, 96], 1e-14, [8, 8, 8]],

  // the exception: radau5 is more accurate at the ends of steps than its collocation polynomial is inside
  ["radau5", "underlying", "none", pendula, "inside", 8, [96, 192, 384], 1e-11, [4, 4, 4]],
];

const samples = 24;
/** Where "inside" states lie, as fractions of a step. */
const parts = [0.3, 0.8];

/** The errors of q, v and lambda, if the problem has them. */
function errors([method, formulation, projection, problem, where, until]: Row, steps: number): number[] {
  const step = until / steps;
  const starts = Array.from({ length: samples }, (_, k) => (k * steps) / samples);
  const saveAt = starts.flatMap((k) => parts.map((part) => (k + part) * step));
  const { status, trajectory } = run(problem.model, {
    method,
    formulation,
    projection,
    step,
    until,
    ...(where === "inside" && { saveAt }),
    multipliers: true,
    ledger: "saved",
  });
  expect(status).toBe("ok");

  const [states, multipliers] = [trajectory.states(), trajectory.multipliers()];
  const rows = where === "inside" ? saveAt.map((_, k) => k) : starts.map((k) => k + steps / samples);
  const ends = starts.map((_, k) => ((k + 1) * until) / samples);
  const exact = problem.exact(where === "inside" ? saveAt : ends);
  const { q, v, lambda } = exact[0];
  const width = q.length + v.length;
  const kinds: [keyof Exact, Float64Array, number, number][] = [
    ["q", states, width, 0],
    ["v", states, width, q.length],
    ["lambda", multipliers, lambda.length, 0],
  ];
  return kinds
    .filter(([kind]) => exact[0][kind].length > 0)
    .map(([kind, values, stride, offset]) => {
      const squares = exact.flatMap((e, k) => e[kind].map((x, i) => (values[rows[k] * stride + offset + i] - x) ** 2));
      return Math.sqrt(squares.reduce((sum, x) => sum + x, 0) / squares.length);
    });
}

const nameOf = (choice: Choice): string => (typeof choice === "string" ? choice : choice.name);

function title([method, formulation, projection, problem, where, until, steps, floor, orders]: Row): string {
  const { name, when = "as usual" } = typeof projection === "string" ? { name: projection } : projection;
  const repaired = name === "none" ? "" : `, ${name} (${when})`;
  const window = `${where} of steps, h = ${until}/${steps[0]} … ${until}/${steps[2]}, errors above ${floor}`;
  const { name: model } = problem.model as { name: string };
  return `${nameOf(method)} on ${model}, ${nameOf(formulation)}${repaired}: order ${orders.join(", ")} (${window})`;
}

describe("the orders of q, v and lambda are the stated ones within 0.1", () => {
  test.each(table.map((row) => [title(row), row] as const))("%s", (_, row) => {
    const [method, , , , where, , window, floor, orders] = row;
    const measured = window.map((steps) => errors(row, steps));
    expect(measured[0].length).toBe(orders.length);
    orders.forEach((expected, kind) => {
      const series = measured.map((e) => e[kind]);
      expect(Math.min(...series)).toBeGreaterThan(floor);
      expect(Math.abs(order(series) - expected)).toBeLessThan(0.1);
    });
    // the order that the method itself states
    const { name, ...options } = typeof method === "string" ? { name: method } : method;
    const { order: stated } = registry.method.find((factory) => factory.name === name)!.make(options);
    if (where === "ends") expect(stated).toBe(orders[0]);
  });
});

/** The methods that can take fixed steps; those that choose order and step together have no fixed order. */
const methods = registry.method.filter((method) => method.make().needsTolerance !== true).map(({ name }) => name);
const formulations = registry.formulation.map(({ name }) => name);
/** To a method these formulations look like "underlying", a complete right-hand side, so its row there covers them. */
const asUnderlying = new Set([
  ...["baumgarte", "stabilised", "regularised", "damped-spring"],
  ...["slow-field", "adiabatic", "averaged"],
]);

describe("the table is complete: every pair that is not in it is refused with a sentence", () => {
  // rods, springs, a first-order system, a mass that depends on q, algebraic variables
  const models = [pendula, springs, orbit, varying, indexTwo].map(({ model }) => model);
  const pairs = methods.flatMap((method) => formulations.map((formulation) => [method, formulation] as const));
  const atEnds = new Set(table.filter((row) => row[4] === "ends").map(([m, f]) => `${nameOf(m)} ${nameOf(f)}`));
  const isMeasured = (method: string, formulation: string) =>
    atEnds.has(`${method} ${asUnderlying.has(formulation) ? "underlying" : formulation}`);

  test.each(pairs.filter(([method, formulation]) => !isMeasured(method, formulation)))(
    "%s refuses formulation %s for every model",
    (method, formulation) => {
      const refusals = models.map((model) => {
        try {
          run(model, { method, formulation, projection: "none", step: 0.1, until: 1 });
        } catch (error) {
          return (error as Error).message;
        }
        return "none";
      });
      // either the formulation refuses the model, or the method refuses the formulation; both say what to use instead
      for (const sentence of refusals)
        expect(sentence).toMatch(/^run\.(method|formulation): .* Use (formulation )?".*\.$/);
      expect(refusals.filter((sentence) => sentence.startsWith(`run.method: method "${method}"`))).not.toEqual([]);
    },
  );

  test("every method, formulation and projection has rows, and every method has one inside steps", () => {
    const inside = table.filter((row) => row[4] === "inside").map(([method]) => nameOf(method));
    const repairs = table.map(([, , projection]) => nameOf(projection));
    const projections = registry.projection.map(({ name }) => name);
    expect(new Set(inside)).toEqual(new Set(methods));
    expect(new Set(table.map(([method]) => nameOf(method)))).toEqual(new Set(methods));
    expect(new Set(table.map(([, formulation]) => nameOf(formulation)))).toEqual(new Set(formulations));
    expect(new Set(repairs)).toEqual(new Set(["none", ...projections]));
  });

  const special: Readonly<Record<string, Reference>> = { settle: triangle, "lie-cayley": turning, trigonometric: bond };
  test.each(methods)("%s gets a formulation that it accepts if none is given", (method) => {
    const { status } = run((special[method] ?? penalty).model, { method, step: 0.01, until: 0.1 });
    expect(status).toBe("ok");
  });
});

describe("with error control the error follows the tolerance", () => {
  const adaptive = registry.method.filter((method) => method.make().estimatesError).map(({ name }) => name);

  // 8 units of time accumulate the errors of up to 1,000 steps
  test.each(adaptive)("%s: at most 1,000 rtol for rtol = 1e-5, 1e-7 and 1e-9, and less each time", (method) => {
    const [exact] = pendula.exact([8]);
    const reached = [1e-5, 1e-7, 1e-9].map((rtol) => {
      const { q, status } = run(pendula.model, { method, rtol, until: 8, keepStates: false });
      const error = Math.max(...exact.q.map((x, i) => Math.abs(q[i] - x)));
      expect(status).toBe("ok");
      expect(error / rtol).toBeLessThan(1e3);
      return error;
    });
    expect(reached[1]).toBeLessThan(reached[0] / 10);
    expect(reached[2]).toBeLessThan(reached[1] / 10);
  });
});
