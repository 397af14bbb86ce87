/** The resolved input of a run and its content hash: equal hashes mean equal results, bit for bit. */

import { canonicalJson, type Model, sha256 } from "../model/index.js";
import type { PreparedRun } from "./run.js";

/** Changes whenever a digit of some result changes. */
export const resultsVersion = 1;

/** The model as data with replaced parameters put in, and the settings in force as its `run` section. */
export function resolvedModel({ model, settings }: PreparedRun, set: Readonly<Record<string, number>> = {}): Model {
  const { functions: _functions, ...data } = model;
  return {
    ...data,
    ...(model.parameters && { parameters: { ...model.parameters, ...set } }),
    run: { ...model.run, ...settings } as NonNullable<Model["run"]>,
  };
}

/** SHA-256 over the canonical JSON of the resolved model, its settings and the version of results. */
export function runHash(prepared: PreparedRun, set?: Readonly<Record<string, number>>): string {
  const { name: _name, about: _about, ...rest } = resolvedModel(prepared, set);
  return sha256(canonicalJson({ ...rest, results: resultsVersion }));
}
