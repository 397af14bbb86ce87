/** What stopped a run, by name: of all that took part, whoever knows best. */

import type { Problem, State, Status, Stepper } from "../core/index.js";
import { diagnosis, type Trouble } from "./failure.js";
import type { Repair } from "./repair.js";

/** A status at the state `bad`, tried from the accepted state `good` with a step h. */
export type Blame = (status: Status, bad: State, good: State, h?: number) => Trouble;

/** Work arrays are born here, not when the run is in trouble. */
export function blame(problem: Problem, repair: Repair, stepper: Stepper): Blame {
  const { explain, accuse } = diagnosis(problem);
  return (found, bad, good, h) => {
    const status = found as Trouble["status"];
    const cause = repair.own?.reason ?? problem.reason;
    if (cause !== undefined) return { status, t: good.t, ...(h !== undefined && { h }), cause };
    const trouble = explain(status, bad, good, h);
    // methods that keep the constraints know better how far they came, and those that solve for a step where it failed
    const { culprit = -1, residual } = stepper;
    if (problem.constraints !== undefined)
      return status === "diverged" && residual !== undefined ? { ...trouble, residual } : trouble;
    const isNamed = status === "singular" && trouble.component !== undefined;
    return culprit < 0 || isNamed ? trouble : accuse(trouble, culprit);
  };
}
