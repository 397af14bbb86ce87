import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { Workspace } from "./workspace.js";

/** The manifold of exact solutions, the slow manifold by algebra, or a slow start by filtering. */
export type UsualProjection = "manifold" | "slow-manifold" | "slow-start";

/** What to do about constraints and stiffness: makes the problem that a method steps. */
export interface Formulation {
  readonly name: string;
  /** What becomes of the constraints, as words after "3 constraints"; choosing gives it as the reason. */
  readonly treatment?: string;
  /** What is left to the method: the constraints, or algebraic variables. */
  readonly leaves?: "constraints" | "variables";
  /** Multipliers or algebraic variables are eliminated at every evaluation. */
  readonly eliminates?: boolean;
  /** Where something may damp faster than the motion goes: always, or where forces read velocities; undefined: never. */
  readonly mayBeStiff?: "always" | "with friction";
  /** What a run projects onto unless it says otherwise; undefined: nothing. */
  projectsOnto?(workspace: Workspace): UsualProjection | undefined;
  /** Why this formulation cannot be made of this system; undefined when it can. */
  refuses(workspace: Workspace): Refusal | undefined;
  /** Work arrays are born here, in the system's arena. */
  apply(workspace: Workspace): Problem;
}
