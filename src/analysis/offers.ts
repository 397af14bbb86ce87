/** What there is to choose from for one model: every formulation, method and projection, and the sentence of those refused. */

import {
  type Factory,
  type Option,
  type Problem,
  type Refusal,
  sentence,
  TautError,
  type Workspace,
} from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { lower, type Model, type NamedChoice, runSection } from "../model/index.js";
import type { Choice } from "../run/choice.js";
import { choose } from "../run/choose.js";
import { make, registry } from "../run/registry.js";
import { withRoom } from "../run/room.js";
import { mergeSettings, type RunSettings } from "../run/settings.js";

export interface Offer {
  readonly name: string;
  /** One sentence: what it is and when to use it. */
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Why it cannot be used here; absent when it can. */
  readonly refusal?: string;
}

export interface MethodOffer extends Offer {
  readonly order: number;
  /** What paces it: a fixed step, a tolerance, or either. */
  readonly pace: "step" | "tolerance" | "either";
}

export interface Offers {
  readonly formulation: readonly Offer[];
  readonly method: readonly MethodOffer[];
  readonly projection: readonly Offer[];
  /** What is used with these settings. */
  readonly choice: Choice;
}

export interface OfferOptions {
  readonly settings?: RunSettings;
  readonly set?: Readonly<Record<string, number>>;
}

/**
 * Formulations are judged by the model; methods by the formulation in force, which where none is said is the one that would be
 * chosen for the method; projections by the formulation in force. Throws a `TautError` when the settings name what does not exist.
 */
export function offers(model: Model, { settings = {}, set }: OfferOptions = {}): Offers {
  const all = mergeSettings(runSection(model, set), settings);
  return withRoom(lower(model, catalogue, { set }), (workspace) => {
    const choice = choose(workspace, all);
    const problems = problemsOf(workspace);
    const inForce = problems(choice.formulation);
    return {
      choice,
      formulation: registry.formulation.map((factory) => offer(factory, (made) => made.refuses(workspace))),
      method: registry.method.map((factory) => {
        const chosen = choose(workspace, { ...all, method: factory.name });
        const problem = problems(chosen.formulation);
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
  });
}

/** The problem that a formulation makes of the system, or why it makes none; each made once. */
function problemsOf(workspace: Workspace): (choice: NamedChoice) => Problem | Refusal {
  const known = new Map<string, Problem | Refusal>();
  return (choice) => {
    const key = JSON.stringify(choice);
    let problem = known.get(key);
    if (problem === undefined) {
      const formulation = make("formulation", choice);
      problem = formulation.refuses(workspace) ?? formulation.apply(workspace);
      known.set(key, problem);
    }
    return problem;
  };
}

/** Something that needs an option to be made is offered: what it needs is said when it is chosen. */
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
