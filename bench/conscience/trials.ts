/**
 * Trials of the conscience: a conservative model, a method and a tolerance, as they are and with a planted violation, a
 * kick in the middle of the run that changes the energy by a given amount.
 */

import type { Projection } from "../../src/core/index.js";
import { stabilise } from "../../src/projections/index.js";
import { registry, run } from "../../src/run/index.js";
import { conservativeModel } from "./models.js";

export interface Trial {
  readonly seed: number;
  readonly method: string;
  /** Relative tolerance, or step of a method without error control. */
  readonly rtol?: number;
  readonly step?: number;
}

export interface Outcome {
  readonly trial: Trial;
  /** The run could not be made: the method refuses the model, or the run fails for another reason. */
  readonly refused?: string;
  readonly alarms: readonly string[];
  /** Deviation and threshold of the energy. */
  readonly deviation: number;
  readonly threshold: number;
  readonly final: Float64Array;
}

const until = 5;
export const tolerances = [1e-4, 1e-7, 1e-10] as const;
export const steps = [0.02, 0.005, 0.001] as const;

/** Every method that can keep energy, by name, and whether it controls errors. */
export function methods(): readonly { readonly name: string; readonly isControlled: boolean }[] {
  return registry.method
    .filter(({ name }) => name !== "langevin" && name !== "composition")
    .map((factory) => {
      const method = factory.make({});
      return { name: factory.name, isControlled: method.estimatesError === true };
    });
}

/** All trials of a seed. */
export function trialsOf(seed: number): Trial[] {
  return methods().flatMap(({ name: method, isControlled }): Trial[] =>
    isControlled ? tolerances.map((rtol) => ({ seed, method, rtol })) : steps.map((step) => ({ seed, method, step })),
  );
}

export function attempt(trial: Trial, kick?: { readonly energy: number }): Outcome {
  const { seed, method: name, rtol, step } = trial;
  const factory = registry.method.find((each) => each.name === name)!;
  const method = factory.make({});
  const projection = kick === undefined ? {} : { projection: kicking(kick.energy) };
  const none = { trial, alarms: [], deviation: Number.NaN, threshold: Number.NaN, final: new Float64Array(0) };
  try {
    const solution = run(conservativeModel(seed), {
      ...{ method, until, maxSteps: 300_000, keepStates: false, ...projection },
      ...(rtol === undefined ? { step } : { rtol }),
    });
    const { status, failure, conscience, y } = solution;
    if (status !== "ok" && status !== "unreliable") return { ...none, refused: failure!.message };
    const alarms = conscience.filter(({ verdict }) => verdict !== "kept");
    const energy = conscience.find(({ kind }) => kind === "energy");
    return {
      trial,
      alarms: alarms.map(({ quantity, message }) => `${quantity}: ${message}`),
      deviation: energy?.deviation ?? Number.NaN,
      threshold: energy?.threshold ?? Number.NaN,
      final: y,
    };
  } catch (error) {
    return { ...none, refused: error instanceof Error ? error.message : String(error) };
  }
}

/** A projection that also kicks once, along the velocities, by an amount of kinetic energy, after half the run. */
function kicking(energy: number): Projection {
  return {
    name: "kicking",
    refuses: () => undefined,
    bind(problem) {
      const { mechanics } = problem.workspace;
      const hasDrift = problem.manifold?.constraints !== undefined && problem.constraints === undefined;
      const inner = hasDrift ? stabilise().bind(problem) : undefined;
      let isDone = false;
      return {
        iterations: 1,
        residual: 0,
        apply(s) {
          const status = inner?.apply(s) ?? "ok";
          const kinetic = mechanics!.kinetic(s.q, s.v);
          if (isDone || s.t < until / 2 || !(kinetic > 1e-3)) return status;
          isDone = true;
          const factor = Math.sqrt(1 + energy / kinetic);
          for (let i = 0; i < s.v.length; i++) s.v[i] *= factor;
          return status;
        },
      };
    },
  };
}
