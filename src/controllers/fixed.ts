/** A fixed step: every attempt is accepted, and only the driver shortens a step, to hit a time. */

import { type Controller, checkOptions, type Factory, TautError } from "../core/index.js";

export interface FixedOptions {
  /** Length of every step, in the model's unit of time; above 0 (the driver knows the direction). Required. */
  readonly step: number;
}

export function fixed({ step }: FixedOptions): Controller {
  if (!(step > 0 && step < Number.POSITIVE_INFINITY)) {
    throw new TautError("fixed.step", `${step} is no length of a step. Give a finite number above 0.`);
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
