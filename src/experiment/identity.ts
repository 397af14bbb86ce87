/** The resolved input of a run and its content hash: equal hashes mean equal results, bit for bit. */

import { canonicalJson, type ModelData, modelHash, resolveModel, sha256 } from "../model/index.js";
import type { PreparedRun } from "./run.js";

/** Changes whenever a digit of some result changes. */
const resultsVersion = 1;

/** The model as data with its parameters as numbers, and the settings in force as its `run` section. */
export function resolvedModel({ model, settings, set }: PreparedRun): ModelData {
  const data = resolveModel(model, { ...(set && { set }) });
  return { ...data, run: { ...model.run, ...settings } as NonNullable<ModelData["run"]> };
}

/** SHA-256 of the mechanics, the settings in force, the events and the version of results. */
export function runHash({ model, settings, choice, set }: PreparedRun): string {
  const mechanics = modelHash(model, { ...(set && { set }) });
  const { reason: _, ...parts } = choice;
  const events = Object.entries(model.run?.events ?? {});
  return sha256(canonicalJson({ mechanics, settings: { ...settings, ...parts }, events, results: resultsVersion }));
}
