/** What stopped a run, by name: of all that took part, whoever knows best. */

import type { Failure, Problem, State, Stepper } from "../core/index.js";
import { describe, explainer, measuredTrouble, type Trouble } from "./failure.js";
import type { Repair } from "./repair.js";

export interface Blame {
  /** A status at the state `bad`, tried from the accepted state `good` with a step h. */
  at(status: Trouble["status"], bad: State, good: State, h?: number): Trouble;
  /** The failure that a trouble after the accepted state `good` is. */
  failure(trouble: Trouble, good: State): Failure;
}

/** Work arrays are born here, not when the run is in trouble. */
export function blame(problem: Problem, repair: Repair, stepper: Stepper): Blame {
  const found = explainer(problem);
  return {
    at(status, bad, good, h) {
      const reason = repair.own?.diagnosis?.reason ?? problem.diagnosis?.reason;
      if (reason !== undefined) return measuredTrouble(status, good.t, reason, h);
      // a method that has seen it coming says what to try
      const { warning, residual, culprit = -1 } = stepper.diagnosis ?? {};
      const advice = status === "diverged" && warning !== undefined ? { advice: warning } : {};
      const trouble = { ...found.explain(status, bad, good, h), ...advice };
      // methods that keep the constraints know better how far they came, and those that solve for a step where it failed
      if (problem.constraints !== undefined)
        return status === "diverged" && residual !== undefined ? { ...trouble, residual } : trouble;
      const isNamed = status === "singular" && trouble.component !== undefined;
      return culprit < 0 || isNamed ? trouble : found.accuse(trouble, culprit);
    },
    failure: (trouble, good) => describe(found.blame(trouble, good)),
  };
}
