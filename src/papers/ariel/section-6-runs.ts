/** The runs of Ariel section 6: the test problem over 0 <= t <= 10 from (31)-(32), on the constraints or on the slow manifold. */

import { errorControlled, fixed } from "../../controllers/index.js";
import { rigid, stiff } from "../../formulations/index.js";
import { adams, dop853, rattle, rk4 } from "../../methods/index.js";
import { ipa } from "../../projections/index.js";
import type { SolveOptions } from "../../solve/index.js";
import { bothHard } from "../models/two-springs.js";
import { distances, project, type RunEnd, runTo, type Setup, setUp } from "../tools/setup.js";
import { paperTolerance, paperWindow } from "./section-5.js";

export const until = 10;
/** Negative exponents of RelTol; AbsTol is a thousandth of it: (1e-3, 1e-6) … (1e-8, 1e-11). */
export const digits = [3, 4, 5, 6, 7, 8];

export interface Point {
  readonly forces: number;
  /** Forces of the same run from the constraint manifold, in 6.3. */
  readonly fromConstraints?: number;
  /** Error in q with stages built from the projected start, in 6.5. */
  readonly fromProjected?: number;
  readonly q: number;
  readonly p: number;
}

export interface SlowProblem {
  readonly omega: number;
  readonly setup: Setup;
  readonly projection: ReturnType<typeof ipa>;
  /** The projection of (31)-(32), and the solution that starts there at t = 10: the reference of the paper. */
  readonly start: Float64Array;
  readonly end: Float64Array;
}

export function slowProblem(omega: number): SlowProblem {
  const setup = setUp(bothHard, { omega1: omega, omega2: omega }, stiff());
  const projection = ipa({ ...paperWindow, tolerance: paperTolerance(omega) });
  const start = project(setup, projection).y;
  // Steps of 0.2/omega end within 3e-13 in q and 6e-10 in p of steps half as long. The tolerances of the paper's reference, 1e-12 and
  // 1e-14, are below what rounding allows at omega = 1e4.
  const controller = fixed({ step: 0.2 / omega });
  const { y } = runTo(setup, { method: dop853(), controller, until, from: { t: 0, y: start } });
  return { omega, setup, projection, start, end: y };
}

const pointOf = ({ end }: SlowProblem, { y, forces }: RunEnd): Point => ({ forces, ...distances(y, end) });

/** 6.1: RATTLE on the rigid view from (31)-(32). */
export function byRattle(problem: SlowProblem, step: number): Point {
  const { omega } = problem;
  const setup = setUp(bothHard, { omega1: omega, omega2: omega }, rigid());
  return pointOf(problem, runTo(setup, { method: rattle(), controller: fixed({ step }), until }));
}

/** 6.2 to 6.4: Adams with the step rule of ode113. */
export function byAdams(problem: SlowProblem, digit: number, options: Partial<SolveOptions>): Point {
  const [rtol, atol] = [Number(`1e-${digit}`), Number(`1e-${digit + 3}`)];
  const controller = errorControlled({ rtol, atol, norm: "max" });
  return pointOf(problem, runTo(problem.setup, { method: adams({ part: 1 }), controller, until, ...options }));
}

/** 6.5: RK4 with a projection before every evaluation, its stages as (38) is printed or built from the projected start. */
export function byProjectedRk4(
  problem: SlowProblem,
  step: number,
  stages: "projected" | "unprojected" = "unprojected",
): Point {
  const { setup, start, projection } = problem;
  const when = { when: "evaluation", stages } as const;
  return pointOf(
    problem,
    runTo(setup, { method: rk4(), controller: fixed({ step }), until, from: { t: 0, y: start }, projection, when }),
  );
}
