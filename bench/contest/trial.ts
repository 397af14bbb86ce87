/** One trial of the contest: what a choice costs on an entry, in evaluations by the rule of `cost.ts`. */

import type { Problem } from "../../src/core/index.js";
import type { CostMeter } from "../../src/methods/composed/parts/cost.js";
import { type PreparedRun, prepareRun, type RunSettings } from "../../src/run/index.js";
import { make } from "../../src/run/registry.js";
import type { Solution } from "../../src/solve/index.js";
import { metered } from "./metered.js";
import type { Entry } from "./models.js";

export type Choice = PreparedRun["choice"];

export interface Trial {
  readonly label: string;
  readonly cost: number;
  readonly evaluations: number;
  readonly solution: Solution;
  readonly dimension: number;
}

/** The operations of `adams` on its table of differences, in every step, in operations on one vector of the state. */
const differences = 26;
/** Attempts between two readings of the cost. */
const slice = 10;

const options = { keepStates: false, solve: { ledger: "saved" } } as const;

/** What `auto` chooses for an entry; undefined if that fails. */
export function chosen({ model, rtol, until }: Entry): Choice | undefined {
  try {
    const { choice, workspace } = prepareRun(model, { settings: { rtol, until }, ...options });
    workspace.release();
    return choice;
  } catch {
    return undefined;
  }
}

/** Runs an entry to its end; undefined if it fails, is refused, or costs more than `most`. */
export function attempt(entry: Entry, label: string, choice: Choice, rtol: number, most: number): Trial | undefined {
  const { formulation, projection } = choice;
  const settings: RunSettings = { rtol, until: entry.until, maxSteps: 2_000_000, accept: ["energy"] };
  let meter: CostMeter | undefined;
  const method = metered(make("method", choice.method), (one) => {
    meter = one;
  });
  let prepared: PreparedRun;
  try {
    prepared = prepareRun(entry.model, {
      settings: { ...settings, formulation, projection },
      parts: { method },
      ...options,
    });
  } catch {
    return undefined;
  }
  const { run, workspace, problem } = prepared;
  try {
    const before = label === "auto" ? looks(problem) : 0;
    const inStep = choice.method === "adams" ? differences * meter!.weights.vector : 0;
    const cost = (): number => before + meter!.total + inStep * (problem.work.steps + problem.work.rejected);
    while (run.advance(slice) === "running") if (cost() > most) return undefined;
    const solution = run.solution();
    if (solution.failure !== undefined) return undefined;
    const evaluations = Math.round(before + solution.work.forces);
    return { label, cost: cost(), evaluations, solution, dimension: problem.dimension };
  } finally {
    workspace.release();
  }
}

/**
 * The evaluations with which `auto` looks at the eigenvalues before the run begins: at most 40 columns by central
 * differences, or one Jacobian.
 */
function looks({ rate, dimension }: Problem): number {
  if (rate === undefined) return 0;
  const jacobian = rate.jacobian?.();
  return jacobian === undefined ? 1 + 2 * Math.min(dimension, 40) : 1 + jacobian.rows.length / dimension;
}

/** The root mean square of the differences, relative to the size of each component. */
export function distance(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (const x of b) largest = Math.max(largest, Math.abs(x));
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += ((a[i] - b[i]) / (Math.abs(b[i]) + 1e-2 * largest)) ** 2;
  return Math.sqrt(sum / b.length);
}
