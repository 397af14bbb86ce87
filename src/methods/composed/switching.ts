/**
 * Two methods in one run: an explicit one, and an implicit one for phases in which stability and not accuracy limits
 * its steps (Petzold, SIAM J. Sci. Stat. Comput. 4, 1983, 136; Hairer, Wanner, Solving Ordinary Differential Equations
 * II, IV.2).
 *
 * With rho the largest |eigenvalue| of dF/dy, estimated every few accepted steps, L the limit of stability on the axis
 * nearer to that eigenvalue, and |y''|/|y'| the rate of the motion itself:
 *
 *     explicit -> implicit   when h rho is near L, or not far below it although the motion is much slower than rho, until
 *                            that has cost as much as a trial of the implicit method will
 *     implicit -> explicit   when explicit steps would be cheaper, when the phase has lost more than it may, or when the
 *                            implicit steps fail
 *
 * Costs are counted, in evaluations of F (`parts/cost.ts`), so that decisions are the same on every machine. Whether the
 * implicit method's steps are long enough to pay is not known before it is tried. A rule that waits until waiting has
 * cost as much as a trial costs at most twice as much as the better choice, whichever that is. While the implicit method
 * steps, its cost is compared with what explicit steps of the last known length would have cost. A trial that loses more
 * than its price, or than a quarter of all that was spent before, less what earlier trials have lost, is ended; the
 * next one waits twice as long, and until the losses are again below that part. Hand-overs happen at accepted steps,
 * recorded with the reason; the new method begins from the state alone.
 */

import type { Method } from "../../core/index.js";
import { type Half, SwitchingStepper } from "./parts/stepper.js";

/**
 * Two methods in one run: the explicit one, and the implicit one for phases in which stability and not accuracy limits
 * the explicit steps. `first` begins.
 *
 * @example
 * run(springs, { method: switching(dop853(), radau5()), rtol: 1e-6, until: 10 }).handovers;
 */
export function switching(explicit: Method, implicit: Method, first: Half = "explicit"): Method {
  return {
    name: `${explicit.name}+${implicit.name}`,
    order: Math.min(explicit.order, implicit.order),
    estimatesError: true,
    wants: "rates",
    needsTolerance: true,
    damps: explicit.damps === true || implicit.damps === true,
    refuses: (problem) => explicit.refuses(problem) ?? implicit.refuses(problem),
    bind: (problem, evaluator) => new SwitchingStepper(explicit, implicit, first, problem, evaluator),
  };
}
