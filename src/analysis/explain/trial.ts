/**
 * Where stability depends on the path, the start alone does not show whether a fixed step is stable. So the run itself
 * is begun, and its warnings and its failure are reported in the words that a run would use.
 */

import { TautError } from "../../core/index.js";
import type { Model } from "../../model/index.js";
import { prepareRun } from "../../run/run.js";
import type { RunSettings } from "../../run/settings.js";
import type { TrialFindings } from "./explanation.js";

/** The number of steps to try: fewer for a large system, so that the examination stays short. */
const mostSteps = (dimension: number): number => Math.max(10, Math.min(400, Math.floor(2e6 / dimension)));

export interface Trial {
  /** Null if no step was taken. */
  readonly findings: TrialFindings | null;
  readonly advice: readonly string[];
}

export const untried: Trial = { findings: null, advice: [] };

/** Tries the first steps of a run with a fixed step. Runs with error control are not tried. */
export function tryFirstSteps(
  model: Model,
  settings: RunSettings,
  set: Readonly<Record<string, number>> | undefined,
  { dimension, time }: { readonly dimension: number; readonly time: number },
): Trial {
  const { step, until } = settings;
  if (step === undefined) return untried;
  const most = mostSteps(dimension);
  try {
    const { run, options } = prepareRun(model, {
      settings: { ...settings, until: until ?? time + most * step, observables: {} },
      ...(set && { set }),
      keepStates: false,
    });
    if (options.controller.needsError) return untried;
    const done = run.advance(most) === "done";
    const { status, t, work, warnings, failure } = run.solution();
    return {
      findings: { steps: work.steps, t, status, complete: done },
      advice: [
        // a warning may be the advice of the failure that it preceded
        ...warnings.filter((warning) => warning !== failure?.advice),
        ...(failure === undefined ? [] : [`The run fails: ${failure.message}`]),
      ],
    };
  } catch (error) {
    if (!(error instanceof TautError)) throw error;
    return { findings: null, advice: [`These settings cannot be run: ${error.message}`] };
  }
}
