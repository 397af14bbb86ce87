/** A fixed step: every attempt is accepted, and only the driver shortens a step, to hit a time. */

import { type Controller, checkedOptions } from "../core/index.js";

/** Options of `fixed`. */
export interface FixedOptions {
  /** Length of every step, in the model's unit of time; above 0 (the driver knows the direction). Required. */
  readonly step: number;
}

const name = "fixed";
const rules = { step: { type: "number", above: 0, default: undefined, required: true } } as const;

/**
 * Equal steps. `solve` on a problem takes it as its controller; `run`, and `solve` on a system, make one from `step`.
 *
 * @example
 * const problem = rigid().apply(compileSystem(lower(pendulum)));
 * solve(problem, { method: rattle(), controller: fixed({ step: 0.01 }), until: 1 });
 */
export function fixed(options: FixedOptions): Controller {
  const { step } = checkedOptions(name, rules, options);
  return {
    name,
    needsError: false,
    bind: () => ({
      initialStep: step,
      maxStep: step,
      norm: () => 0,
      next: () => step,
      scale: (out) => void out.fill(1),
    }),
  };
}
