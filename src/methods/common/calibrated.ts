/**
 * Chooses the tolerance for an error estimate so that the error at the end is proportional to the tolerance that the
 * user asks for. An estimate of order h^k held to rtol makes h ~ rtol^(1/k), and a method of order p then ends with
 * rtol^(p/k). Where k is not p, the estimate is held to rtol / factor(rtol) ~ rtol^(k/p) instead, factor ~ rtol^(1 -
 * k/p), as far as rounding permits.
 */

import type { Pacer } from "../../core/index.js";

/** The smallest tolerance for an estimate: ten units of rounding. */
const finest = 10 * 2 ** -52;
/** A component so large that its tolerance is purely relative. */
const huge = 2 ** 500;

/**
 * The pacer at the method's own tolerance: its norms are `factor` times as large. Without a relative tolerance the
 * pacer is returned unchanged.
 */
export function calibrated(pacer: Pacer, dimension: number, factor: (rtol: number) => number): Pacer {
  const rtol = relativeTolerance(pacer, dimension);
  return rtol > finest && rtol < 1 ? tighter(pacer, Math.min(factor(rtol), rtol / finest)) : pacer;
}

export function relativeTolerance(pacer: Pacer, dimension: number): number {
  const y = new Float64Array(dimension).fill(huge);
  pacer.scale(y, y);
  return dimension > 0 ? y[0] / huge : 0;
}

function tighter(pacer: Pacer, factor: number): Pacer {
  const { initialStep, maxStep } = pacer;
  return {
    initialStep,
    maxStep,
    norm: (error, before, after) => factor * pacer.norm(error, before, after),
    next: (h, norm, order, accepted) => pacer.next(h, norm, order, accepted),
    scale(out, y) {
      pacer.scale(out, y);
      for (let i = 0; i < out.length; i++) out[i] /= factor;
    },
  };
}
