/** Which runs are watched, and for what. */

import type { Conscience, Measured, Pacer, Problem, WatchedRun } from "../core/index.js";
import { KeptQuantities } from "./kept-quantities.js";
import { Watched } from "./watched.js";

/**
 * The conscience of a run, for `conscience` of a workspace: it compares what the model keeps with what the run has kept.
 * Systems of your own that have constraints or invariants return it with their equations; without it their runs are not
 * watched.
 *
 * @example
 * const about = { name: "turning", names: ["x", "y"], n: 0, constraintNames: [], initialTime: 0, initial: [1, 0] };
 * const rate: Rate = (dy, _t, y) => { dy[0] = -y[1]; dy[1] = y[0]; return "ok"; };
 * const value: Invariants["value"] = (h, _t, y) => { h[0] = y[0] ** 2 + y[1] ** 2; };
 * const jacobian: Invariants["jacobian"] = (H, _t, y) => { H[0] = 2 * y[0]; H[1] = 2 * y[1]; };
 * const invariants = { count: 1, names: ["radius squared"], value, jacobian };
 * const turning = plainSystem(about, () => ({ rate, invariants, exact: newtonOnto, conscience: conscienceOf }));
 * solve(turning, { method: rk4(), step: 0.1, until: 1 }).conscience[0].verdict; // "kept"
 */
export function conscienceOf(
  problem: Problem,
  run: WatchedRun,
  pacer: Pacer,
  measured: Measured,
): Conscience | undefined {
  const watched = watchedBy(problem, run, measured);
  return watched && new KeptQuantities(watched, problem, run, pacer, measured);
}

/** The conscience of a run on this problem; undefined if the problem keeps nothing that can be watched. */
function watchedBy(problem: Problem, options: WatchedRun, { account }: Measured): Watched | undefined {
  const { mechanics, autonomous, invariants } = problem.workspace;
  const { method, projection, when } = options;
  const hasInvariants = (invariants ?? problem.manifold?.invariants) !== undefined;
  if ((mechanics === undefined && !hasInvariants) || (options.ledger ?? "step") !== "step") return undefined;
  const isFiltered = projection?.filters === true && when?.when !== "never" && when?.when !== "start";
  if ((problem.conserves ?? false) === false || method.random === true || isFiltered) return undefined;
  const hasEnergy = problem.results?.energy !== undefined && mechanics?.conservative === true && autonomous;
  const isConstrained = mechanics !== undefined && mechanics.m > 0;
  const isNear = problem.conserves === "nearly";
  const isAccounted = !hasEnergy && !isNear && account !== undefined && options.controller.needsError;
  const isRigid = (problem.constraints ?? problem.manifold?.constraints) !== undefined;
  const hasConstraints = isConstrained && (isRigid || isNear);
  // a method that solves for positions alone leaves the rates of the constraints to its order; forces let rates grow before they hold them
  const keepsRates = !isNear && (problem.constraints === undefined || method.keeps === "positions and velocities");
  return new Watched(problem, mechanics, hasEnergy, hasConstraints, keepsRates, isAccounted);
}
