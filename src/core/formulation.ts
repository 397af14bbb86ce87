import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { System, Workspace } from "./workspace.js";

/** The manifold of exact solutions, the slow manifold by algebra, or a slow start by filtering. */
export type UsualProjection = "manifold" | "slow-manifold" | "slow-start";

/** What a formulation says about itself, for choosing. */
interface FormulationTraits {
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
}

/** What to do about constraints and stiffness: makes the problem that a method steps. */
export interface Formulation extends FormulationTraits {
  /** Why this formulation cannot be made of this system; undefined when it can. Asking leaves no trace. */
  refuses(on: System | Workspace): Refusal | undefined;
  /** The problem, on a workspace of its own when a system is given. */
  apply(on: System | Workspace): Problem;
}

/** What a formulation is made of: its functions get a workspace. */
export interface FormulationDefinition extends FormulationTraits {
  refuses(workspace: Workspace): Refusal | undefined;
  /** Work arrays are born here, in the workspace's arena. */
  apply(workspace: Workspace): Problem;
}

const isSystem = (on: System | Workspace): on is System => "workspace" in on;

/** Which formulation made a problem, for `remake`. */
const makers = new WeakMap<Problem, FormulationDefinition>();

/** A formulation from its definition: it can be applied to systems and to workspaces. */
export function formulation(definition: FormulationDefinition): Formulation {
  return {
    ...definition,
    refuses(on) {
      if (!isSystem(on)) return on.aside(() => definition.refuses(on));
      const workspace = on.workspace();
      try {
        return definition.refuses(workspace);
      } finally {
        workspace.release();
      }
    },
    apply(on) {
      const problem = definition.apply(isSystem(on) ? on.workspace() : on);
      makers.set(problem, definition);
      return problem;
    },
  };
}

/** The same problem on another workspace of its system; undefined when it is not as a formulation has made it. */
export function remake(problem: Problem, workspace: Workspace): Problem | undefined {
  return makers.get(problem)?.apply(workspace);
}
