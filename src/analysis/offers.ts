/** All formulations, methods and projections for one model, with the reason for each that cannot be used. */

import { compileSystem } from "../compile/index.js";
import {
  checkNames,
  type Factory,
  type Option,
  type Problem,
  type Refusal,
  type System,
  sentence,
  TautError,
} from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { bindOn, borrow } from "../memory/on-workspace.js";
import { lower, type Model, type NamedChoice, runSection } from "../model/index.js";
import type { Choice } from "../run/choice.js";
import { choose } from "../run/choose.js";
import { make, registry } from "../run/registry.js";
import { mergeSettings, type RunSettings } from "../run/settings.js";

/** One formulation, method or projection, as `offers` lists it. */
export interface Offer {
  readonly name: string;
  /** One sentence: what it is and when to use it. */
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Why it cannot be used here; undefined if it can. */
  readonly refusal?: string;
}

/** One method, as `offers` lists it: an `Offer` with the order and with what paces its steps. */
export interface MethodOffer extends Offer {
  readonly order: number;
  /** Whether the method takes a fixed step, a tolerance, or either. */
  readonly pace: "step" | "tolerance" | "either";
}

/** What `offers` returns: all formulations, methods and projections, and the choice that a run would make. */
export interface Offers {
  readonly formulation: readonly Offer[];
  readonly method: readonly MethodOffer[];
  readonly projection: readonly Offer[];
  /** What a run with these settings would use. */
  readonly choice: Choice;
}

/** The settings and parameters for which `offers` judges. */
export interface OfferOptions {
  readonly settings?: RunSettings;
  readonly set?: Readonly<Record<string, number>>;
}

/**
 * Lists all formulations, methods and projections for a model, with the reason for each that cannot be used.
 * Formulations are judged by the model, projections by the formulation in use, and methods by the given formulation or,
 * without one, by the formulation that would be chosen for the method. Throws a `TautError` if the settings use an
 * unknown name.
 *
 * @example
 * const { method } = offers(pendulum);
 * method.filter(({ refusal }) => refusal === undefined).map(({ name }) => name); // the methods that can be used
 */
export function offers(model: Model, options: OfferOptions = {}): Offers {
  checkNames("offers", options, ["settings", "set"]);
  const { settings = {}, set } = options;
  const all = mergeSettings(runSection(model, set), settings);
  const system = compileSystem(lower(model, catalogue, { set }));
  const choiceFor = (settings: RunSettings): Choice => borrow(system, (workspace) => choose(workspace, settings));
  const choice = choiceFor(all);
  const { problemOf, release } = problemsOf(system);
  try {
    const inForce = problemOf(choice.formulation);
    return {
      choice,
      formulation: registry.formulation.map((factory) => offer(factory, (made) => made.refuses(system))),
      method: registry.method.map((factory) => {
        const chosen = choiceFor({ ...all, method: factory.name });
        const problem = problemOf(chosen.formulation);
        // "auto" becomes what is chosen
        const made = attempt(() => make("method", chosen.method));
        return {
          ...offer(factory, () => ("code" in problem ? problem : made?.refuses(problem))),
          order: made?.order ?? 0,
          pace: made?.needsTolerance ? "tolerance" : made?.estimatesError ? "either" : "step",
        };
      }),
      projection: registry.projection.map((factory) =>
        offer(factory, (made) => ("code" in inForce ? inForce : made.refuses(inForce))),
      ),
    };
  } finally {
    release();
  }
}

/** The problem that a formulation makes of the system, or why it refuses; each made once. */
function problemsOf(system: System): {
  readonly problemOf: (choice: NamedChoice) => Problem | Refusal;
  readonly release: () => void;
} {
  const known = new Map<string, Problem | Refusal>();
  return {
    problemOf(choice) {
      const key = JSON.stringify(choice);
      let problem = known.get(key);
      if (problem === undefined) {
        const formulation = make("formulation", choice);
        problem = formulation.refuses(system) ?? bindOn(system, (workspace) => formulation.apply(workspace));
        known.set(key, problem);
      }
      return problem;
    },
    release() {
      for (const problem of known.values()) if (!("code" in problem)) problem.workspace.release();
    },
  };
}

/** A part that cannot be made without options is offered too: the missing option is reported when it is chosen. */
function offer<T>(factory: Factory<T>, refuses: (made: T) => Refusal | undefined): Offer {
  const { name, about, options } = factory;
  const made = attempt(() => factory.make());
  const refusal = made === undefined ? undefined : refuses(made);
  return { name, about, options, ...(refusal !== undefined && { refusal: sentence(refusal) }) };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof TautError) return undefined;
    throw error;
  }
}
