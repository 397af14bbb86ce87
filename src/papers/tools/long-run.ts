/** One long run in slices. It reports progress, and stores a checkpoint from which the next attempt continues. */

import { type Observer, type Problem, TautError } from "../../core/index.js";
import type { Model } from "../../model/index.js";
import { type PreparedRun, prepareRun } from "../../run/run.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext } from "../harness/index.js";

const stepsPerSlice = 500;
/** A process that is killed loses at most this many slices. */
const slicesPerCheckpoint = 20;

/**
 * `name` is the name of the checkpoint; the run takes the experiment's progress from `from` to `to`. States are not kept: use
 * observables, or an observer of your own.
 */
export async function longRun(
  context: ExperimentContext,
  name: string,
  [from, to]: readonly [number, number],
  model: Model,
  settings: RunSettings,
  observe?: (problem: Problem) => Observer,
): Promise<PreparedRun> {
  const { checkpoints } = context;
  const checkpoint = checkpoints?.read(name);
  const prepared = prepareRun(model, {
    settings,
    keepStates: false,
    solve: { ledger: "saved" },
    ...(observe && { observe }),
    ...(checkpoint && { checkpoint }),
  });
  const { run } = prepared;
  for (let slice = 1; run.advance(stepsPerSlice) === "running"; slice++) {
    if (slice % slicesPerCheckpoint === 0) checkpoints?.write(name, run.save());
    context.progress(from + (to - from) * run.progress);
    try {
      await context.pause();
    } catch (error) {
      checkpoints?.write(name, run.save());
      throw error;
    }
  }
  // a later part of the experiment may be interrupted; the experiment removes the checkpoint when it is complete
  checkpoints?.write(name, run.save());
  if (run.failure !== undefined)
    throw new TautError("papers", `a run of "${model.name}" failed: ${run.failure.message}`);
  return prepared;
}

/** A context that knows which checkpoints were written through it, and removes them when the experiment is complete. */
export function collectingCheckpoints(
  context: ExperimentContext,
): ExperimentContext & { readonly removeCheckpoints: () => void } {
  const { checkpoints } = context;
  if (checkpoints === undefined) return { ...context, removeCheckpoints: () => {} };
  const names = new Set<string>();
  return {
    ...context,
    checkpoints: {
      ...checkpoints,
      write(name, bytes) {
        names.add(name);
        checkpoints.write(name, bytes);
      },
    },
    removeCheckpoints: () => {
      for (const name of names) checkpoints.remove(name);
    },
  };
}
