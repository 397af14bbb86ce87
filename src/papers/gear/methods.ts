/**
 * The methods of Gear section 4 at MATLAB's default tolerances, with the norm of ode113 and ode15s: the worst component counts.
 *
 * At such a loose tolerance the error depends on the sequence of steps. So each method runs with several first steps, and the median
 * is compared.
 */

import { maximum, minimum } from "../../core/index.js";
import type { RunSettings } from "../../run/settings.js";
import type { Closeness, ExperimentContext } from "../harness/index.js";
import { forEach } from "../tools/blind-experiment.js";

const adams = { name: "adams", part: 1 } as const;

export const spring: RunSettings = {
  formulation: { name: "damped-spring", beta: 100 },
  method: "bdf",
  projection: "none",
};
export const decay: RunSettings = {
  formulation: { name: "regularised", beta: 1e4 },
  method: "bdf",
  projection: "none",
};
/** P1 as published: the time that the inner steps take is not undone. */
export const projective = (beta: number): RunSettings => ({
  formulation: { name: "regularised", beta },
  method: adams,
  projection: { name: "inner-euler", keepTime: false },
});
export const rotating = (beta: number): RunSettings => ({
  formulation: { name: "regularised", beta, form: "rotation" },
  method: adams,
  projection: "inner-two-stage",
});
export const baumgarte: RunSettings = {
  formulation: { name: "baumgarte", alpha1: 200, alpha2: 10_000 },
  method: adams,
  projection: "none",
};
/** The method of this project: eliminated multipliers, and one correction after every step. */
export const stabilised: RunSettings = { formulation: "underlying", method: adams, projection: "stabilise" };

export const until = 100;

/** The defaults of MATLAB's codes. */
export const tolerances: RunSettings = { rtol: 1e-3, atol: 1e-6, norm: "max" };

export const firstSteps: readonly number[] = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2];
/** First steps of short versions. */
export const fewFirstSteps: readonly number[] = [1e-4, 1e-3, 1e-2];

/** The results of `each` for every case, one for each first step. */
export async function fromFirstSteps<Name extends string, Found>(
  context: ExperimentContext,
  steps: readonly number[],
  cases: Readonly<Record<Name, RunSettings>>,
  each: (settings: RunSettings) => Found,
): Promise<Readonly<Record<Name, readonly (Found & { readonly step: number })[]>>> {
  const found = {} as Record<Name, readonly (Found & { readonly step: number })[]>;
  await forEach(context, [0, 1], Object.keys(cases) as Name[], (name) => {
    found[name] = steps.map((step) => ({ ...each({ ...cases[name], step }), step }));
  });
  return found;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1];
}

/** The smallest and the largest value, for a note. */
export const band = (values: readonly number[]): string =>
  `${minimum(values).toPrecision(2)} to ${maximum(values).toPrecision(2)}`;

/** Errors at rtol = 1e-3 change with the sequence of steps, so only their magnitude can be compared. */
export const aboutAs: Closeness = {
  factor: 4,
  basis: "statistics",
  why: "errors at rtol = 1e-3 change by as much with the first step alone; the note has their band",
};
