import type { Formulation, Method, Projection, ProjectWhen } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";

/** How a run is solved, and why: `RunSolution.choice`. A part that was given as a value is listed by its own name. */
export interface Choice {
  readonly formulation: NamedChoice;
  readonly method: NamedChoice;
  /** "none" for no projection. */
  readonly projection: NamedChoice;
  /** One sentence that gives the reason. */
  readonly reason: string;
  /** What an automatic choice that failed was replaced by, a sentence each; `reason` has them too. */
  readonly instead?: readonly string[];
}

/** Parts of a run given as values instead of by name; they take precedence over the names in the settings. */
export interface Parts {
  readonly formulation?: Formulation | undefined;
  readonly method?: Method | undefined;
  readonly projection?: Projection | undefined;
  /** When that projection acts. Default: `Projection.usually`. */
  readonly when?: ProjectWhen | undefined;
}
