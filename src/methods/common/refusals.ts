import {
  type Evaluator,
  methodRefuses,
  type Problem,
  type Reason,
  type Refusal,
  SettingError,
} from "../../core/index.js";

/** Why a method for M q'' = f(t, q) with constant M cannot step a problem; undefined when it can. */
export function refusesSecondOrder(
  name: string,
  problem: Problem,
  view: "stiff" | "rigid" = "stiff",
): Refusal | undefined {
  const refusal = refusesForces(name, problem, view);
  if (refusal !== undefined) return refusal;
  const { secondOrder, workspace, constraints } = problem;
  const { mass, velocityDependent } = secondOrder!.mechanics;
  const unconstrained = workspace.mechanics?.m === 0 ? `Use "rattle", "rk4" or "dopri5"` : `Use "rk4" or "dopri5"`;
  const instead = constraints === undefined ? unconstrained : `Use "rattle", or "dopri5" with formulation "underlying"`;
  if (mass === "varying") return methodRefuses(name, { ...varyingMass(workspace.name), instead });
  if (velocityDependent) return methodRefuses(name, { ...velocityDependence(workspace.name), instead });
  return undefined;
}

/** The same for methods that also take a mass that depends on q, and forces that read v. */
function refusesForces(name: string, problem: Problem, view: "stiff" | "rigid"): Refusal | undefined {
  const { secondOrder, workspace, constraints } = problem;
  const general = constraints === undefined ? `Use "rk4" or "dopri5"` : `Use "dopri5" with formulation "underlying"`;
  if (secondOrder === undefined && workspace.mechanics === undefined) {
    return methodRefuses(name, {
      code: "needs-mechanics",
      needs: "coordinates with masses",
      found: `"${workspace.name}" is a first-order system`,
      instead: general,
    });
  }
  if (workspace.coupled !== undefined) {
    return methodRefuses(name, {
      code: "has-states",
      needs: "equations of coordinates alone",
      found: `"${workspace.name}" has states or algebraic variables beside them`,
      instead: `Use "dop853" or "radau5"`,
    });
  }
  if (secondOrder === undefined) {
    return methodRefuses(name, {
      code: "needs-forces",
      needs: "forces",
      found: `formulation "${problem.name}" gives rates`,
      instead: `${general}, or formulation "${view}"`,
    });
  }
  if (constraints !== undefined && secondOrder.mechanics.reactive !== undefined)
    return methodRefuses(name, {
      code: "reads-multipliers",
      needs: "forces that do not read multipliers",
      found: `forces of "${workspace.name}" read lambda(${secondOrder.mechanics.reactive.names[0]})`,
      instead: `Use "radau5", or "dopri5" with formulation "underlying"`,
    });
  return undefined;
}

const varyingMass = (model: string): Omit<Reason, "instead"> => ({
  code: "varying-mass",
  needs: "a constant mass",
  found: `that of "${model}" depends on q`,
});

const velocityDependence = (model: string): Omit<Reason, "instead"> => ({
  code: "velocity-dependent",
  needs: "forces that do not depend on v",
  found: `"${model}" has some that do`,
});

/** The same for methods without constraints. */
export function refusesUnconstrained(name: string, problem: Problem): Refusal | undefined {
  if (problem.constraints === undefined) return refusesSecondOrder(name, problem);
  return methodRefuses(name, {
    code: "constraints-left-to-method",
    needs: "forces without constraints",
    found: `formulation "${problem.name}" leaves the constraints to the method`,
    instead: `Use "rattle" or "shake", or formulation "stiff"`,
  });
}

/** The same for methods without constraints that also take a mass that depends on q. */
export function refusesLagrangian(name: string, problem: Problem): Refusal | undefined {
  const mechanics = problem.secondOrder?.mechanics;
  if (problem.constraints !== undefined || mechanics?.mass !== "varying") return refusesUnconstrained(name, problem);
  if (!mechanics.readsVelocity) return undefined;
  return methodRefuses(name, {
    ...velocityDependence(problem.workspace.name),
    instead: `Use "rk4" or "dopri5"`,
  });
}

/** The same for methods that keep the constraints themselves, with constant masses and forces of positions. */
export function refusesConstrained(name: string, problem: Problem): Refusal | undefined {
  return refusesSecondOrder(name, problem, "rigid") ?? refusesWithoutConstraints(name, problem);
}

/** The same for RATTLE, which is implicit where the mass depends on q or a force reads v; constraints are optional there. */
export function refusesRattle(name: string, problem: Problem): Refusal | undefined {
  const refusal = refusesForces(name, problem, "rigid");
  if (refusal !== undefined) return refusal;
  const { m, velocityDependent } = problem.secondOrder!.mechanics;
  return velocityDependent && m === 0 ? undefined : refusesWithoutConstraints(name, problem);
}

function refusesWithoutConstraints(name: string, problem: Problem): Refusal | undefined {
  if (problem.constraints !== undefined) return undefined;
  if (problem.workspace.mechanics?.m === 0) {
    return methodRefuses(name, {
      code: "needs-constraints",
      needs: "constraints to keep",
      found: `"${problem.workspace.name}" has none`,
      instead: `Use "verlet"`,
    });
  }
  return methodRefuses(name, {
    code: "constraints-not-left",
    needs: "constraints that are left to the method",
    found: `formulation "${problem.name}" leaves none`,
    instead: `Use formulation "rigid", or "verlet"`,
  });
}

/** Why an explicit method for y' = F(t, y) cannot step a problem; undefined when it can. */
export const refusesExplicit = (name: string, problem: Problem): Refusal | undefined =>
  refusesWithoutRate(name, problem, `Use "rattle" or "shake", or formulation "underlying"`);

/** Why an implicit method cannot step a problem; undefined when it can. */
export const refusesImplicit = (name: string, problem: Problem): Refusal | undefined =>
  refusesWithoutRate(name, problem, `Use "radau5" or "rattle", or formulation "underlying" or "stiff"`);

function refusesWithoutRate(name: string, problem: Problem, instead: string): Refusal | undefined {
  if (problem.rate !== undefined) return undefined;
  return methodRefuses(name, {
    code: "needs-rate",
    needs: "a complete right-hand side",
    found: `formulation "${problem.name}" leaves the constraints to the method`,
    instead,
  });
}

/** Methods that take forces have no stages at which a projection could act. */
export function refuseEvaluator(name: string, evaluator: Evaluator | undefined): void {
  if (evaluator === undefined) return;
  throw new SettingError(
    "when",
    `method "${name}" cannot be projected at every evaluation. Project after every step, or use "rk4".`,
  );
}
