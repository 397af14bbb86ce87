import type { Problem } from "./problem.js";
import type { Workspace } from "./workspace.js";

/** What to do about constraints and stiffness: makes the problem that a method steps. */
export interface Formulation {
  readonly name: string;
  /** One sentence when this formulation cannot be made of this system: the error text and the lab's tooltip. */
  refuses(workspace: Workspace): string | undefined;
  /** Work arrays are born here, in the system's arena. */
  apply(workspace: Workspace): Problem;
}
