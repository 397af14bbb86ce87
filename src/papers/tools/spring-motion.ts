/** Runs of the strong spring, in polar coordinates. */

import type { Model } from "../../model/index.js";
import type { RunSettings } from "../../run/settings.js";
import { strongSpring } from "../models/strong-spring.js";
import { type Motion, run } from "./motion.js";
import { polar, slowMean } from "./signals.js";

export interface SpringMotion extends ReturnType<typeof polar> {
  readonly motion: Motion;
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
}

/** A run of the strong spring; `set` gives omega, M, r0 and rdot0 as in the model. */
export function spring(
  settings: RunSettings,
  set: Readonly<Record<string, number>>,
  model: Model = strongSpring,
): SpringMotion {
  const motion = run(model, settings, set);
  const [x, y, vx, vy] = ["a_x", "a_y", "a_x'", "a_y'"].map(motion.of);
  return { motion, t: motion.t, x, y, vx, vy, ...polar(x, y, vx, vy) };
}

/** A schedule that resolves the fast oscillation, 20 samples in each of `periods` periods. */
export function overPeriods(omega: number, periods: number): { readonly until: number; readonly every: number } {
  const period = (2 * Math.PI) / omega;
  return { until: periods * period, every: period / 20 };
}

/**
 * The radius about which r oscillates when the areal velocity is M. The mean over an oscillation of amplitude kappa misses
 * it by 12 M^2 kappa^2/omega^2. So a second run starts from the mean of the first, and its own mean is exact to rounding.
 */
export function centre(omega: number, M: number): number {
  let r0 = 1;
  for (let k = 0; k < 2; k++) {
    r0 = slowMean(spring({ formulation: "stiff", ...overPeriods(omega, 60) }, { omega, M, r0 }).r);
  }
  return r0;
}
