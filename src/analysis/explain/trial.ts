/**
 * Whether a fixed step holds cannot be told from the start alone where stability depends on the path. So the run itself is begun: what its
 * method then warns of, or fails with, is what the user would be told, in the same words.
 */

import { TautError } from "../../core/index.js";
import type { Model } from "../../model/index.js";
import { prepareRun } from "../../run/run.js";
import type { RunSettings } from "../../run/settings.js";
import type { TrialFindings } from "./explanation.js";

/** Steps that are tried: of a large system fewer, so that it stays an examination. */
const mostSteps = (dimension: number): number => Math.max(10, Math.min(400, Math.floor(2e6 / dimension)));

export interface Trial {
  /** Null where nothing was stepped. */
  readonly findings: TrialFindings | null;
  readonly advice: readonly string[];
}

export const untried: Trial = { findings: null, advice: [] };

/** The first steps of a run with a fixed step; error control finds its own. `dimension` is that of the state. */
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
        // a failure that was warned of has the warning in its sentence
        ...warnings.filter((warning) => !failure?.message.includes(warning)),
        ...(failure === undefined ? [] : [`The run fails: ${failure.message}`]),
      ],
    };
  } catch (error) {
    if (!(error instanceof TautError)) throw error;
    return { findings: null, advice: [`It cannot be run so: ${error.message}`] };
  }
}
