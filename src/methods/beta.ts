import { type Option, TautError } from "../core/index.js";

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
