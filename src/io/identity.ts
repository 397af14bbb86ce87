/** The resolved input of a run and its content hash: equal hashes mean equal results, bit for bit. */

import { canonicalJson, type ModelData, modelHash, resolveModel, sha256 } from "../model/index.js";
import type { PreparedRun } from "../run/run.js";

/** Changes whenever a digit of some result changes. */
export const resultsVersion = 3;

/** The model as data, with its parameters as numbers and the settings and choices of the run as its `run` section. */
export function resolvedModel({ model, settings, choice, set }: PreparedRun): ModelData {
  const data = resolveModel(model, { ...(set && { set }) });
  const { reason: _, instead: __, ...parts } = choice;
  const events = model.run?.events;
  return { ...data, run: { ...settings, ...parts, ...(events && { events }) } as NonNullable<ModelData["run"]> };
}

/** Everything that identifies a run except its end, by name. */
export type RunKey = Readonly<Record<string, unknown>>;

/** The key of a run. Runs with equal keys can continue from each other's checkpoints. */
export function runKey({ model, settings, choice, set, options }: Omit<PreparedRun, "run">): RunKey {
  const { until: _, maxSteps: __, every: ___, saveAt: ____, ...kept } = settings;
  const { reason: _____, instead: ______, ...parts } = choice;
  const { every, saveAt } = options;
  const schedule = saveAt?.length === 0 ? { states: "not kept" } : { states: "kept", every, saveAt };
  const mechanics = modelHash(model, { ...(set && { set }) });
  return { model: mechanics, ...kept, ...parts, ...schedule, events: model.run?.events, results: resultsVersion };
}

/** SHA-256 of the mechanics, the settings of the run, the events and the version of results. */
export function runHash({ model, settings, choice, set }: PreparedRun): string {
  const mechanics = modelHash(model, { ...(set && { set }) });
  const { reason: _, instead: __, ...parts } = choice;
  const events = Object.entries(model.run?.events ?? {});
  return sha256(canonicalJson({ mechanics, settings: { ...settings, ...parts }, events, results: resultsVersion }));
}
