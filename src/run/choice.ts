import type { Formulation, Method, Projection, ProjectWhen } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";

/** How a run is solved, and why so. A part that was given as a value has its own name here. */
export interface Choice {
  readonly formulation: NamedChoice;
  readonly method: NamedChoice;
  /** "none" for no projection. */
  readonly projection: NamedChoice;
  /** One sentence: why these. */
  readonly reason: string;
  /** What an automatic choice that failed was replaced by, a sentence each; `reason` has them too. */
  readonly instead?: readonly string[];
}

/** Parts of a run given as values instead of by name; they win over the names in the settings. */
export interface Parts {
  readonly formulation?: Formulation | undefined;
  readonly method?: Method | undefined;
  readonly projection?: Projection | undefined;
  /** When that projection acts. Default: as it usually does. */
  readonly when?: ProjectWhen | undefined;
}
