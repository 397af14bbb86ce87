import { type Evaluator, type Problem, TautError } from "../../core/index.js";

/** Why a method for M q'' = f(t, q) with constant M cannot step a problem, in one sentence; undefined when it can. */
export function refusesSecondOrder(
  name: string,
  problem: Problem,
  view: "stiff" | "rigid" = "stiff",
): string | undefined {
  const { secondOrder, workspace, constraints } = problem;
  const general = constraints === undefined ? `"rk4" or "dopri5"` : `"dopri5" with formulation "underlying"`;
  const method = `method "${name}"`;
  if (secondOrder === undefined && workspace.mechanics === undefined) {
    return `${method}: needs coordinates with masses, and "${workspace.name}" is a first-order system. Use ${general}.`;
  }
  if (secondOrder === undefined) {
    return `${method}: needs forces, and formulation "${problem.name}" gives rates. Use ${general}, or formulation "${view}".`;
  }
  const { mass, velocityDependent } = secondOrder.mechanics;
  if (mass === "varying") {
    return `${method}: needs a constant mass, and that of "${workspace.name}" depends on q. Use ${general}.`;
  }
  if (velocityDependent) {
    return `${method}: needs forces that do not depend on v, and "${workspace.name}" has some that do. Use ${general}.`;
  }
  return undefined;
}

/** The same for methods without constraints. */
export function refusesUnconstrained(name: string, problem: Problem): string | undefined {
  if (problem.constraints !== undefined) {
    return `method "${name}": formulation "${problem.name}" leaves the constraints to the method. Use "rattle" or "shake", or formulation "stiff".`;
  }
  return refusesSecondOrder(name, problem);
}

/** The same for methods without constraints that also take a mass that depends on q. */
export function refusesLagrangian(name: string, problem: Problem): string | undefined {
  const mechanics = problem.secondOrder?.mechanics;
  if (problem.constraints !== undefined || mechanics?.mass !== "varying") return refusesUnconstrained(name, problem);
  if (!mechanics.readsVelocity) return undefined;
  return `method "${name}": needs forces that do not depend on v, and "${problem.workspace.name}" has some that do. Use "rk4" or "dopri5".`;
}

/** The same for methods that keep the constraints themselves. */
export function refusesConstrained(name: string, problem: Problem): string | undefined {
  const refusal = refusesSecondOrder(name, problem, "rigid");
  if (refusal !== undefined || problem.constraints !== undefined) return refusal;
  if (problem.workspace.mechanics?.m === 0) {
    return `method "${name}": "${problem.workspace.name}" has no constraints to keep. Use "verlet".`;
  }
  return `method "${name}": formulation "${problem.name}" leaves no constraints to the method. Use formulation "rigid", or "verlet".`;
}

/** Why an explicit method for y' = F(t, y) cannot step a problem, in one sentence: it needs the complete right-hand side. */
export function refusesExplicit(name: string, problem: Problem): string | undefined {
  if (problem.rate !== undefined) return undefined;
  return `method "${name}": formulation "${problem.name}" leaves the constraints to the method. Use "rattle" or "shake", or formulation "underlying".`;
}

/** Why an implicit method cannot step a problem, in one sentence: it needs the complete right-hand side. */
export function refusesImplicit(name: string, problem: Problem): string | undefined {
  if (problem.rate !== undefined) return undefined;
  return `method "${name}": formulation "${problem.name}" leaves the constraints to the method. Use "radau5" or "rattle", or formulation "underlying" or "stiff".`;
}

/** Methods that take forces have no stages at which a projection could act. */
export function refuseEvaluator(name: string, evaluator: Evaluator | undefined): void {
  if (evaluator === undefined) return;
  throw new TautError(
    "run.when",
    `method "${name}" cannot be projected at every evaluation. Project after every step, or use "rk4".`,
  );
}
