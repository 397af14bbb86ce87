import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { Workspace } from "./workspace.js";

/** What to do about constraints and stiffness: makes the problem that a method steps. */
export interface Formulation {
  readonly name: string;
  /** Why this formulation cannot be made of this system; undefined when it can. */
  refuses(workspace: Workspace): Refusal | undefined;
  /** Work arrays are born here, in the system's arena. */
  apply(workspace: Workspace): Problem;
}
