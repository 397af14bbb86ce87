import type { Problem } from "./problem.js";
import type { Refusal } from "./refusal.js";
import type { System, Workspace } from "./workspace.js";

/** The manifold of exact solutions, the slow manifold by algebra, or a slow start by filtering. */
export type UsualProjection = "manifold" | "slow-manifold" | "slow-start";

/** Properties of a formulation from which methods and projections are chosen. */
interface FormulationTraits {
  readonly name: string;
  /** What happens to the constraints, as words that follow "3 constraints" in the reason for a choice. */
  readonly treatment?: string;
  /** What is left to the method: the constraints, or algebraic variables. */
  readonly leaves?: "constraints" | "variables";
  /** Multipliers or algebraic variables are eliminated at every evaluation. */
  readonly eliminates?: boolean;
  /** When the problem may have damping that is fast compared with the motion: always, or when forces read velocities;
   * undefined means never. */
  readonly mayBeStiff?: "always" | "with friction";
  /** What a run projects onto by default; undefined when it does not project. */
  projectsOnto?(workspace: Workspace): UsualProjection | undefined;
}

/**
 * Decides how constraints and stiffness are treated, and makes the problem that a method steps. The functions of
 * `taut/formulations` make the built-in ones, and `formulation` of `taut/extend` makes your own.
 */
export interface Formulation extends FormulationTraits {
  /** Why this formulation cannot be applied to this system; undefined when it can. The call has no side effects. */
  refuses(on: System | Workspace): Refusal | undefined;
  /** The problem, on a workspace of its own when a system is given. */
  apply(on: System | Workspace): Problem;
}

/** The definition from which `formulation` makes a formulation; its functions receive a workspace. */
export interface FormulationDefinition extends FormulationTraits {
  refuses(workspace: Workspace): Refusal | undefined;
  /** Makes the problem, with its work arrays in the workspace's arena. */
  apply(workspace: Workspace): Problem;
}

const isSystem = (on: System | Workspace): on is System => "workspace" in on;

/** The formulation that made each problem, for `remake`. */
const makers = new WeakMap<Problem, FormulationDefinition>();

/**
 * Makes a formulation, which applies to systems and to workspaces, from its definition.
 *
 * @example
 * const soft = formulation({
 *   name: "soft",
 *   refuses: (workspace) => stiff().refuses(workspace),
 *   apply: (workspace) => ({ ...stiff({ omega: 10 }).apply(workspace), name: "soft" }),
 * });
 * run(pendulum, { formulation: soft, until: 1 });
 */
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

/**
 * Makes the same problem on another workspace of its system; undefined when the problem did not come from a
 * formulation.
 */
export function remake(problem: Problem, workspace: Workspace): Problem | undefined {
  return makers.get(problem)?.apply(workspace);
}
