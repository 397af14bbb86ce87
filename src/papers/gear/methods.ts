/**
 * The methods of Gear section 4 at MATLAB's default tolerances. ode113 and ode15s hold the worst component to the tolerance, this
 * library the root mean square of all components: with tolerances divided by sqrt(dimension) its test implies theirs.
 *
 * At such a loose tolerance the error depends on the sequence of steps. So each method runs with several first steps, and the median
 * is compared.
 */

import { maximum, minimum } from "../../core/index.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext } from "../harness/index.js";
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

export function tolerances(dimension: number): Required<Pick<RunSettings, "rtol" | "atol">> {
  const scale = 1 / Math.sqrt(dimension);
  return { rtol: 1e-3 * scale, atol: 1e-6 * scale };
}

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

const factor = 4;

/** A range around the printed number, a factor to each side. */
export function aboutAs(published: number): { between: readonly [number, number]; why: string } {
  const ends = [published / factor, published * factor] as const;
  return {
    between: published < 0 ? [ends[1], ends[0]] : ends,
    why: `a factor of ${factor}, by which errors at rtol = 1e-3 change with the first step alone`,
  };
}
