/**
 * Trials of the conscience: a conservative model, a method and a tolerance, as they are and with a planted violation of
 * one quantity in the middle of the run.
 */

import { compileSystem } from "../../src/compile/index.js";
import type { Verdict, WatchedKind } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { bindOn } from "../../src/memory/on-workspace.js";
import { lower, validateModel } from "../../src/model/index.js";
import { registry } from "../../src/run/index.js";
import { bindRun, compiledOn, settingsFor } from "../../src/run/run.js";
import { conservativeModel } from "./models.js";
import { type Violation, violating } from "./violations.js";

export interface Trial {
  readonly method: string;
  /** Relative tolerance, or step of a method without error control. */
  readonly rtol?: number;
  readonly step?: number;
}

export interface Outcome {
  /** The run could not be made: the method refuses the model, or the run fails for another reason. */
  readonly refused?: string;
  readonly verdicts: readonly Verdict[];
  readonly final: Float64Array;
}

/** The end of every run. */
export const until = 5;
/** Methods of low order take too many steps at tight tolerances. */
const tolerances = { low: [1e-3, 1e-5, 1e-7], high: [1e-4, 1e-7, 1e-10] } as const;
const steps = [0.02, 0.005, 0.001] as const;

/** All trials of a model: every method that can keep energy, at three tolerances or steps. */
export function trials(): Trial[] {
  return registry.method
    .filter(({ name }) => name !== "langevin" && name !== "composition")
    .flatMap((factory): Trial[] => {
      const { name } = factory;
      const { estimatesError, order } = factory.make({});
      if (estimatesError !== true) return steps.map((step) => ({ method: name, step }));
      return tolerances[order <= 3 ? "low" : "high"].map((rtol) => ({ method: name, rtol }));
    });
}

/** Runs of the model of a seed; they share the compiled system. */
export function attempts(seed: number): (trial: Trial, violation?: Violation) => Outcome {
  const model = validateModel(conservativeModel(seed), catalogue);
  const lowered = lower(model, catalogue);
  const system = compileSystem(lowered);
  return ({ method: name, rtol, step }, violation) => {
    const method = registry.method.find((each) => each.name === name)!.make({});
    const settings = { until, maxSteps: 200_000, ...(rtol === undefined ? { step } : { rtol }) };
    const options = {
      keepStates: false,
      settings,
      parts: { method, ...(violation && { projection: violating(violation, until / 2) }) },
    };
    try {
      const { run, workspace } = bindOn(system, (on) =>
        bindRun(model, compiledOn(lowered, on), settingsFor(model, options), options),
      );
      while (run.advance(Number.POSITIVE_INFINITY) === "running");
      const { status, failure, conscience, y } = run.solution();
      workspace.release();
      if (status === "ok" || status === "unreliable") return { verdicts: conscience, final: y };
      return { verdicts: [], final: y, refused: failure!.message };
    } catch (error) {
      return { verdicts: [], final: new Float64Array(0), refused: error instanceof Error ? error.message : "error" };
    }
  };
}

/** The kinds of quantities that a run was watched for and has kept, each once. */
export function keptKinds(verdicts: readonly Verdict[]): WatchedKind[] {
  return [...new Set(verdicts.filter(({ verdict }) => verdict === "kept").map(({ kind }) => kind))];
}
