/**
 * Two methods in one run: an explicit one, and an implicit one for where stability and not accuracy limits its steps
 * (Petzold, SIAM J. Sci. Stat. Comput. 4, 1983, 136; Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2).
 *
 * With rho the largest |eigenvalue| of dF/dy, estimated every few accepted steps, and L the interval of stability:
 *
 *     explicit -> implicit   when h rho stays near L until that has cost as much as a trial of the implicit method will
 *     implicit -> explicit   when steps of L/rho would be cheaper than the implicit ones are, or the implicit ones fail
 *
 * Costs are counted in evaluations of F, so that decisions are the same on every machine. Whether the implicit method's
 * steps are longer by enough is not known before it is tried. Whoever waits until waiting has cost as much as trying does
 * at most twice what the better choice would have cost, whichever that is; and a trial that does not pay is ended and the
 * next one waits twice as long. Hand-overs happen at accepted steps, recorded with the reason; the new method begins from the state alone.
 */

import type { Method } from "../../core/index.js";
import { type Half, SwitchingStepper } from "./parts/stepper.js";

export function switching(explicit: Method, implicit: Method, first: Half = "explicit"): Method {
  return {
    name: `${explicit.name}+${implicit.name}`,
    order: Math.min(explicit.order, implicit.order),
    estimatesError: true,
    wants: "rates",
    needsTolerance: true,
    refuses: (problem) => explicit.refuses(problem) ?? implicit.refuses(problem),
    bind: (problem, evaluator) => new SwitchingStepper(explicit, implicit, first, problem, evaluator),
  };
}
