import type { NumberOption, Stability } from "../../../core/index.js";

export interface BetaOptions {
  /** Weight of the acceleration at the end. From 1/4 on the method is linearly stable for every step; it is most
   * accurate just above 1/4. Default 0.3. */
  readonly beta?: number;
}

export const betaOption = {
  type: "number",
  above: 0,
  about:
    "Weight beta of the implicit part. From 1/4 on the method is linearly stable for every step; it is most accurate just above 1/4.",
  default: 0.3,
} as const satisfies NumberOption;

/** Stability for y'' = -omega^2 y: every step from beta = 1/4 on, h omega < 2 (1 - 4 beta)^-1/2 below. */
export const stabilityOf = (beta: number): Stability => ({
  real: Number.POSITIVE_INFINITY,
  imaginary: beta >= 0.25 ? Number.POSITIVE_INFINITY : 2 / Math.sqrt(1 - 4 * beta),
});
