import { type Evaluator, type F64, type Problem, TautError } from "../core/index.js";

/** Why a method for M q'' = f(t, q) with constant M cannot step a problem, in one sentence; undefined when it can. */
export function refusesSecondOrder(name: string, problem: Problem): string | undefined {
  const { secondOrder, system, constraints } = problem;
  const general = constraints === undefined ? `"rk4" or "dopri5"` : `"dopri5" with formulation "underlying"`;
  const method = `method "${name}"`;
  if (secondOrder === undefined && system.mechanics === undefined) {
    return `${method}: needs coordinates with masses, and "${system.name}" is a first-order system. Use ${general}.`;
  }
  if (secondOrder === undefined) {
    const other = name === "verlet" ? "stiff" : "rigid";
    return `${method}: needs forces, and formulation "${problem.name}" gives rates. Use ${general}, or formulation "${other}".`;
  }
  const { mass, velocityDependent } = secondOrder.mechanics;
  if (mass === "varying") {
    return `${method}: needs a constant mass, and that of "${system.name}" depends on q. Use ${general}.`;
  }
  if (velocityDependent) {
    return `${method}: needs forces that do not depend on v, and "${system.name}" has some that do. Use ${general}.`;
  }
  return undefined;
}

/** The same for methods that keep the constraints themselves. */
export function refusesConstrained(name: string, problem: Problem): string | undefined {
  const refusal = refusesSecondOrder(name, problem);
  if (refusal !== undefined || problem.constraints !== undefined) return refusal;
  if (problem.system.mechanics?.m === 0) {
    return `method "${name}": "${problem.system.name}" has no constraints to keep. Use "verlet".`;
  }
  return `method "${name}": formulation "${problem.name}" leaves no constraints to the method. Use formulation "rigid", or "verlet".`;
}

/** Methods that take forces have no stages at which a projection could act. */
export function refuseEvaluator(name: string, evaluator: Evaluator | undefined): void {
  if (evaluator === undefined) return;
  throw new TautError(
    "run.when",
    `method "${name}" cannot be projected at every evaluation. Project after every step, or use "rk4".`,
  );
}

/**
 * Dense output of order 3 in q, 2 in v: the cubic of Hermite through q and v at both ends, and its derivative. `y0` and
 * `y1` hold q, then v.
 */
export function hermite(out: F64, theta: number, h: number, y0: F64, y1: F64, n: number): void {
  const r = 1 - theta;
  const q1 = theta * theta * (3 - 2 * theta);
  const q0 = r * r * (3 - 2 * r);
  const v0 = h * theta * r * r;
  const v1 = -h * theta * theta * r;
  const slope = (6 * theta * r) / h;
  const first = r * (r - 2 * theta);
  const last = theta * (theta - 2 * r);
  for (let i = 0; i < n; i++) {
    out[i] = q0 * y0[i] + q1 * y1[i] + v0 * y0[n + i] + v1 * y1[n + i];
    out[n + i] = slope * (y1[i] - y0[i]) + first * y0[n + i] + last * y1[n + i];
  }
}
