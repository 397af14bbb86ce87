import type { Problem } from "./problem.js";
import type { Projector } from "./projector.js";
import type { Refusal } from "./refusal.js";

/**
 * Returns states to the manifold. The functions of `taut/projections` make the built-in ones; a projection of your own
 * is an object with these members.
 */
export interface Projection {
  readonly name: string;
  /** The projection removes fast motion, and its energy with it. */
  readonly filters?: boolean;
  /** When the projection acts by default. "step" if absent. */
  readonly usually?: "step" | "evaluation";
  /** Why this projection cannot act on this problem; undefined when it can. */
  refuses(problem: Problem): Refusal | undefined;
  bind(problem: Problem): Projector;
}

/** When a projection acts: the setting `when` of `run` and `solve`, for example `{ when: "interval", every: 0.5 }`. */
export type ProjectWhen =
  | { readonly when: "never" | "start" | "step" }
  | {
      readonly when: "evaluation";
      /** What Runge–Kutta methods build their stages from: the projected start of the step (the default), or the start
       * as it is, as Ariel eq. 38 is printed. */
      readonly stages?: "projected" | "unprojected";
    }
  | { readonly when: "interval"; readonly every: number }
  | { readonly when: "drift"; readonly above: number };
