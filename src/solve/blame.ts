/**
 * Finds what stopped a run, by name. The method, the formulation or the projection says it if it knows; otherwise it is
 * measured.
 */

import {
  type Consistency,
  type Failure,
  measuredTrouble,
  type Problem,
  type State,
  type Stepper,
  type Trouble,
} from "../core/index.js";
import { causeOf, describe, explainer } from "./failure.js";
import type { Repair } from "./repair.js";

export interface Blame {
  /** The trouble behind a status at the state `bad`, which was tried from the accepted state `good` with a step h. */
  at(status: Trouble["status"], bad: State, good: State, h?: number): Trouble;
  /** The failure that ends the run because of a trouble after the accepted state `good`. */
  failure(trouble: Trouble, good: State): Failure;
}

/** Work arrays are allocated here, before the run, not when it fails. */
export function blame(problem: Problem, repair: Repair, stepper: Stepper, consistency: Consistency | undefined): Blame {
  const found = explainer(problem, consistency);
  return {
    at(status, bad, good, h) {
      const reason = repair.own?.diagnosis?.reason ?? problem.diagnosis?.reason;
      if (reason !== undefined) return measuredTrouble(status, good.t, reason, h);
      // the method has warned of this, and its warning says what to try
      const { warning, residual, culprit = -1 } = stepper.diagnosis ?? {};
      const advice = status === "diverged" && warning !== undefined ? { advice: warning } : {};
      const trouble = { ...found.explain(status, bad, good, h), ...advice };
      // methods that keep constraints report the residual they reached, and methods that solve for a step the component
      if (problem.constraints !== undefined)
        return status === "diverged" && residual !== undefined ? { ...trouble, residual } : trouble;
      const isNamed = status === "singular" && trouble.component !== undefined;
      return culprit < 0 || isNamed ? trouble : found.accuse(trouble, culprit);
    },
    failure: (trouble, good) => describe(consistency?.blame(trouble, causeOf(trouble), good) ?? trouble),
  };
}
