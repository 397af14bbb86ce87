import { type Option, type Stability, TautError } from "../../../core/index.js";

export interface BetaOptions {
  /** Weight of the acceleration at the end: stable for every step from 1/4 on, most accurate just above. Default 0.3. */
  readonly beta?: number;
}

const defaultBeta = 0.3;

export const betaOption: Option = {
  about: "Weight beta of the implicit part: linearly stable for every step from 1/4 on, most accurate just above.",
  default: defaultBeta,
};

export function checkBeta(name: string, { beta = defaultBeta }: BetaOptions): number {
  if (!(Number.isFinite(beta) && beta > 0)) {
    throw new TautError(
      `${name}.beta`,
      `${beta} cannot be beta. Give a number above 0; from 0.25 on steps are stable.`,
    );
  }
  return beta;
}

/** Of y'' = -omega^2 y: every step from beta = 1/4 on, h omega < 2 (1 - 4 beta)^-1/2 below. */
export const stabilityOf = (beta: number): Stability => ({
  real: Number.POSITIVE_INFINITY,
  imaginary: beta >= 0.25 ? Number.POSITIVE_INFINITY : 2 / Math.sqrt(1 - 4 * beta),
});
