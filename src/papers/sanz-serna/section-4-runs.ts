/** The runs of Sanz-Serna section 4: the window, the starts, initial data by one filtering, ode45 and RK4 as macro-integrators. */

import { fixed } from "../../controllers/index.js";
import { append } from "../../core/index.js";
import { averaged, stiff } from "../../formulations/index.js";
import { dop853, rk4 } from "../../methods/index.js";
import type { Model } from "../../model/index.js";
import { ipa } from "../../projections/index.js";
import { type Ode45Result, ode45 } from "../tools/ode45.js";
import { type Parameters, project, type RunEnd, runTo, type Setup, setUp } from "../tools/setup.js";

export const until = 10;
/** The window is 2 eta = 20 fast periods wide, with six micro-steps in a period, and the kernel is that of the paper. */
const filter = { filter: "exponential", periods: 10, steps: 60 } as const;
const once = ipa({ ...filter, once: true });
export const spacing = 0.25;
export const grid = (step: number): number[] => Array.from({ length: until / step + 1 }, (_, k) => k * step);

/** The start of case (i); case (iii) has the same. */
export const stretched = (omega1: number, omega2: number): Parameters => ({
  omega1,
  omega2,
  x2: 2 + 1 / omega2,
  u1: 0.5,
  v1: -0.5,
  u2: -0.5,
  v2: 0.5,
});

export interface Hmm {
  readonly setup: Setup;
  /** P_0 and Q_0 (section 3.2), and the number of forces they took. */
  readonly start: Float64Array;
  readonly startForces: number;
}

/** The averaged view as published, and its start. */
export function hmm(model: Model, set: Parameters): Hmm {
  const setup = setUp(model, set, averaged({ ...filter, project: false }));
  const { y, forces } = project(setup, once);
  return { setup, start: y, startForces: forces };
}

export const hmmRk4 = ({ setup, start }: Hmm, step: number): RunEnd =>
  runTo(setup, { method: rk4(), controller: fixed({ step }), until, from: { t: 0, y: start }, saveAt: grid(step) });

export const hmmOde45 = ({ setup, start }: Hmm): Ode45Result =>
  ode45(setup, { from: { t: 0, y: start }, until, saveAt: grid(spacing) });

/** Ten runs over a unit of time each, with a projection between them; states are saved every 0.25. */
export function hmmReprojected(problem: Hmm): readonly Float64Array[] {
  const states: Float64Array[] = [];
  let y: ArrayLike<number> = problem.start;
  for (let t = 0; t < until; t++) {
    const saveAt = [t, t + 0.25, t + 0.5, t + 0.75];
    const result = ode45(problem.setup, { from: { t, y }, until: t + 1, saveAt });
    append(states, result.states);
    y = t + 1 < until ? project(problem.setup, once, result.y).y : result.y;
  }
  states.push(Float64Array.from(y));
  return states;
}

/** States of the stiff equation at the given times, with its oscillations resolved. */
export function direct(model: Model, set: Parameters, saveAt: readonly number[]): readonly Float64Array[] {
  const setup = setUp(model, set, stiff());
  // error control asks for less than rounding allows at omega = 1e4 and above, and these steps are exact to 1e-9 there
  const controller = fixed({ step: 0.2 / Math.max(set.omega1, set.omega2) });
  return runTo(setup, { method: dop853(), controller, until, saveAt: [...saveAt] }).states;
}

/** Largest difference of positions or of velocities over saved states. */
export function largestError(a: readonly Float64Array[], b: readonly Float64Array[], half: "q" | "v"): number {
  const n = a[0].length / 2;
  const first = half === "q" ? 0 : n;
  let largest = 0;
  a.forEach((state, k) => {
    for (let i = first; i < first + n; i++) largest = Math.max(largest, Math.abs(state[i] - b[k][i]));
  });
  return largest;
}
