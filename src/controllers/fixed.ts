/** Fixed steps: every attempt is accepted, and only the driver shortens a step, to hit a given time. */

import { type Controller, checkOptions, type Factory, TautError } from "../core/index.js";

export interface FixedOptions {
  /** Length of every step, in the model's unit of time. Required; above 0 (the driver chooses the direction). */
  readonly step: number;
}

export function fixed({ step }: FixedOptions): Controller {
  if (!(step > 0 && step < Number.POSITIVE_INFINITY)) {
    throw new TautError("fixed.step", `must be a finite number above 0; got ${step}. Set it to the length of a step.`);
  }
  return {
    name: "fixed",
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

export const fixedFactory: Factory<Controller> = {
  name: "fixed",
  about: "Equal steps of a given length.",
  options: {
    step: { about: "Length of every step; required.", default: undefined, unit: "time" },
  },
  make(options = {}) {
    checkOptions(fixedFactory, options);
    return fixed(options as unknown as FixedOptions);
  },
};
