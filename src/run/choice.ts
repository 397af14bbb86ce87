import type { NamedChoice } from "../model/index.js";

/** How a run is solved, and why so. */
export interface Choice {
  readonly formulation: NamedChoice;
  readonly method: NamedChoice;
  /** "none" for no projection. */
  readonly projection: NamedChoice;
  /** One sentence: why these. */
  readonly reason: string;
}
