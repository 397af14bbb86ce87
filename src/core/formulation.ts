import type { Problem } from "./problem.js";
import type { System, Workspace } from "./workspace.js";

/** What to do about constraints and stiffness: makes the problem that a method steps. */
export interface Formulation {
  readonly name: string;
  /** One sentence when this formulation cannot be made of this system: the error text and the lab's tooltip. Asking leaves
   * no trace. */
  refuses(on: System | Workspace): string | undefined;
  /** The problem, on a workspace of its own when a system is given. Work arrays are born here, in the workspace's arena. */
  apply(on: System | Workspace): Problem;
}

/** What a formulation is made of: both functions get a workspace. */
export interface FormulationDefinition {
  readonly name: string;
  refuses(workspace: Workspace): string | undefined;
  apply(workspace: Workspace): Problem;
}

const isSystem = (on: System | Workspace): on is System => "workspace" in on;

/** Which formulation made a problem, for `remake`. */
const makers = new WeakMap<Problem, FormulationDefinition>();

/** A formulation from its definition: it can be applied to systems and to workspaces. */
export function formulation(definition: FormulationDefinition): Formulation {
  const { name } = definition;
  return {
    name,
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
