import type { Problem } from "./problem.js";
import type { System } from "./system.js";

/** What to do about constraints and stiffness: makes the problem that a method steps. */
export interface Formulation {
  readonly name: string;
  /** One sentence when this formulation cannot be made of this system: the error text and the lab's tooltip. */
  refuses(system: System): string | undefined;
  /** Work arrays are born here, in the system's arena. */
  apply(system: System): Problem;
}
