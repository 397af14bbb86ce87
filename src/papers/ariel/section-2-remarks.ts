/**
 * Remarks 1 and 2 of Ariel section 2.1, which both examples check: the distances of slow solutions, and of solutions that start on the
 * constraint manifold, from the constrained solution, and the distance of omega^2 g from lambda.
 */

import type { PowerLaw } from "../tools/blind-experiment.js";

/** Largest distances from the constrained solution at one omega. */
export interface RemarkDistances {
  readonly slow: { readonly q: number; readonly p: number; readonly tension: number };
  readonly started: { readonly q: number; readonly p: number };
}

/** The powers of omega that the remarks state. */
export interface PublishedRemarks {
  readonly slowExponent: { readonly q: number; readonly p: number };
  readonly startedExponent: { readonly q: number; readonly p: number };
  readonly multiplierExponent: number;
}

export function remarkPowerLaws(all: readonly RemarkDistances[], published: PublishedRemarks): PowerLaw[] {
  const { slowExponent, startedExponent, multiplierExponent } = published;
  const slow = (name: "q" | "p"): PowerLaw => ({
    name: `slow-exponent-${name}`,
    item: `the distance of ${name} on the slow solution from that of the DAE (remark 1)`,
    label: `slow ${name}`,
    exponent: slowExponent[name],
    sizes: all.map((each) => each.slow[name]),
  });
  const started = (name: "q" | "p"): PowerLaw => ({
    name: `manifold-start-exponent-${name}`,
    item: `the distance of ${name} from that of the DAE, for a start on the constraint manifold (remark 1)`,
    label: `${name} from the constraints`,
    exponent: startedExponent[name],
    sizes: all.map((each) => each.started[name]),
  });
  const tension: PowerLaw = {
    name: "multiplier-exponent",
    item: "omega^2 g - lambda on the slow solution (4)",
    label: "omega^2 g - lambda",
    exponent: multiplierExponent,
    sizes: all.map((each) => each.slow.tension),
  };
  return [slow("q"), slow("p"), started("q"), started("p"), tension];
}
