import type { F64 } from "./arena.js";
import type { Problem } from "./problem.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { Workspace } from "./workspace.js";

/**
 * Names that go with the multipliers: those of the constraints for mechanics, and those of the algebraic variables.
 *
 * @example
 * multiplierNames(prepareRun(pendulum).workspace); // ["rod"]
 */
export function multiplierNames({ mechanics, algebraic, coupled }: Workspace): readonly string[] {
  const names = mechanics?.constraintNames ?? algebraic?.names ?? [];
  return coupled?.algebraic === undefined ? names : [...names, ...coupled.algebraic.names];
}

/** How many of them there are. */
export function multiplierCount({ mechanics, algebraic, coupled }: Workspace): number {
  return (mechanics?.m ?? algebraic?.count ?? 0) + (coupled?.algebraic?.count ?? 0);
}

/** Multipliers, or algebraic variables, of a state: the formulation's own, or those of the KKT equations. */
export function multipliersAt(lambda: F64, problem: Problem, s: State): Status {
  const { results, workspace } = problem;
  if (results?.variables !== undefined) return results.variables(lambda, s.t, s.y);
  if (results?.multipliers !== undefined) return results.multipliers(lambda, s.t, s.q, s.v);
  const { constraints } = workspace.mechanics!;
  const passed = constraints.singular?.passed.find((instant) => instant.holds(s.t));
  if (passed !== undefined) return passed.multipliersAt(lambda, s.t);
  return constraints.multipliers(lambda, s.t, s.q, s.v);
}
